import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TlsFiles } from '../serve/door/http-door.ts';
import type { CommandIo } from './command-io.ts';

/** What the files and folders of `serve` are given as. */
interface Given {
  readonly out?: string;
  readonly data?: string;
  readonly tokenFile?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** An option that names something of no use. What is set but empty protects nobody, and nobody would notice. */
export class OptionError extends Error {}

/** @throws {OptionError} where files of runs would come between those of the journal. */
export async function expectTwoFolders({ out, data }: Given): Promise<void> {
  if (out === undefined || data === undefined) return;
  const [outPath, dataPath] = await Promise.all([out, data].map(placeOf));
  if (outPath !== dataPath) return;
  throw new OptionError(
    'Expected `--data` and `--out` to be two folders, got one; give each a folder of its own',
  );
}

async function placeOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** @throws {OptionError} where it is no token. */
export async function tokenOf({ tokenFile }: Given, { env }: CommandIo): Promise<string | undefined> {
  const given = tokenFile === undefined ? env.ASSAY_OTEL_TOKEN : await fileOf('--token-file', tokenFile);
  if (given === undefined) return undefined;
  const token = given.trim();
  if (/^\S+$/.test(token)) return token;
  const where = tokenFile === undefined ? '`ASSAY_OTEL_TOKEN`' : 'the file of `--token-file`';
  throw new OptionError(`Expected ${where} to hold one token without white space, got none or more`);
}

/** @throws {OptionError} where they are not a certificate and a key. */
export async function tlsOf({ tlsCert, tlsKey }: Given): Promise<TlsFiles | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key';
    throw new OptionError(`Expected \`--tls-cert\` and \`--tls-key\` together, got no \`${missing}\``);
  }
  const cert = await fileOf('--tls-cert', tlsCert);
  const key = await fileOf('--tls-key', tlsKey);
  expectPem('--tls-cert', cert, '-----BEGIN CERTIFICATE-----', 'a certificate');
  expectPem('--tls-key', key, 'PRIVATE KEY-----', 'a private key');
  return { cert, key };
}

/** Where each looks like what it should be, and the two are of no use together. */
export const UNUSABLE_TLS =
  'Expected `--tls-cert` and `--tls-key` to be a certificate and its key in PEM, got what TLS cannot use; check that the key is that of the certificate, without a passphrase';

function expectPem(option: string, text: string, mark: string, what: string): void {
  if (text.includes(mark)) return;
  throw new OptionError(`Expected the file of \`${option}\` to be ${what} in PEM, got something else`);
}

/** Without the path: whoever gives the token itself in its place must not find it in a log. */
async function fileOf(option: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OptionError(
      `Expected \`${option}\` to name a file that can be read, but the system says ${code}; check the path and its permissions`,
    );
  }
}
