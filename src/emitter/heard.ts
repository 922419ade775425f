import type { PolicySpan } from '../dialect/policy-span.ts';
import type { Decision } from '../span/observed-call.ts';
import { toolLeaf } from '../span/tool-name.ts';
import type { OpenSpan } from './trace-state.ts';

/** Policy layers' words kept for one open span. */
const MAX_HEARD = 16;

/** Keeps what a policy layer said about a span that is open; what counts before an approval is not lost to many of them. */
export function keepHeard(above: OpenSpan, said: PolicySpan): void {
  above.heard ??= [];
  if (above.heard.length < MAX_HEARD) above.heard.push(said);
  else if (said.decision.effect !== 'allow') {
    const weaker = above.heard.findIndex(({ decision }) => decision.effect === 'allow');
    if (weaker !== -1) above.heard[weaker] = said;
    else if (said.decision.effect === 'deny') above.heard[MAX_HEARD - 1] = said;
  }
}

/**
 * What was heard about a call on spans below it. What names no tool may be about a client's call below it just as well,
 * and waits for whoever sees the whole run.
 */
export function heardFor({ heard, clientLeaves }: OpenSpan): (toolName: string) => readonly Decision[] {
  if (heard === undefined) return () => [];
  return (toolName) =>
    heard
      .filter((said) =>
        said.toolName === undefined
          ? said.about === 'parent' || clientLeaves === undefined
          : toolLeaf(said.toolName) === toolLeaf(toolName),
      )
      .map(({ decision }) => decision);
}
