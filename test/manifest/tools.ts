import { createHash } from 'node:crypto';

/** `sha256:` over a text that a test wrote out itself. */
export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** A tool as servers list it, with what does not count beside what does. */
export const ADD_KEY = {
  name: 'add_deploy_key',
  title: 'Add a deploy key',
  description: 'Adds a deploy key.\nIt can write.',
  inputSchema: {
    type: 'object',
    required: ['repo', 'owner'],
    properties: {
      repo: { type: 'string' },
      owner: { type: 'string' },
      expires: { type: ['number', 'null'], minimum: 1.5e-7, default: 1e21 },
    },
  },
  outputSchema: { type: 'object' },
  annotations: { title: 'x', readOnlyHint: false, vendorHint: 0.1 },
  icons: [{ src: 'https://example.com/i.png' }],
  _meta: { build: 7 },
  execution: { taskSupport: 'optional' },
} as const;

/** What counts of it, as RFC 8785 writes it. */
export const ADD_KEY_TEXT =
  '{"annotations":{"readOnlyHint":false,"title":"x","vendorHint":0.1}' +
  ',"description":"Adds a deploy key.\\nIt can write."' +
  ',"inputSchema":{"properties":{"expires":{"default":1e+21,"minimum":1.5e-7,"type":["number","null"]}' +
  ',"owner":{"type":"string"},"repo":{"type":"string"}},"required":["repo","owner"],"type":"object"}' +
  ',"name":"add_deploy_key","outputSchema":{"type":"object"}}';

export const PING = { name: 'ping', inputSchema: { type: 'object' } } as const;
export const PING_TEXT = '{"inputSchema":{"type":"object"},"name":"ping"}';

/** The digest of the manifest of both, whatever order they are listed in. */
export const BOTH = sha256(
  `[{"name":"add_deploy_key","tool_digest":"${sha256(ADD_KEY_TEXT)}"},` +
    `{"name":"ping","tool_digest":"${sha256(PING_TEXT)}"}]`,
);
