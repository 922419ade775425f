import { StoreError } from './store-error.ts';

/** Where a store is and as whom it is read. */
export interface StoreAddress {
  /** Of the HTTP interface, without credentials. */
  readonly url: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

const SCHEME = 'clickhouse:';
const PORT = { http: '8123', https: '8443' };
const FORM = '`clickhouse://[USER@]HOST[:PORT][/DATABASE][?secure=true]`';

/** Whether somebody means a store by it; anything else is a path. */
export function isStoreAddress(text: string): boolean {
  return text.startsWith(`${SCHEME}//`);
}

/**
 * `clickhouse://HOST:PORT/DATABASE`: the port is that of the HTTP interface (8123, or 8443 with `?secure=true`), the
 * database `default`, the user `default`. The password is taken from `ASSAY_CLICKHOUSE_PASSWORD`: what stands on a
 * command line is seen by others.
 *
 * @throws {StoreError} `address`.
 */
export function storeAddress(text: string, env: Readonly<Record<string, string | undefined>>): StoreAddress {
  const url = parsed(text);
  if (url.password !== '') throw wrong('no password in it; set ASSAY_CLICKHOUSE_PASSWORD');
  const [, database = '', ...more] = url.pathname.split('/');
  if (more.length > 0) throw wrong('one database');
  for (const key of url.searchParams.keys()) if (key !== 'secure') throw wrong('no parameter but `secure`');
  const secure = url.searchParams.get('secure') ?? 'false';
  if (secure !== 'true' && secure !== 'false') throw wrong('`secure` to be true or false');
  const scheme = secure === 'true' ? 'https' : 'http';
  return {
    url: `${scheme}://${url.hostname}:${url.port || PORT[scheme]}`,
    database: decodeURIComponent(database) || 'default',
    username: decodeURIComponent(url.username) || 'default',
    password: env.ASSAY_CLICKHOUSE_PASSWORD ?? '',
  };
}

function parsed(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === SCHEME && url.hostname !== '') return url;
  } catch {
    // Told below.
  }
  throw wrong('that form');
}

function wrong(what: string): StoreError {
  return new StoreError(
    'address',
    `Expected an address of the form ${FORM}, with ${what}; the port is that of ClickHouse's HTTP interface`,
  );
}
