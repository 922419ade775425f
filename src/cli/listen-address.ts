import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Whether only this machine can reach it. */
  readonly isLoopback: boolean;
}

/**
 * `127.0.0.1:4318`, `[::1]:4318`, `localhost:4318`; port 0 is any that is free.
 *
 * @throws {InvalidArgumentError} of commander.
 */
export function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const isAddress = bracketed === undefined ? host !== '' : isIP(host) === 6;
  if (!isAddress || port === '' || Number(port) > 65_535) {
    throw new InvalidArgumentError('Expected host:port, such as 127.0.0.1:4318 or [::1]:4318.');
  }
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return { host, port: Number(port), isLoopback };
}
