import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from './run-cli.ts';

const KEY = '-----BEGIN PRIVATE KEY-----\nFAKE\n';

describe('what `serve` says of an option that is wrong', () => {
  it.each([
    ['--forward', 'http://FAKE-secret@127.0.0.1', 'Expected an http or https URL without a user'],
    ['--forward', 'http://user:FAKE-secret@127.0.0.1', 'Expected an http or https URL without a user'],
    ['--forward', 'https://127.0.0.1/?key=FAKE-secret', 'Expected an http or https URL without a user'],
    ['--forward', 'FAKE-secret', 'Expected an http or https URL'],
    ['--forward', 'http://user:FAKE-secret@127.0.0.1/v1/traces', 'leave it off'],
    ['--listen', 'user:FAKE-secret@127.0.0.1', 'Expected host:port'],
    ['--token-file', 'FAKE-secret', 'a file that can be read, but the system says ENOENT'],
    ['--tls-key', 'FAKE-secret', 'a file that can be read, but the system says ENOENT'],
    ['--tls-cert', 'FAKE-secret', 'a file that can be read, but the system says ENOENT'],
    ['--max-body', 'FAKE-secret', 'Expected a whole number'],
    ['--max-requests', 'FAKE-secret', 'Expected a whole number'],
    ['--idle', 'FAKE-secret', 'Expected a whole number and s, m or h'],
    // Nobody knows these: a slip, or an option of another program.
    ['--forwrad', 'http://user:FAKE-secret@127.0.0.1', "unknown option '--forwrad'"],
    ['--token', 'FAKE-secret', "unknown option '--token'"],
    ['--header', 'authorization=Bearer FAKE-secret', "unknown option '--header'"],
  ])('names it and not what it was given: %s, %#', async (option, value, expected) => {
    const key = join(folderWith({ key: KEY }), 'key');
    const others =
      {
        '--tls-key': ['--tls-cert', key],
        '--tls-cert': ['--tls-key', key],
      }[option] ?? [];
    for (const words of [[option, value], [`${option}=${value}`]]) {
      const { code, stdout, stderr } = await cli(['serve', ...words, ...others]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(option);
      expect(stderr).toContain(expected);
      expect(stderr).not.toContain('FAKE-secret');
    }
  });

  it('is nothing of a word that belongs to no option', async () => {
    const { code, stderr } = await cli(['serve', 'http://user:FAKE-secret@127.0.0.1']);
    expect(code).toBe(2);
    expect(stderr).toContain('too many arguments');
    expect(stderr).not.toContain('FAKE-secret');
  });

  it('is nothing of a token in the environment that is none', async () => {
    const { code, stderr } = await cli(['serve'], { env: { ASSAY_OTEL_TOKEN: 'FAKE-secret of two' } });
    expect(code).toBe(2);
    expect(stderr).toContain('Expected `ASSAY_OTEL_TOKEN` to hold one token');
    expect(stderr).not.toContain('FAKE-secret');
  });
});
