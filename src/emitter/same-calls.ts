import type { SdkSpanContext } from '../span/sdk-span.ts';
import { toolLeaf } from '../span/tool-name.ts';
import { type Attachment, attachment } from './attachment.ts';

/** A client's call at the moment of its beginning. */
interface Beginning {
  readonly context: SdkSpanContext;
  readonly leaf: string;
}

/**
 * Knows which spans are one call, where another instrumentation wraps the same method of the same client, within ours or
 * around it: such spans begin one after the other before anything else can run, whatever they have for a parent. A
 * retry, or a server's own onward call, begins later. Of a server's calls it is told.
 */
export class SameCalls {
  /** Of another instrumentation's span, the span of ours. */
  readonly #ours: Attachment<SdkSpanContext> = attachment();
  #sending: (Beginning & { readonly isTaken: () => boolean; readonly scopes: Set<string> }) | undefined;
  #begun: Beginning | undefined;

  /**
   * Runs what hands on the request of a call of ours; what begins meanwhile, for the same tool, is that call, until the
   * SDK has taken the request: a transport, or what it delivers to at once, may make calls of its own.
   */
  sending<T>(context: SdkSpanContext, toolName: string, isTaken: () => boolean, send: () => T): T {
    const outer = this.#sending;
    this.#sending = { context, leaf: toolLeaf(toolName), isTaken, scopes: new Set() };
    try {
      return send();
    } finally {
      this.#sending = outer;
    }
  }

  /** That call, for a span of this tool and scope: a scope's second span is of another request. */
  sent(toolName: string, scope: string): SdkSpanContext | undefined {
    const sending = this.#sending;
    if (sending === undefined || sending.leaf !== toolLeaf(toolName) || sending.scopes.has(scope))
      return undefined;
    if (sending.isTaken()) return undefined;
    sending.scopes.add(scope);
    return sending.context;
  }

  /** Another instrumentation's call has begun; it is forgotten before anything can run that waits. */
  begun(context: SdkSpanContext, toolName: string): void {
    const begun = { context, leaf: toolLeaf(toolName) };
    this.#begun = begun;
    queueMicrotask(() => {
      if (this.#begun === begun) this.#begun = undefined;
    });
  }

  /** Whether another instrumentation's call has begun just now. */
  get hasBegun(): boolean {
    return this.#begun !== undefined;
  }

  /** That call, for a span of this tool directly below it; asked once. */
  begunAbove(parent: SdkSpanContext | undefined, toolName: string): SdkSpanContext | undefined {
    const begun = this.#begun;
    if (begun === undefined || begun.leaf !== toolLeaf(toolName)) return undefined;
    const { traceId, spanId } = begun.context;
    if (parent?.spanId !== spanId || parent.traceId !== traceId) return undefined;
    this.#begun = undefined;
    return begun.context;
  }

  /** `theirs` is the call of `ours`. */
  same(theirs: SdkSpanContext, ours: SdkSpanContext): void {
    this.#ours.set(theirs, ours);
  }

  /** The span of ours that is the call of this one, as trace id, `-` and span id. */
  of(theirs: SdkSpanContext): string | undefined {
    const ours = this.#ours.get(theirs);
    return ours && `${ours.traceId}-${ours.spanId}`;
  }
}
