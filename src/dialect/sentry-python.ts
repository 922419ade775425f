import { attribute } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { sentryArguments } from './sentry-arguments.ts';
import { nameTail, plainNames, toolNameIn } from './tool-keys.ts';

/**
 * Sentry's MCP integration for Python: `is_error`, which newer versions do not write, means that the handler raised,
 * never that it returned one.
 */
export const sentryPython: Dialect = {
  name: 'sentry-python',
  marksToolError: false,
  recognise({ attributes }) {
    const method = mcpMethod(attributes);
    if (method === undefined || attribute(attributes, 'sentry.origin') !== 'auto.ai.mcp') return undefined;
    return mcpRequest(method, 'server');
  },
  read({ attributes, name }) {
    const toolName = toolNameIn(attributes, 'mcp.tool.name') ?? nameTail(name, 'tools/call ');
    const raised = booleanOf(attribute(attributes, 'mcp.tool.result.is_error')) === true;
    return {
      toolName,
      vantage: 'server',
      arguments: sentryArguments(attributes, 'bare'),
      result: raised ? { isError: true } : undefined,
      plainNames: plainNames(toolName, 'tools/call '),
    };
  },
};

export const about: AboutDialect = {
  title:
    'Sentry Python SDK, MCP integration, where its spans are written as OpenTelemetry; it does not do so itself',
  source: 'sentry-sdk, August 2026; captured of 2.75.0',
  fingerprint: { attributes: ['mcp.method.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server`',
    arguments: '`mcp.request.argument.<key>`, strings bare',
    argumentsSwitch: '`data_collection.gen_ai.inputs`, on unless it is set to `False`',
    result: '`mcp.tool.result.is_error`, only where the handler raised, and of older versions',
    server: '–',
    decision: '–',
    errors: '`mcp.tool.result.is_error`, where the handler raised; span status',
    cannotSay: 'an error that the tool returned; a success; the server',
  },
};
