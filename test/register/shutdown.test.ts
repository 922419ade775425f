import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, application, SILENT } from './application.ts';

const REGISTER = ['--require', './assay/register.cjs'];

/** One span, as soon as it begins; then it waits for its end. */
const SPAN = `require('@opentelemetry/api').trace.getTracer('app').startSpan('work').end();`;
/** The handlers first: a signal may come as soon as it says that it is up. */
const waiting = (handlers = '') =>
  `${SPAN} const wait = setInterval(() => {}, 1000); ${handlers} console.log('up');`;

interface Ending {
  readonly name: string;
  readonly code: string;
  readonly signal?: NodeJS.Signals;
  /** Left out where it is a matter of luck. */
  readonly isExported?: boolean;
}

/** How applications end, who ends them, and whether what has ended by then is exported. */
const ENDINGS: readonly Ending[] = [
  { name: 'by itself', code: SPAN, isExported: true },
  { name: 'by itself, with an exit code', code: `${SPAN} process.exitCode = 4;`, isExported: true },
  { name: 'by `process.exit`', code: `${SPAN} process.exit(5);`, isExported: false },
  {
    name: 'by an error',
    code: `${SPAN} setTimeout(() => { throw new TypeError('of the application'); });`,
    isExported: false,
  },
  {
    name: 'by a rejection',
    code: `${SPAN} Promise.reject(new Error('of the application'));`,
    isExported: false,
  },
  { name: 'by SIGTERM', code: waiting(), signal: 'SIGTERM', isExported: true },
  { name: 'by SIGINT', code: waiting(), signal: 'SIGINT', isExported: true },
  {
    name: 'by a handler of its own that exits',
    code: waiting(`process.on('SIGTERM', () => { console.log('handled'); process.exit(7); });`),
    signal: 'SIGTERM',
  },
  {
    name: 'by a handler of its own that ends its work, once',
    code: waiting(
      `process.once('SIGINT', (name, number) => { console.log(name, number, process.listenerCount('SIGINT')); clearInterval(wait); process.exitCode = 8; });`,
    ),
    signal: 'SIGINT',
    isExported: true,
  },
  {
    name: 'by a handler that ends the process only where it is alone',
    code: waiting(
      `const alone = () => { if (process.listenerCount('SIGTERM') !== 1) return; process.removeListener('SIGTERM', alone); console.log('alone'); process.kill(process.pid, 'SIGTERM'); }; process.on('SIGTERM', alone);`,
    ),
    signal: 'SIGTERM',
  },
  {
    name: 'by a handler that was there before',
    code: waiting(
      `process.prependListener('SIGTERM', () => { console.log('first'); clearInterval(wait); });`,
    ),
    signal: 'SIGTERM',
    isExported: true,
  },
];

let app: Application;
let receiver: Server;
let received = 0;
beforeAll(async () => {
  app = await application();
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => receiver.close());

const toReceiver = () => ({
  ...SILENT,
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
});

async function end(args: readonly string[], env: Record<string, string>, signal: NodeJS.Signals | undefined) {
  const running = app.start([...args, 'ending.cjs'], env);
  if (signal !== undefined) {
    await running.printed('up\n');
    running.child.kill(signal);
  }
  const ended = await running.ended;
  // The hooks of module loading stand in stack traces.
  return { ...ended, stderr: ended.stderr.replaceAll(/^ +at .*\n/gm, '') };
}

describe('a process ends as it would have ended', () => {
  it.each(ENDINGS)('$name', async ({ code, signal, isExported }) => {
    app.write('ending.cjs', code);
    const plain = await end([], {}, signal);
    const before = received;
    expect(await end(REGISTER, toReceiver(), signal)).toEqual(plain);
    if (isExported !== undefined) expect(received - before).toBe(isExported ? 1 : 0);
  });

  it('also where the collector never answers, at the second signal at the latest', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    const asked = once(silent, 'request');
    await once(silent, 'listening');
    app.write('ending.cjs', waiting());
    const { port } = silent.address() as AddressInfo;
    const env = { ...toReceiver(), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    const running = app.start([...REGISTER, 'ending.cjs'], env);
    await running.printed('up\n');
    running.child.kill('SIGTERM');
    await asked;
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    silent.closeAllConnections();
    silent.close();
  });
});
