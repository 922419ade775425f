import { describe, expect, it } from 'vitest';
import { MANIFEST_LIMITS } from '../../src/manifest/limits.ts';
import { ManifestError } from '../../src/manifest/manifest-error.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { ADD_KEY, ADD_KEY_TEXT, BOTH, PING, sha256 } from './tools.ts';

const response = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });
const read = (document: unknown) => readManifest(JSON.stringify(document));
const described = (tool: object) => read([{ ...PING, ...tool }]).tools[0];

describe('an answer to tools/list in a file', () => {
  it.each<[form: string, document: unknown]>([
    ['a JSON-RPC response', response({ tools: [PING, ADD_KEY], _meta: {} })],
    ['its result', { tools: [ADD_KEY, PING] }],
    ['a list of tools', [ADD_KEY, PING, PING]],
  ])('is read as %s, and has the digest that the instrumentation computes', (_form, document) => {
    const { digest, tools } = read(document);
    expect(digest).toBe(BOTH);
    expect(tools.map(({ name }) => name)).toEqual(['add_deploy_key', 'ping']);
  });

  it('is told by tool', () => {
    expect(described(ADD_KEY)).toEqual({
      name: 'add_deploy_key',
      digest: sha256(ADD_KEY_TEXT),
      description: 'Adds a deploy key.',
      annotations: { readOnlyHint: false },
      inputs: [
        { name: 'expires', types: ['null', 'number'], required: false },
        { name: 'owner', types: ['string'], required: true },
        { name: 'repo', types: ['string'], required: true },
      ],
    });
    expect(described({})).toMatchObject({ description: undefined, annotations: {}, inputs: [] });
  });

  it('may begin with a byte order mark', () => {
    expect(readManifest(`\ufeff${JSON.stringify([PING, ADD_KEY])}`).digest).toBe(BOTH);
  });

  it('has no digest as one page of several, and its tools all the same', () => {
    const page = { tools: [PING], nextCursor: 'c' };
    for (const document of [
      page,
      response(page),
      { ...page, nextCursor: '' },
      { ...page, nextCursor: null },
    ]) {
      expect(read(document)).toMatchObject({ digest: undefined, tools: [{ name: 'ping' }] });
    }
  });
});

describe('what a server says of a tool', () => {
  it.each<[title: string, description: unknown, shown: string | undefined]>([
    ['its first line that is not blank', ' \n\r\n  Reads.\u2028More', 'Reads.'],
    ['no control that moves a cursor', 'a\u001b[31mb\u0007', 'a\ufffd[31mb\ufffd'],
    ['no secret', `key ${SECRET_SAMPLES[0]?.hit}`, '[masked]'],
    ['nothing where it is blank', ' \n\t', undefined],
    ['nothing where it is no text', { a: 1 }, undefined],
  ])('is shown with %s', (_title, description, shown) => {
    expect(described({ description })?.description).toBe(shown);
  });

  it('is cut where it is long', () => {
    const { description = '', name = '' } =
      described({ description: 'd'.repeat(100_000), name: 'n'.repeat(100_000) }) ?? {};
    for (const text of [description, name]) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256);
      expect(text).toMatch(/^(d+|n+)…[0-9a-f]{16}$/);
    }
  });

  it('is no hint that MCP does not know, and none that is no truth value', () => {
    const annotations = { destructiveHint: true, idempotentHint: 'yes', safeHint: true, __proto__x: true };
    expect(described({ annotations })?.annotations).toEqual({ destructiveHint: true });
    expect(described({ annotations: [true] })?.annotations).toEqual({});
  });

  it.each<[title: string, schema: string, inputs: readonly (readonly unknown[])[]]>([
    [
      'a type that is none',
      '{"properties":{"a":{"type":"date"},"b":{"type":["string",7,"file"]}}}',
      [
        ['a', [], false],
        ['b', ['string'], false],
      ],
    ],
    [
      'no type of its own',
      '{"properties":{"a":{"anyOf":[{"type":"string"}]},"b":true,"c":null}}',
      [
        ['a', [], false],
        ['b', [], false],
        ['c', [], false],
      ],
    ],
    ['what is required and not described', '{"required":["z",1,"z"]}', [['z', [], true]]],
    [
      'names of a prototype',
      '{"properties":{"__proto__":{"type":"string"}},"required":["constructor"]}',
      [
        ['__proto__', ['string'], false],
        ['constructor', [], true],
      ],
    ],
    ['properties that are a list', '{"properties":[{"type":"string"}],"required":"a"}', []],
    ['a schema that is none', '7', []],
  ])('has inputs with %s', (_title, schema, inputs) => {
    const [tool] = readManifest(`[{"name":"t","inputSchema":${schema}}]`).tools;
    expect(tool?.inputs.map(({ name, types, required }) => [name, types, required])).toEqual(inputs);
  });
});

describe('another file', () => {
  const deep = `[{"name":"t","inputSchema":${'['.repeat(500)}${']'.repeat(500)}}]`;

  it.each<[title: string, text: string, code: string]>([
    ['no text', '', 'not_json'],
    ['no JSON', '{"tools": [canary]}', 'not_json'],
    ['a number', '7', 'no_listing'],
    ['null', 'null', 'no_listing'],
    ['an object without tools', '{"canary":1}', 'no_listing'],
    ['tools that are no list', '{"tools":{"canary":1}}', 'no_listing'],
    ['an inherited name', '{"__proto__":{"tools":[]}}', 'no_listing'],
    [
      'a refusal of the server',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"canary"}}',
      'error_answer',
    ],
    ['a tool that is none', '["canary"]', 'bad_tool'],
    ['a tool without a name', '[{"title":"canary"}]', 'bad_tool'],
    ['a lone surrogate', String.raw`[{"name":"canary\ud800"}]`, 'bad_tool'],
    ['a number that is none of JSON', '[{"name":"canary","annotations":{"n":1e999}}]', 'bad_tool'],
    ['what nests deep', deep, 'too_large'],
    ['what nests deeper than a parser likes', '['.repeat(200_000), 'not_json'],
    ['more tools than are read', JSON.stringify(Array(MANIFEST_LIMITS.tools + 1).fill(PING)), 'too_large'],
    ['a file that is not parsed', ' '.repeat(8 * MANIFEST_LIMITS.text + 1), 'too_large'],
  ])('is refused for %s, and nothing of it is told', (_title, text, code) => {
    const refusal = refusalOf(text);
    expect(refusal).toBeInstanceOf(ManifestError);
    expect(refusal).toMatchObject({ name: 'ManifestError', code });
    expect(refusal?.message).toMatch(/^Expected .*, got /);
    expect(`${refusal?.message}${refusal?.cause}`).not.toContain('canary');
  });
});

function refusalOf(text: string): Error | undefined {
  try {
    readManifest(text);
  } catch (error) {
    return error as Error;
  }
  return undefined;
}
