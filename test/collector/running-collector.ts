import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import { type Child, start } from './child.ts';
import { freeAddresses } from './free-address.ts';

/** A Collector with one of the files of `collector-config`, on ports and in a folder of its own. */
export interface RunningCollector extends Child {
  /** Where it takes OTLP/HTTP. */
  readonly url: string;
  /** Where it takes OTLP/gRPC, `host:port`. */
  readonly grpc: string;
  readonly folder: string;
  /** Paths of what its file exporter wrote, oldest first. */
  files(): string[];
  /** All that stands in them. */
  written(): string;
}

export const configFile = (name: string): string =>
  fileURLToPath(new URL(`../../collector-config/${name}`, import.meta.url));

/** The distribution that has what the file needs. */
export function collectorFor(config: string): string {
  const { collector, kafkaCollector } = inject('peers');
  return config.startsWith('kafka-') ? kafkaCollector : collector;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Circumstances {
  /** Arguments besides the file itself. */
  readonly args?: readonly string[];
  /** Where it runs and keeps its data. Default: a new folder. */
  readonly folder?: string;
}

/** Starts it; `env` says where it sends things and what else the file leaves open. */
export async function startCollector(
  config: string,
  env: Readonly<Record<string, string>> = {},
  { args = [], folder = temporaryFolder() }: Circumstances = {},
): Promise<RunningCollector> {
  const [grpc = '', http = '', health = '', telemetry = ''] = await freeAddresses(4);
  const child = await start({
    path: collectorFor(config),
    args: [`--config=${configFile(config)}`, ...args],
    cwd: folder,
    env: {
      ASSAY_GRPC_ADDRESS: grpc,
      ASSAY_HTTP_ADDRESS: http,
      ASSAY_HEALTH_ADDRESS: health,
      ASSAY_TELEMETRY_PORT: telemetry.split(':')[1] ?? '',
      ASSAY_DATA_FOLDER: './assay-data',
      ...env,
    },
    ready: 'Everything is ready.',
  });
  const data = join(folder, 'assay-data');
  const files = (): string[] =>
    readdirSync(data)
      .filter((name) => name.endsWith('.jsonl'))
      // A file that was set aside bears its time and sorts before the current one.
      .sort()
      .map((name) => join(data, name));
  return {
    ...child,
    url: `http://${http}`,
    grpc,
    folder,
    files,
    written: () =>
      files()
        .map((file) => readFileSync(file, 'utf8'))
        .join(''),
  };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-collector-'));
  folders.push(folder);
  return folder;
}
