import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = new URL('../../collector-config/', import.meta.url);
const texts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);

interface Config {
  readonly processors: Readonly<Record<string, unknown>>;
}

function processors(name: string): Config['processors'] {
  const text = new Map(texts).get(name) ?? '';
  return (parse(text, { merge: true }) as Config).processors;
}

describe("the Collector's files", () => {
  it.each(texts)('%s: the head lists every variable, with the default that the file has', (_name, text) => {
    const used = [...text.matchAll(/\$\{env:(\w+):-([^}]*)\}/g)].map(
      ([, name, fallback]) => `${name} ${fallback || 'none'}`,
    );
    const listed = [...text.matchAll(/^# {3}(ASSAY_\w+) +(\S+)/gm)].map(
      ([, name, fallback]) => `${name} ${fallback}`,
    );
    expect([...new Set(used)].sort()).toEqual(listed.sort());
  });

  it.each(texts)('%s: nothing listens or sends beyond this machine by default', (_name, text) => {
    const hosts = [...text.matchAll(/:-(?:https?:\/\/)?([\w.-]+):\d+\}/g)].map(([, host]) => host);
    expect(hosts).not.toEqual([]);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
    expect(text).not.toMatch(/0\.0\.0\.0|localhost/);
  });

  it('has one wall in gateway.yaml and in jaeger.yaml', () => {
    const gateway = processors('gateway.yaml');
    for (const part of ['transform/wall', 'redaction/values', 'redaction/wall']) {
      expect(processors('jaeger.yaml')[part]).toEqual(gateway[part]);
    }
  });

  it('takes the same for evidence in gateway.yaml and in tail-sampling.yaml', () => {
    expect(processors('tail-sampling.yaml')['filter/audit']).toEqual(
      processors('gateway.yaml')['filter/audit'],
    );
  });
});
