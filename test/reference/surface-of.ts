import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program.ts';
import type { DecisionRecord, Surface } from '../../src/index.ts';

/**
 * What `assay-otel surface` writes for these OTLP/JSON documents of one run; `assay-otel validate` must accept it.
 *
 * @throws {Error} with what the command said, where it refused anything or found more than one run.
 */
export async function surfaceOf(documents: readonly string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-otel-surface-'));
  try {
    await run(['surface', '-', '--out', directory], documents);
    await run(['validate', directory], []);
    const [file, ...others] = readdirSync(directory).filter((name) => name.endsWith('.surface.json'));
    if (file === undefined || others.length > 0) throw new Error(`expected one run, found ${others.length}`);
    return readFileSync(join(directory, file), 'utf8');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The one record of these documents. */
export async function recordOf(documents: readonly string[]): Promise<DecisionRecord> {
  const { observed_tool_decisions: records } = JSON.parse(await surfaceOf(documents)) as Surface;
  const [record, ...others] = records;
  if (record === undefined || others.length > 0)
    throw new Error(`expected one record, found ${records.length}`);
  return record;
}

async function run(args: readonly string[], documents: readonly string[]): Promise<void> {
  let said = '';
  const output = {
    write(text: string, done?: () => void) {
      said += text;
      done?.();
      return true;
    },
    on: () => undefined,
  };
  async function* stdin() {
    for (const document of documents) yield Buffer.from(`${document}\n`);
  }
  const code = await runCommandLine(args, { stdin: stdin(), stdout: output, stderr: output, env: {} });
  if (code !== 0 || said !== '') throw new Error(`assay-otel ${args[0]} ended with ${code}: ${said}`);
}
