import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
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
