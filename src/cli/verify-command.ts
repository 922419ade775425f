import { canonicalJson } from '../decision/canonical-json.ts';
import { visibleJson } from '../report/words/terminal-text.ts';
import { exitCodeOf } from '../verify/verdict.ts';
import type { VerifiableSurface } from '../verify/verifiable-run.ts';
import { verify } from '../verify/verify.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';
import { readAudits } from './read-audits.ts';
import { readObserved } from './read-observed.ts';
import { type RulesOptions, readRules } from './read-rules.ts';
import { verificationText } from './verification-text.ts';
import { writeSurfaces } from './write-surfaces.ts';

export interface VerifyOptions extends Pick<RulesOptions, 'classifiers'> {
  readonly surface: readonly string[];
  readonly audit: readonly string[];
  readonly out?: string;
  readonly format: 'text' | 'json';
}

/** Surfaces and audit records in, which calls are confirmed out. See `assay-otel verify --help`. */
export async function verifyCommand(
  options: VerifyOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const { surface, audit, out, format } = options;
  if ([...surface, ...audit].filter((path) => path === '-').length > 1) {
    printer.fail('Expected stdin (-) to be named once, got it twice');
    return 2;
  }
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const audits = await readAudits(audit, io, printer);
  const given = await readObserved({ surface, toolSpans: 'mcp' }, io, printer);
  if (audits === undefined || given === undefined) return 2;
  const runs = given.flatMap((run) => (run.surface === undefined ? [] : [{ ...run, surface: run.surface }]));
  const { verification, surfaces } = verify(
    runs.map(({ lineRunId, stem, surface }) => ({
      runId: lineRunId ?? stem ?? null,
      // Valid by the schema, which asks for more than `verify` looks at.
      surface: surface as unknown as VerifiableSurface,
    })),
    audits,
    rules.rules.rules,
  );
  const written = surfaces.map((of, at) => ({ ...runs[at], surface: of }));
  const became = out === undefined ? 'written' : await writeSurfaces(out, surface, written, printer);
  if (became === 'refused') return 2;
  const text =
    format === 'json'
      ? `${visibleJson(canonicalJson(verification))}\n`
      : verificationText(verification, printer.colors);
  const isPrinted = await printText(text, printer);
  return became === 'written' && isPrinted ? exitCodeOf(verification) : 2;
}
