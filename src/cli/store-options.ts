import { InvalidArgumentError, Option } from 'commander';
import { SLOTS } from '../clickhouse/schema.ts';
import type { Shard } from '../clickhouse/shard.ts';
import { isStoreAddress } from '../clickhouse/store-address.ts';

/** What of a store is read. */
export interface StoreOptions {
  /** `clickhouse://…`, as it was typed. */
  readonly from?: string;
  readonly since?: string;
  readonly until?: string;
  readonly shard?: Shard;
}

/** What is wrong where a time is given and no store; of files there is no arrival. */
export function misuseOfWindow({ from, since, until }: StoreOptions): string | undefined {
  if (from !== undefined || (since ?? until) === undefined) return undefined;
  return 'Expected `--since` and `--until` beside `--from`, got one without; leave it out';
}

/** `--from`, which means the same wherever runs are read. */
export function fromOption(): Option {
  return new Option(
    '--from <address>',
    'read the evidence in ClickHouse: clickhouse://[USER@]HOST[:PORT][/DATABASE]',
  ).argParser((text: string): string => {
    if (isStoreAddress(text)) return text;
    throw new InvalidArgumentError(
      'Expected clickhouse://HOST:PORT/DATABASE; files are named without --from.',
    );
  });
}

export function sinceOption(): Option {
  return new Option(
    '--since <time>',
    'with --from: runs of which something arrived at or after this time (2027-03-31T08:00:00Z)',
  ).argParser(parseInstant);
}

export function untilOption(): Option {
  return new Option('--until <time>', 'with --from: and nothing at or after this one').argParser(
    parseInstant,
  );
}

export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'with --from: part i of n, for n workers that need not know of each other',
  ).argParser(parseShard);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

function parseInstant(text: string): string {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Expected a time with its zone, such as 2027-03-31T08:00:00Z.');
  return new Date(time).toISOString();
}

function parseShard(text: string): Shard {
  const [, at = '', of = ''] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? [];
  const shard = { at: Number(at), of: Number(of) };
  if (shard.of >= 1 && shard.of <= SLOTS && shard.at <= shard.of) return shard;
  throw new InvalidArgumentError(`Expected a part and how many there are, at most ${SLOTS}, such as 1/4.`);
}
