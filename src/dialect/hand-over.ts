import type { AboutDialect, Dialect } from './dialect.ts';
import { genAiArguments, genAiResult, plainNames, toolNameIn } from './tool-keys.ts';

/**
 * A span that speaks no dialect, on which the application handed a call over. No span says so itself, so
 * `recognise` never finds it: `recognise.ts` reads by this dialect where a hand-over is there and no other
 * dialect sees a call. Where one does, that one is read and only what was handed over outranks it.
 */
export const handOver: Dialect = {
  name: 'hand-over',
  marksToolError: false,
  recognise: () => undefined,
  read({ attributes, kind }) {
    const toolName = toolNameIn(attributes, 'gen_ai.tool.name');
    return {
      toolName,
      vantage: kind === 'server' || kind === 'client' ? kind : 'framework',
      arguments: genAiArguments(attributes),
      result: genAiResult(attributes),
      plainNames: plainNames(toolName, 'tools/call '),
    };
  },
};

export const about: AboutDialect = {
  title: '`observeToolCall`, on a span of any instrumentation',
  source: 'assay-otel',
  fingerprint: {},
  documents: {
    proof: 'proven',
    vantage: '`server` and `client` by span kind, else `framework`',
    arguments: 'handed over; else `gen_ai.tool.call.arguments`',
    result: '`gen_ai.tool.call.result`',
    server: 'handed over; else as in every dialect',
    decision: 'handed over',
    errors: 'what was handed over; else `error.type`, span status, the result',
    cannotSay: 'how the call ended, where neither a status nor a result is there',
  },
};
