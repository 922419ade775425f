import { expect, type Fields, type Refinement } from './refinement.ts';

/** What of `reviewed_tools` does nothing: names are exact, and of two reviews of one tool one is enough. */
export function reviewWarnings(reviews: readonly Fields[], context: Refinement): void {
  const seen = new Map<string, number>();
  reviews.forEach(({ server, tool }, index) => {
    const path = ['reviewed_tools', index];
    for (const [key, name] of Object.entries({ server, tool })) {
      const isExact = typeof name !== 'string' || !name.includes('*');
      expect(context, isExact, [...path, key], 'one name, in full', `one with "*": ${EXACT}`);
    }
    const id = JSON.stringify([server, tool]);
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else {
      const params = { found: `that of \`reviewed_tools[${first}]\``, first: ['reviewed_tools', first] };
      context.addIssue({ code: 'custom', path: [...path, 'tool'], message: A_TOOL, params });
    }
  });
}

const EXACT = 'names are exact, it stands for no other';
const A_TOOL = 'a tool of its own';
