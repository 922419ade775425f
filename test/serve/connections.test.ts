import { describe, expect, it } from 'vitest';
import { folderWith } from '../cli/run-cli.ts';
import { BODY, expectWell, head, raw } from './raw-connection.ts';
import { receiving, until } from './receiving.ts';

const MIB = 1024 * 1024;

const chunked = (): string =>
  'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n';

describe('whoever is slow or speaks something else', () => {
  it('is told to try again, where the body does not come in time', async () => {
    const one = await receiving({ limits: { requestTime: 300 } });
    const { socket, answer } = raw(one.port);
    socket.write(`${head(100)}{`);
    expect(await answer).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/);
    // Once: that its connection ended with it is no further request.
    await one.stop();
    expect(one.said).toEqual(['requests refused: too_slow 1']);
  });

  it.each([
    ['goes away in the midst of a body', `${head(100)}{`, 'gone 1'],
    ['sends garbage in the midst of a body in chunks', `${chunked()}zz\r\n`, 'not_http 1'],
    [
      'sends more than is taken, and then garbage',
      `${head(500 * MIB)}${'x'.repeat(2_000)}`,
      'body_too_large 1',
    ],
  ])('is counted once where it %s', async (_, bytes, expected) => {
    const one = await receiving();
    const { socket, answer } = raw(one.port);
    await new Promise((resolve) => socket.write(bytes, resolve));
    if (expected.startsWith('gone'))
      await until(
        'the body to be held',
        async () => (await one.metric('assay_otel_serve_held_body_bytes')) > 0,
      );
    else await answer;
    socket.destroy();
    await until('it to be told', () => one.said.length > 0);
    await one.stop();
    expect(one.said).toEqual([`requests refused: ${expected}`]);
  });

  it('takes no place from others', async () => {
    const one = await receiving({ limits: { requests: 1 } });
    for (let n = 0; n < 50; n += 1) raw(one.port).socket.write(`${head(1_000)}{`);
    expect((await one.post(BODY)).status).toBe(200);
  });

  it.each([
    ['garbage', Buffer.from('\x16\x03\x01\x02\x00FAKE\x00\x01garbage\r\n\r\n', 'latin1'), /^HTTP\/1\.1 400 /],
    [
      'too long a head',
      Buffer.from(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 /,
    ],
  ])('gets an answer: %s', async (_, bytes, expected) => {
    const one = await receiving();
    const { socket, answer } = raw(one.port);
    socket.write(bytes);
    expect(await answer).toMatch(expected);
    expect(await one.metric('assay_otel_serve_refusals_total{reason="not_http"}')).toBe(1);
    await expectWell(one);
  });

  it('may go away at any moment', async () => {
    const one = await receiving();
    for (const part of [
      '',
      'POST',
      head(100),
      `${head(BODY.length)}${BODY.slice(0, 20)}`,
      `${head(BODY.length)}${BODY}`,
    ]) {
      const { socket } = raw(one.port);
      await new Promise((resolve) => socket.write(`${part} `.trimEnd() || '\r\n', resolve));
      socket.destroy();
    }
    await expectWell(one);
  });

  it('is told of in the log at most once in a while', async () => {
    const one = await receiving();
    for (let n = 0; n < 30; n += 1) await one.post('x');
    expect(one.said).toEqual(['requests refused: not_decoded 1']);
    await one.stop();
    expect(one.said).toEqual(['requests refused: not_decoded 1', 'requests refused: not_decoded 29']);
  });
});

describe('what comes behind a request on its connection', () => {
  it('is never answered in the place of it', async () => {
    const data = folderWith();
    const one = await receiving({ data });
    const { socket, answer } = raw(one.port);
    socket.write(`${head(BODY.length)}${BODY}garbage\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{\}$/);
    await one.stop();
    expect(one.said).toEqual(['requests refused: not_http 1']);
    expect(one.written).toHaveLength(1);
  });

  it('waits for its turn where it is a request', async () => {
    const one = await receiving();
    const { socket, answer } = raw(one.port);
    const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    socket.write(`${head(BODY.length)}${BODY}${head(1)}x${last}`);
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});

describe('an address', () => {
  it.each([
    ['//receiver/runs', 404],
    ['/v1/../runs', 404],
    ['/./runs', 404],
    ['/%72uns', 404],
    ['/runs/', 404],
    ['/runs/..', 404],
    ['/runs#x', 400],
    ['*', 400],
    ['http://localhost/runs?limit=1', 200],
    ['http://rebound.example/runs', 421],
    ['http://user@localhost/runs', 421],
    ['http://localhost', 400],
  ])('is taken as it stands: %s', async (address, status) => {
    const one = await receiving();
    const { socket, answer } = raw(one.port);
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect((await answer).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});
