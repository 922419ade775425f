// ClickHouse's HTTP interface over the engine in this process, for tests alone: as much of it as `@clickhouse/client` and
// the Collector's ClickHouse exporter use. One database, no users, no settings but those of the engine.
//
//   node scale/front.mjs DATA_FOLDER [HOST:PORT [CONFIGURATION]]
//
// CONFIGURATION is a file as a server takes it; clusters and macros count. Prints `ready http://HOST:PORT` when it listens.
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import chdb from 'chdb';

const DATABASE = 'otel';
/** Connections to the engine: each takes one query at a time. */
const CONNECTIONS = 2;
/** Query parameters are part of the address. */
const MAX_HEADER_BYTES = 2 * 1024 * 1024;

const [folder = '', listen = '127.0.0.1:0', configuration] = process.argv.slice(2);
const uploads = resolve(folder, 'uploads');
mkdirSync(uploads, { recursive: true });

const args = ['--max_query_size=8388608', '--allow_experimental_json_type=1', '--mutations_sync=1'];
if (configuration !== undefined) args.push(`--config-file=${resolve(configuration)}`);
const sessions = Array.from({ length: CONNECTIONS }, () => {
  const session = new chdb.Session(resolve(folder, 'engine'), { connectionArgs: args });
  session.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
  session.query(`USE ${DATABASE}`);
  return session;
});
const waiting = [];
let uploaded = 0;

/** Runs with a connection of its own. */
async function withSession(work) {
  const session = sessions.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
  try {
    return await work(session);
  } finally {
    const next = waiting.shift();
    if (next === undefined) sessions.push(session);
    else next(session);
  }
}

const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
  answer(request, response).catch((error) => fail(response, error));
});

async function answer(request, response) {
  const url = new URL(request.url, 'http://front');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  const asked = url.searchParams.get('query') ?? '';
  const insert = /^\s*INSERT\s+INTO\s+(.+?)\s+FORMAT\s+(\w+)\s*;?\s*$/is.exec(asked);
  if (insert !== null) return takeRows(request, response, insert);
  const body = await textOf(request);
  const sql = `${asked}\n${body}`.trim();
  if (sql.startsWith(HELLO)) return response.end(helloBlock());
  const format =
    url.searchParams.get('default_format') ?? request.headers['x-clickhouse-format'] ?? 'TabSeparated';
  const result = await withSession((session) => session.queryAsync(sql, { format }));
  response.setHeader('X-ClickHouse-Format', format);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.end(Buffer.from(result.bytes()));
}

/** What the Go client asks first. */
const HELLO = 'SELECT displayName(), version(), revision(), timezone()';

/**
 * The answer to it as the block that the client's own protocol version wants. It says revision 0: from there on blocks are
 * plain, which is what the engine writes.
 */
function helloBlock() {
  const text = (value) => [value.length, ...Buffer.from(value)];
  const column = (name, type, value) => [...text(name), ...text(type), 0, ...value];
  const info = [1, 0, 2, 255, 255, 255, 255, 0];
  const columns = [
    column('name', 'String', text('front')),
    column('version', 'String', text('26.7.2')),
    column('revision', 'UInt32', [0, 0, 0, 0]),
    column('timezone', 'String', text('UTC')),
  ];
  return Buffer.from([...info, columns.length, 1, ...columns.flat()]);
}

/** Rows in the body: into a file, and from there. */
async function takeRows(request, response, [, target, format]) {
  uploaded += 1;
  const file = join(uploads, `${uploaded}.rows`);
  try {
    await pipeline(unpacked(request), createWriteStream(file));
    const into = columnsOf(target);
    const sql = `INSERT INTO ${target} SELECT ${into} FROM file('${file}', '${format}')`;
    await withSession((session) => session.queryAsync(sql, { format: 'Null' }));
    response.end();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The columns that a statement names, which the rows have in that order; all of the file's otherwise. */
function columnsOf(target) {
  const named = /\((.+)\)\s*$/s.exec(target);
  return named === null ? '*' : named[1];
}

function unpacked(request) {
  return request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
}

async function textOf(request) {
  const pieces = [];
  for await (const piece of unpacked(request)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** As the server answers: a status, the code in a header, code and name in the text. */
function fail(response, error) {
  const code = error?.clickhouseCode ?? 1000;
  if (!response.headersSent) {
    response.statusCode = code === 60 ? 404 : 500;
    response.setHeader('X-ClickHouse-Exception-Code', String(code));
  }
  response.end(`${error?.message ?? error}\n`);
}

const [host, port] = listen.split(':');
server.listen(Number(port), host, () => {
  process.stdout.write(`ready http://${host}:${server.address().port}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.closeAllConnections();
    server.close(async () => {
      for (const session of sessions) session.close();
      await chdb.drainPending();
      process.exit(0);
    });
  });
}
