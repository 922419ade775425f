import { expect } from 'vitest';

/** Sends an OTLP/JSON document, all of which has to be taken. */
export async function send(url: string, body: string, signal: 'logs' | 'traces' = 'traces'): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/${signal}`, { method: 'POST', headers, body });
  expect({ status: response.status, body: await response.text() }).toEqual({
    status: 200,
    body: '{"partialSuccess":{}}',
  });
}
