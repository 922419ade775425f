import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { callSpan, line } from '../cli/call-spans.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
import { receiving } from './receiving.ts';

const BODY = line([callSpan()]);
const TOKEN = 'FAKE-token-of-a-test';

describe('a receiver with a token', () => {
  it.each([
    ['none', {}, 401],
    ['another', { authorization: 'Bearer FAKE-other' }, 401],
    ['an empty one', { authorization: 'Bearer ' }, 401],
    ['one that begins alike', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['the token in another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['the token', { authorization: `Bearer ${TOKEN}` }, 200],
    ['the token, the scheme in other letters', { authorization: `bearer ${TOKEN}` }, 200],
  ])('answers %s', async (_, headers, status) => {
    const one = await receiving({ token: TOKEN });
    const response = await one.post(BODY, headers);
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    for (const path of ['/runs', '/metrics']) expect((await one.get(path, headers)).status).toBe(status);
    for (const path of ['/healthz', '/readyz']) expect((await one.get(path)).status).toBe(200);
  });

  it('reads no body without it', async () => {
    const one = await receiving({ token: TOKEN });
    expect((await one.post('x'.repeat(1_000_000))).status).toBe(401);
    await one.stop();
    expect(one.written).toEqual([]);
    expect(one.said.join()).not.toContain(TOKEN);
  });
});

describe('a receiver on loopback', () => {
  it.each([
    ['127.0.0.1:1', 200],
    ['localhost', 200],
    ['[::1]:4318', 200],
    ['rebound.example:4318', 421],
    ['127.0.0.1.example', 421],
  ])('shows runs to, and takes batches from, whoever calls it %s: %i', async (host, status) => {
    const one = await receiving();
    const ask = (path: string, method: string, body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json' };
        plainRequest({ port: one.port, path, method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end(body);
      });
    expect(await ask('/runs', 'GET', '')).toBe(status);
    for (const path of ['/v1/traces', '/v1/logs']) expect(await ask(path, 'POST', '{}')).toBe(status);
  });
});

describe('a receiver with TLS', () => {
  const ask = (port: number, ca: string | undefined) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      request(
        { port, host: '127.0.0.1', servername: 'localhost', path: '/v1/traces', method: 'POST', headers, ca },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end(BODY);
    });

  it('takes batches from who trusts it, and survives who does not', async () => {
    const one = await receiving({ tls: { cert: CERTIFICATE, key: KEY } });
    await expect(ask(one.port, undefined)).rejects.toThrow();
    const plain = await fetch(`http://127.0.0.1:${one.port}/healthz`).catch(() => 'no answer');
    expect(plain).toBe('no answer');
    expect(await ask(one.port, CERTIFICATE)).toBe(200);
    await one.stop();
    expect(one.written).toHaveLength(1);
  });
});
