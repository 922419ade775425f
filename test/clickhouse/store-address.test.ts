import { describe, expect, it } from 'vitest';
import { isStoreAddress, storeAddress } from '../../src/clickhouse/store-address.ts';
import { StoreError } from '../../src/clickhouse/store-error.ts';

describe('the address of a store', () => {
  it.each([
    ['clickhouse://db.example', { url: 'http://db.example:8123', database: 'default', username: 'default' }],
    ['clickhouse://127.0.0.1:18123/otel', { url: 'http://127.0.0.1:18123', database: 'otel' }],
    ['clickhouse://reader@db.example/otel', { username: 'reader', database: 'otel' }],
    ['clickhouse://db.example/otel?secure=true', { url: 'https://db.example:8443' }],
    ['clickhouse://db.example:9443/otel?secure=true', { url: 'https://db.example:9443' }],
    ['clickhouse://[::1]:8123', { url: 'http://[::1]:8123' }],
  ])('%s', (text, expected) => {
    expect(isStoreAddress(text)).toBe(true);
    expect(storeAddress(text, {})).toMatchObject({ password: '', ...expected });
  });

  it('takes the password from the environment', () => {
    expect(storeAddress('clickhouse://db.example', { ASSAY_CLICKHOUSE_PASSWORD: 'x' }).password).toBe('x');
  });

  it.each([
    ['a password', 'clickhouse://reader:hunter2@db.example', 'ASSAY_CLICKHOUSE_PASSWORD'],
    ['two databases', 'clickhouse://db.example/a/b', 'one database'],
    ['another parameter', 'clickhouse://db.example/a?user=x', 'no parameter but `secure`'],
    ['a word for secure', 'clickhouse://db.example/a?secure=yes', '`secure` to be true or false'],
    ['no host', 'clickhouse://', 'that form'],
    ['another scheme', 'http://db.example', 'that form'],
  ])('with %s is none, and nothing of it is quoted', (_, text, said) => {
    const wrong = () => storeAddress(text, {});
    expect(wrong).toThrow(StoreError);
    expect(wrong).toThrow(said);
    expect(wrong).not.toThrow('hunter2');
  });
});
