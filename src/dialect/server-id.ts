import { type Attributes, attribute, stringAttribute } from '../span/view.ts';
import { integerAttribute } from './integer-attribute.ts';

/** What names a server, most specific first. */
const NAMES = [
  'mcp.server.name',
  'fastmcp.server.name',
  'litellm.mcp.server.name',
  'mastra.mcp_tool_call.server_name',
  'mcp.server',
  'mcp_data.server',
  'mcp.target',
];

/** What the attributes of a span, in whatever dialect, say of the server; raw. */
export function serverIdAttribute(attributes: Attributes): string | undefined {
  for (const key of NAMES) {
    const name = stringAttribute(attributes, key);
    if (name !== undefined) return name;
  }
  const service =
    attribute(attributes, 'rpc.system') === 'mcp' ? stringAttribute(attributes, 'rpc.service') : undefined;
  return service ?? stringAttribute(attributes, 'gateway.name') ?? address(attributes);
}

/** On spans that Sentry streams it is the machine that they come from, whatever they are of. */
function address(attributes: Attributes): string | undefined {
  if (attribute(attributes, 'sentry.sdk.name') !== undefined) return undefined;
  const host = stringAttribute(attributes, 'server.address');
  const port = integerAttribute(attributes, 'server.port');
  return host === undefined || port === undefined ? host : `${host}:${port}`;
}
