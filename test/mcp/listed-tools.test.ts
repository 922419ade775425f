import { describe, expect, it } from 'vitest';
import { type ListedTools, listedDigest, pageAsked } from '../../src/mcp/listed-tools.ts';
import { ADD_KEY, BOTH, PING } from '../manifest/tools.ts';

const transport = {};
const whole = { tools: [ADD_KEY, PING] };

/** What is known after some answers, each asked for without a cursor. */
function knownAfter(...answers: readonly unknown[]): string | undefined {
  const listed: ListedTools = new WeakMap();
  for (const answer of answers) {
    try {
      pageAsked(listed, transport, undefined)?.(answer);
    } catch {
      // As the caller's boundary does.
    }
  }
  return listedDigest(listed, transport);
}

describe('what a connection listed', () => {
  it('is known of its transport alone', () => {
    const listed: ListedTools = new WeakMap();
    pageAsked(listed, transport, {})?.(whole);
    expect(listedDigest(listed, transport)).toBe(BOTH);
    for (const other of [{}, undefined, null, 'x']) expect(listedDigest(listed, other)).toBeUndefined();
    expect(listedDigest(undefined, transport)).toBeUndefined();
  });

  it('is followed on a transport, and where it can be followed', () => {
    expect(pageAsked(new WeakMap(), undefined, {})).toBeUndefined();
    expect(pageAsked(undefined, transport, {})).toBeUndefined();
  });

  it.each<[title: string, answer: unknown]>([
    ['that nobody saw', undefined],
    ['that is no object', 7],
    [
      'whose tools throw as they are read',
      {
        get tools() {
          throw new Error('read');
        },
      },
    ],
    [
      'whose cursor throws as it is read',
      {
        ...whole,
        get nextCursor() {
          throw new Error('read');
        },
      },
    ],
  ])('is unknown after an answer %s', (_title, answer) => {
    expect(knownAfter(whole, answer)).toBeUndefined();
    expect(knownAfter(whole, answer, whole)).toBe(BOTH);
  });
});
