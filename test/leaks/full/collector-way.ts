import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { parse, stringify } from 'yaml';
import { start } from '../../collector/child.ts';
import { freeAddresses } from '../../collector/free-address.ts';
import { configFile } from '../../collector/running-collector.ts';
import { send } from '../../collector/send.ts';
import type { FilledCase } from '../filled.ts';
import { texts } from '../text-ways.ts';
import { NOT_OVER_OTLP, traces, type Way } from '../ways.ts';

/** As many as one request brings. */
const IN_A_BODY = 500;
/** None of the files takes logs: what is sent to them as logs is refused. */
const WITHOUT = [...NOT_OVER_OTLP, 'logs'] as const;

type Config = Readonly<Record<string, unknown>>;

const ours = parse(readFileSync(configFile('redaction.yaml'), 'utf8')) as {
  readonly processors: { readonly 'redaction/wall': Config & { readonly blocked_values: readonly string[] } };
};
const wall = ours.processors['redaction/wall'];

/** `collector-config/redaction.yaml`, as it stands. */
export const COLLECTOR: Way = {
  name: 'collector',
  title: '`redaction.yaml`',
  without: WITHOUT,
  run: async (cases) => collected(configFile('redaction.yaml'), cases),
};

/** The Collector's own redaction processor alone, set up as one or the other kind of list. */
function processorAlone(name: string, title: string, processor: Config): Way {
  return { name, title, without: WITHOUT, run: async (cases) => collected(fileWith(processor), cases) };
}

/** With the keys and the shapes that ours has: what an allow-list of attributes does by itself. */
export const ALLOW_LIST = processorAlone('redaction-allow', 'redaction processor, allow-list', wall);

/** All keys but those that say what they hold, and the same shapes: how it is set up where the spans must stay readable. */
export const DENY_LIST = processorAlone('redaction-deny', 'redaction processor, deny-list', {
  allow_all_keys: true,
  redact_all_types: true,
  summary: 'silent',
  // The first two are the example of its documentation.
  blocked_key_patterns: [
    ...['.*token.*', '.*api_key.*', '.*password.*', '.*secret.*', '.*authorization.*', '.*cookie.*'],
    ...['.*credential.*', '.*private_key.*'],
  ],
  // Without the two that mask JSON and long values whole, which belong to an allow-list.
  blocked_values: wall.blocked_values.slice(2),
});

const folder = mkdtempSync(join(tmpdir(), 'assay-otel-leaks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(processor: Config): string {
  const path = join(mkdtempSync(join(folder, 'config-')), 'collector.yaml');
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `\${env:ASSAY_HTTP_ADDRESS}` } } } },
    processors: { redaction: processor },
    exporters: { file: { path: `\${env:ASSAY_DATA_FOLDER}/traces.jsonl`, create_directory: true } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], processors: ['redaction'], exporters: ['file'] } },
    },
  };
  writeFileSync(path, stringify(config));
  return path;
}

/** What a Collector with this file makes of the spans of these cases: the file it writes, and all it printed. */
async function collected(config: string, cases: readonly FilledCase[]): Promise<ReadonlySet<string>> {
  const [grpc = '', http = '', health = '', telemetry = '', nobody = ''] = await freeAddresses(5);
  const data = mkdtempSync(join(folder, 'data-'));
  const child = await start({
    path: inject('peers').collector,
    args: [`--config=${config}`],
    cwd: data,
    env: {
      ASSAY_GRPC_ADDRESS: grpc,
      ASSAY_HTTP_ADDRESS: http,
      ASSAY_HEALTH_ADDRESS: health,
      ASSAY_TELEMETRY_PORT: telemetry.split(':')[1] ?? '',
      ASSAY_GATEWAY_URL: `http://${nobody}`,
      ASSAY_DATA_FOLDER: data,
    },
    ready: 'Everything is ready.',
  });
  for (let from = 0; from < cases.length; from += IN_A_BODY) {
    await send(`http://${http}`, traces(cases.slice(from, from + IN_A_BODY)));
  }
  await child.stop();
  const written = readFileSync(join(data, 'traces.jsonl'), 'utf8');
  // Every span has come through.
  expect(written.split('"startTimeUnixNano"').length - 1).toBe(
    cases.reduce((sum, { root }) => sum + (root === undefined ? 1 : 2), 0),
  );
  return texts(written, child.log());
}
