import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.ts';

const FROM = ['--from', 'clickhouse://127.0.0.1:1/otel'];

describe('surface of files or of a store exits 2', () => {
  it.each<[string, readonly string[], string]>([
    ['for neither', [], 'got neither'],
    ['for both', ['a.jsonl', ...FROM], 'got both'],
    ['for a part of files', ['a.jsonl', '--shard', '1/2'], '`--shard` beside `--from`'],
    ['for times of files', ['a.jsonl', '--since', '2027-03-31T08:00:00Z'], '`--since` beside `--from`'],
    ['for --follow of a store', [...FROM, '--follow'], '`--follow` with files'],
    ['for --idle of a store', [...FROM, '--idle', '5m'], '`--idle` with files'],
    ['for --all-runs of a store', [...FROM, '--all-runs'], 'keeps links alone'],
    ['for --run-key of a store', [...FROM, '--run-key', 'k'], '`assay.run.id`'],
    [
      'for results of files in a store',
      ['a.jsonl', '--out', 'clickhouse://h/otel'],
      'a directory as `--out`',
    ],
    ['for no address', ['--from', '/data/otel'], 'clickhouse://HOST:PORT/DATABASE'],
    ['for a part that is none', [...FROM, '--shard', '3/2'], 'such as 1/4'],
    ['for more parts than there are', [...FROM, '--shard', '1/65'], 'at most 64'],
    ['for a time without a zone', [...FROM, '--since', '2027-03-31T08:00:00'], 'with its zone'],
    ['for a store that is not there', FROM, 'ECONNREFUSED'],
  ])('%s', async (_, args, said) => {
    const run = await cli(['surface', ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(said);
  });
});
