import { attribute } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import type { Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';
import { sentryArguments } from './sentry-arguments.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/** Sentry's MCP integration for Python: `is_error` means that the handler raised, never that it returned one. */
export const sentryPython: Dialect = {
  name: 'sentry-python',
  title: 'Sentry Python SDK, MCP integration',
  source: 'sentry-sdk, August 2026',
  fingerprint: { attributes: ['mcp.method.name'] },
  marksToolError: false,
  documents: {
    proof: 'proven',
    vantage: '`server`',
    arguments: '`mcp.request.argument.<key>`, strings bare',
    argumentsSwitch: '`data_collection.gen_ai.inputs`, on unless it is set to `False`',
    result: '`mcp.tool.result.is_error`, only where the handler raised',
    server: '–',
    decision: '–',
    errors: '`mcp.tool.result.is_error`, where the handler raised; span status',
    cannotSay: 'an error that the tool returned; a success; the server',
  },
  recognise({ attributes }) {
    const method = mcpMethod(attributes);
    if (method === undefined || attribute(attributes, 'sentry.origin') !== 'auto.ai.mcp') return undefined;
    return method === 'tools/call' ? { is: 'call', proven: true } : { is: 'mcp', method, vantage: 'server' };
  },
  read({ attributes, name }) {
    const toolName = toolNameIn(attributes, 'mcp.tool.name') ?? nameTail(name, 'tools/call ');
    const raised = booleanOf(attribute(attributes, 'mcp.tool.result.is_error')) === true;
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'server',
      serverId: serverIdAttribute(attributes),
      arguments: sentryArguments(attributes, 'bare'),
      result: raised ? { isError: true } : undefined,
      plainNames: plainNames(toolName, 'tools/call '),
    };
  },
};
