import { describe, expect, it } from 'vitest';
import { textOf } from './files.ts';

/** What runs beside each other on one machine as it is, by collector-config/README.md. */
const BESIDE = ['agent', 'redaction', 'gateway'];

const defaultOf = (text: string, name: string): string =>
  new RegExp(`\\$\\{env:${name}:-(?:https?://)?([^}]*)\\}`).exec(text)?.[1] ?? '';
const configs = BESIDE.map((name) => [name, textOf(`collector-config/${name}.yaml`)] as const);

describe('Collectors and a receiver on one machine', () => {
  const listening = [
    'ASSAY_GRPC_ADDRESS',
    'ASSAY_HTTP_ADDRESS',
    'ASSAY_HEALTH_ADDRESS',
    'ASSAY_TELEMETRY_PORT',
  ];
  const portsOf = (text: string) => listening.map((name) => defaultOf(text, name).replace(/^.*:/, ''));
  const [, gateway = ''] = configs.find(([name]) => name === 'gateway') ?? [];
  const receiver = defaultOf(gateway, 'ASSAY_RECEIVER_URL');

  it('listen on ports of their own, and keep their data in folders of their own', () => {
    const ports = [...configs.flatMap(([, text]) => portsOf(text)), receiver.replace(/^.*:/, '')];
    expect(ports).not.toContain('');
    expect(new Set(ports).size).toBe(ports.length);
    const folders = configs.map(([, text]) => defaultOf(text, 'ASSAY_DATA_FOLDER'));
    expect(new Set(folders).size).toBe(BESIDE.length);
  });

  it.each(['agent', 'redaction'])('%s.yaml sends to gateway.yaml', (name) => {
    const [, text = ''] = configs.find(([one]) => one === name) ?? [];
    expect(defaultOf(text, 'ASSAY_GATEWAY_URL')).toBe(defaultOf(gateway, 'ASSAY_HTTP_ADDRESS'));
  });

  it('have their ports in the table of collector-config/README.md', () => {
    const readme = textOf('collector-config/README.md');
    for (const [name, text] of configs)
      expect(readme).toContain(`| ${name}.yaml | ${portsOf(text).join(' | ')} |`);
  });
});
