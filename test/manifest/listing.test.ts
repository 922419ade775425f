import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MANIFEST_LIMITS } from '../../src/manifest/limits.ts';
import { listedTool } from '../../src/manifest/listed-tool.ts';
import { manifestDigest, NO_PAGES, withPage } from '../../src/manifest/listing.ts';
import { ADD_KEY, ADD_KEY_TEXT, BOTH, PING, PING_TEXT, sha256 } from './tools.ts';

const toolDigest = (tool: unknown) => listedTool(tool, { ...MANIFEST_LIMITS }).digest;

/** Of a whole listing, page by page; or why there is none. */
function digestOf(...pages: readonly unknown[]): string {
  let listing = NO_PAGES;
  for (const page of pages) {
    const next = withPage(listing, page);
    if (typeof next === 'string') return next;
    listing = next;
  }
  return manifestDigest(listing.tools);
}

describe('the digest of a tool', () => {
  it('is over the canonical form of what counts', () => {
    expect(toolDigest(ADD_KEY)).toBe(sha256(ADD_KEY_TEXT));
    expect(toolDigest(PING)).toBe(sha256(PING_TEXT));
  });

  it.each(['title', 'icons', '_meta', 'execution'] as const)('does not count %s', (member) => {
    const { [member]: _, ...rest } = ADD_KEY;
    expect(toolDigest({ ...rest, [member]: 'another' })).toBe(toolDigest(ADD_KEY));
    expect(toolDigest(rest)).toBe(toolDigest(ADD_KEY));
  });

  it.each(['name', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const)(
    'counts %s, and tells absent from null',
    (member) => {
      const { [member]: _, ...rest } = ADD_KEY;
      const digests = [ADD_KEY, { ...ADD_KEY, [member]: 'another' }].map(toolDigest);
      if (member !== 'name') digests.push(toolDigest(rest), toolDigest({ ...ADD_KEY, [member]: null }));
      expect(new Set(digests).size).toBe(digests.length);
      if (member !== 'name') {
        expect(toolDigest({ ...ADD_KEY, [member]: undefined })).toBe(toolDigest(rest));
      }
    },
  );

  it('is that of the tool as JSON has it', () => {
    expect(toolDigest(JSON.parse(JSON.stringify(ADD_KEY)))).toBe(toolDigest(ADD_KEY));
  });

  it('reads no member of a prototype', () => {
    const tool = Object.assign(Object.create({ description: 'inherited' }), PING);
    expect(toolDigest(tool)).toBe(sha256(PING_TEXT));
  });
});

describe('the digest of a manifest', () => {
  it('is over names and digests, whatever the order and the pages', () => {
    for (const pages of [
      [[ADD_KEY, PING]],
      [[PING, ADD_KEY]],
      [[PING], [ADD_KEY]],
      [[], [PING], [], [ADD_KEY], []],
    ]) {
      expect(digestOf(...pages)).toBe(BOTH);
    }
  });

  it('is one of an empty list too', () => {
    expect(digestOf([])).toBe(sha256('[]'));
  });

  it('counts exact repeats once, and two tools of one name both', () => {
    expect(digestOf([PING, ADD_KEY, PING], [PING])).toBe(BOTH);
    const other = { ...PING, description: 'other' };
    const [first, second] = [toolDigest(PING), toolDigest(other)].sort();
    const both = sha256(
      `[{"name":"ping","tool_digest":"${first}"},{"name":"ping","tool_digest":"${second}"}]`,
    );
    expect(digestOf([PING, other])).toBe(both);
    expect(digestOf([other, PING, other])).toBe(both);
  });

  it('orders names by UTF-16 code units', () => {
    const names = ['\ufb33', '\ud83d\ude00', 'a', 'B', '10', '9'];
    const order = ['10', '9', 'B', 'a', '\ud83d\ude00', '\ufb33'];
    const entries = order.map((name) => JSON.stringify({ name, tool_digest: toolDigest({ name }) }));
    expect(digestOf(names.map((name) => ({ name })))).toBe(sha256(`[${entries.join(',')}]`));
  });

  it('leaves the listing as it was', () => {
    const first = withPage(NO_PAGES, [PING]);
    if (typeof first === 'string') throw new Error('Expected a listing');
    const before = JSON.stringify(first);
    expect(digestOf()).toBe(sha256('[]'));
    withPage(first, [ADD_KEY]);
    withPage(first, [{}]);
    expect(JSON.stringify(first)).toBe(before);
  });
});

describe('what is no listing', () => {
  const cyclic: Record<string, unknown> = { name: 'cyclic' };
  cyclic.inputSchema = cyclic;
  const untouchable = new Proxy(
    {},
    new Proxy({} as ProxyHandler<object>, {
      get: () => () => {
        throw new Error('touched');
      },
    }),
  );
  const deep = () => {
    let value: unknown = {};
    for (let level = 0; level < 100_000; level += 1) value = [value];
    return value;
  };

  it.each<[title: string, page: unknown, why: string]>([
    ['nothing', undefined, 'not_canonical'],
    ['null', null, 'not_canonical'],
    ['a string', 'tools', 'not_canonical'],
    ['an object of tools', { 0: PING, length: 1 }, 'not_canonical'],
    ['a tool that is null', [null], 'not_canonical'],
    ['a tool that is a list', [[PING]], 'not_canonical'],
    ['a tool without a name', [PING, { inputSchema: {} }], 'not_canonical'],
    ['a tool with an empty name', [{ name: '' }], 'not_canonical'],
    ['a tool whose name is no string', [{ name: 7 }], 'not_canonical'],
    ['a tool whose name is inherited', [Object.create(PING)], 'not_canonical'],
    ['a big integer', [{ ...PING, annotations: { n: 1n } }], 'not_canonical'],
    ['what nobody may touch', [untouchable], 'not_canonical'],
    ['a list that nobody may touch', untouchable, 'not_canonical'],
    ['a cycle', [cyclic], 'too_large'],
    ['what nests deep', [{ ...PING, inputSchema: deep() }], 'too_large'],
    ['more tools than are read', Array(MANIFEST_LIMITS.tools + 1).fill(PING), 'too_large'],
    ['a list that says it is endless', new Array(2 ** 32 - 1), 'too_large'],
  ])('has no digest: %s', (_title, page, why) => {
    expect(digestOf(page)).toBe(why);
  });

  it('is one whose pages are too many together, though each is not', () => {
    const half = Array(MANIFEST_LIMITS.tools / 2).fill(PING);
    expect(digestOf(half, half)).toMatch(/^sha256:/);
    expect(digestOf(half, half, [PING])).toBe('too_large');
    const long = { ...PING, description: 'x'.repeat(MANIFEST_LIMITS.text / 2) };
    expect(digestOf([long], [long])).toBe('too_large');
  });

  it('ends, whatever a list says of itself', () => {
    const endless = [PING];
    endless[Symbol.iterator] = function* () {
      for (;;) yield PING;
    } as never;
    expect(digestOf(endless)).toBe('too_large');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          for (const page of [value, [value], [{ name: 'x', inputSchema: value }]]) {
            expect(digestOf(page)).toMatch(/^(sha256:[0-9a-f]{64}|not_canonical|too_large)$/);
          }
        },
      ),
      { seed: 20261130, numRuns: 500 },
    );
  });
});
