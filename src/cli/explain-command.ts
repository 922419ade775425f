import type { Settings } from '../config.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { explain } from '../dialect/explain.ts';
import { counted } from '../report/words/paragraph.ts';
import type { SpanView } from '../span/view.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { explanationDocument, type SpanExplanation, type SpanPlace } from './explain-document.ts';
import { isShown } from './explain-shown.ts';
import { explanationText, summaryText } from './explain-text.ts';
import type { Printer } from './printer.ts';
import { shownName } from './read-documents.ts';
import { factReader } from './read-fact.ts';
import { type Rules, type RulesOptions, readRules } from './read-rules.ts';
import { readTelemetry } from './read-telemetry.ts';
import { outputFailure } from './run-output.ts';
import { traceFiles } from './trace-files.ts';
import { readDocument, tellRefused } from './trace-reader.ts';

export interface ExplainOptions extends RulesOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string;
  /** Also spans that have no look of a tool call. */
  readonly all: boolean;
  readonly format: 'text' | 'json';
}

/** Stored traces in, of each span why it was read as it was. See `assay-otel explain --help`. */
export async function explainCommand(
  paths: readonly string[],
  options: ExplainOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  try {
    const seen = await explainFiles(paths, { ...options, rules }, io, printer);
    printer.endRefusals();
    if (seen.hasRead) return 0;
    printer.fail('Expected OTLP traces, got nothing that could be read; nothing was explained');
  } catch (error) {
    const failure = outputFailure(error, 'to stdout');
    if (failure === undefined) throw error;
    printer.fail(failure);
  }
  return 2;
}

async function explainFiles(
  paths: readonly string[],
  options: ExplainOptions & { readonly rules: Rules },
  io: CommandIo,
  printer: Printer,
): Promise<{ readonly hasRead: boolean }> {
  const { format } = options;
  const explainOne = explainer(options);
  const shown = new Map<SpanExplanation['is'], number>();
  let spans = 0;
  let logEvents = 0;
  let documents = 0;
  for (const path of await traceFiles(paths, printer)) {
    const file = shownName(path);
    const refuse = ({ message, ...place }: { readonly message: string }) =>
      printer.refuse({ file, ...place }, message);
    for await (const document of readTelemetry(path, io, { refuse })) {
      const read = readDocument(document);
      tellRefused(file, document, read, printer);
      const place = { file, line: 'line' in document ? document.line : undefined };
      documents += 1;
      spans += read.spans.length;
      logEvents += read.logEvents.length;
      for (const span of read.spans) {
        const told = explainOne(span, place);
        if (told === undefined) continue;
        const separator = shown.size === 0 ? '' : '\n';
        shown.set(told.is, (shown.get(told.is) ?? 0) + 1);
        const isHeard =
          format === 'json'
            ? await printer.line(canonicalJson(told))
            : await printer.text(separator + explanationText(told, printer.colors));
        if (!isHeard) return { hasRead: true };
      }
    }
  }
  if (logEvents > 0) {
    printer.note(
      `${counted(logEvents, 'record')} of ours came as log records, which explain does not join with their spans; surface does`,
    );
  }
  const hasRead = spans + logEvents > 0 || (documents > 0 && printer.refused === 0);
  if (hasRead && format === 'text') {
    await printer.text(`${shown.size === 0 ? '' : '\n'}${summaryText(spans, shown, options)}`);
  }
  return { hasRead };
}

/** Of a span its explanation; `undefined` where nobody who asks about tool calls wants to hear of it. */
function explainer(options: ExplainOptions & { readonly rules: Rules }) {
  const { toolSpans, all } = options;
  // What could be a call is read as one: whoever asks why it is none is told what it would be.
  const readFact = factReader({ ...options, toolSpans: 'all' });
  return (span: SpanView, place: SpanPlace): SpanExplanation | undefined => {
    const { fact } = readFact(span);
    const explanation = explain(span, { toolSpans });
    if (!all && !isShown(span, explanation.is, fact)) return undefined;
    return explanationDocument(span, place, explanation, fact, options);
  };
}
