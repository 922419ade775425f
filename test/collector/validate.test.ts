import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
import { start } from './child.ts';
import { freeAddresses } from './free-address.ts';
import { collectorFor, configFile } from './running-collector.ts';

const files = readdirSync(configFile('.')).filter((name) => name.endsWith('.yaml'));

/** As an operator would, in an empty folder and without any variable set. */
function validate(file: string, config: string) {
  const { status, stderr } = spawnSync(collectorFor(file), ['validate', `--config=${config}`], {
    cwd: folderWith(),
    env: {},
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('what the Collector itself says of each file', () => {
  it.each(files)('%s is valid', (file) => {
    expect(validate(file, configFile(file))).toEqual({ status: 0, stderr: '' });
  });

  it.each(files)('%s with a key that no component knows is not', (file) => {
    const text = readFileSync(configFile(file), 'utf8').replace('check_interval:', 'chekc_interval:');
    const folder = folderWith({ [file]: text });
    expect(validate(file, join(folder, file))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('chekc_interval'),
    });
  });
});

/** What docs/serve.md shows of a Collector, as a file. */
function shownInServeDoc(): string {
  const doc = readFileSync(configFile('../docs/serve.md'), 'utf8');
  return /^## Beside a Collector$.*?^```yaml\n(.*?)^```$/ms.exec(doc)?.[1] ?? '';
}

describe('the Collector of docs/serve.md', () => {
  it('is valid, and sends elsewhere than it listens', () => {
    const folder = folderWith({ 'shown.yaml': shownInServeDoc() });
    expect(validate('shown.yaml', join(folder, 'shown.yaml'))).toEqual({ status: 0, stderr: '' });
    const places = [...shownInServeDoc().matchAll(/127\.0\.0\.1:\d+/g)].map(([place]) => place);
    expect(places).toHaveLength(4);
    expect(new Set(places).size).toBe(4);
  });

  it('starts', async () => {
    const [grpc = '', http = ''] = await freeAddresses(2);
    const text = shownInServeDoc().replace('127.0.0.1:4317', grpc).replace('127.0.0.1:4318', http);
    const cwd = folderWith({ 'shown.yaml': text });
    const collector = await start({
      path: collectorFor('shown.yaml'),
      args: ['--config=shown.yaml', '--set=service.telemetry.metrics.level=none'],
      cwd,
      env: {},
      ready: 'Everything is ready.',
    });
    await collector.stop();
    expect(readdirSync(cwd)).toContain('assay-queue');
  });
});

describe('what gateway.yaml has in comments', () => {
  it('is valid without the comment signs: records to the backend too', () => {
    const text = readFileSync(configFile('gateway.yaml'), 'utf8');
    const [, indent = '', ...rest] = /^( {4})# logs\/backend:\n((?: {4}# {3}.*\n?)+)/m.exec(text) ?? [];
    expect(rest[0]?.trimEnd().split('\n')).toHaveLength(3);
    const open = text.replace(
      /^ {4}# (logs\/backend:$| {2}(?:receivers|processors|exporters): \[)/gm,
      `${indent}$1`,
    );
    expect(open).toMatch(/^ {4}logs\/backend:\n {6}receivers: .*\n {6}processors: .*\n {6}exporters: /m);
    const folder = folderWith({ 'gateway.yaml': open });
    expect(validate('gateway.yaml', join(folder, 'gateway.yaml'))).toEqual({ status: 0, stderr: '' });
  });
});
