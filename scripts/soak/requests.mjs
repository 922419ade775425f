// Requests to a receiver on the loopback, and a tally of what it answered.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

const JSON_TYPE = { 'content-type': 'application/json' };

export class Requests {
  #port;
  #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  /** By status, of `/v1/traces` alone; `none` where nobody waited for it. */
  answered = {};
  /** Spans of batches that were answered with 200, by what the answer said of them. */
  spans = { accepted: 0, rejected: 0 };

  constructor(port) {
    this.#port = port;
  }

  close() {
    this.#agent.destroy();
  }

  /** Sends a body until it is taken, if it is one that can be; gives the status. */
  async batch(body, { headers = JSON_TYPE, spans = 0 } = {}) {
    for (;;) {
      const { status, text } = await this.send({ method: 'POST', headers, body });
      if (status === 429 || status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      if (status === 200 && spans > 0) this.#count(spans, text);
      return status;
    }
  }

  #count(spans, text) {
    const rejected = text.startsWith('{"partialSuccess"')
      ? Number(JSON.parse(text).partialSuccess.rejectedSpans)
      : 0;
    this.spans.rejected += rejected;
    this.spans.accepted += spans - rejected;
  }

  send({ method, path = '/v1/traces', headers = {}, body }) {
    return new Promise((resolve) => {
      const settings = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers };
      let isAnswered = false;
      const sending = request(settings, (response) => {
        isAnswered = true;
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('close', () => {
          this.#tally(path, response.statusCode);
          resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('latin1') });
        });
      });
      sending.on('error', () => {
        if (isAnswered) return;
        this.#tally(path, 'none');
        resolve({ status: 'none', text: '' });
      });
      sending.end(body);
    });
  }

  #tally(path, status) {
    if (path === '/v1/traces') this.answered[status] = (this.answered[status] ?? 0) + 1;
  }

  /** Begins a batch and goes away in the middle of it. */
  async breakOff() {
    const head =
      'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
    await this.#raw(`${head}{"resourceSpans":[`);
    this.#tally('/v1/traces', 'none');
  }

  /** What is no HTTP. */
  garbage() {
    return this.#raw('\u0016\u0003\u0001 this is no request\r\n\r\n');
  }

  #raw(text) {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => {
        socket.write(text, () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('error', () => {});
      socket.on('close', resolve);
      socket.resume();
    });
  }
}
