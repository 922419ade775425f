import { describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { SECRET_SAMPLES } from '../redact/secrets.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, healthOf, OUTCOMES, surfaceOf, TODAY } from './observed.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string, string];

/** A call to a server, after it listed a manifest of that digest, or none. */
const call = (id: string, digest?: string): ObservedRecord => ({
  ...CALLS.github,
  ...OUTCOMES.allowed,
  server: { id, transport: 'mcp', ...(digest !== undefined && { declared_manifest_digest: digest }) },
});

/** What a gate says of runs of these calls. */
const gated = (runs: Readonly<Record<string, readonly ObservedRecord[]>>) =>
  gate(
    Object.entries(runs).map(([id, records]) => {
      const surface = surfaceOf(...records);
      if (id === '') return { surface, health: { state: 'missing' } };
      const document = healthOf(surface, { run_id: id });
      return { lineRunId: id, surface, health: { state: 'read', document } };
    }),
    declared([GITHUB]),
    { today: TODAY, acceptCoverage: 'unknown' },
  );

describe('servers whose manifest changed', () => {
  it.each<[title: string, runs: Parameters<typeof gated>[0], manifests: unknown]>([
    [
      'between two runs',
      { one: [call('files', A)], two: [call('files', B), call('files', B)] },
      [
        {
          server: 'files',
          digests: [
            { digest: A, runs: ['one'] },
            { digest: B, runs: ['two'] },
          ],
        },
      ],
    ],
    [
      'within one run, and back in another',
      { one: [call('files', B), call('files', A)], two: [call('files', B)] },
      [
        {
          server: 'files',
          digests: [
            { digest: B, runs: ['one', 'two'] },
            { digest: A, runs: ['one'] },
          ],
        },
      ],
    ],
    [
      'of several, in the order of their names',
      {
        one: ['a', 'z', '__proto__'].map((id) => call(id, A)),
        two: ['z', 'a', '__proto__'].map((id) => call(id, C)),
      },
      ['__proto__', 'a', 'z'].map((server) => ({
        server,
        digests: [
          { digest: A, runs: ['one'] },
          { digest: C, runs: ['two'] },
        ],
      })),
    ],
    [
      'in a run that nothing names',
      { '': [call('files', A)], two: [call('files', B)] },
      [
        {
          server: 'files',
          digests: [
            { digest: A, runs: [null] },
            { digest: B, runs: ['two'] },
          ],
        },
      ],
    ],
  ])('are listed: %s', (_title, runs, manifests) => {
    expect(gated(runs).manifests).toEqual(manifests);
  });

  it.each<[title: string, runs: Parameters<typeof gated>[0]]>([
    ['nobody listed', { one: [call('files')], two: [call('files')] }],
    [
      'one manifest was listed, and sometimes none',
      { one: [call('files', A), call('files')], two: [call('files', A)] },
    ],
    ['two servers have one each', { one: [call('files', A), call('mail', B)] }],
    [
      'the same digest is written in capitals',
      { one: [call('files', A)], two: [call('files', A.replace(/a/g, 'A'))] },
    ],
    ['no server is named', { one: [call('unknown', A), call('unknown', B)] }],
    ['what names the server is masked', { one: [call('[masked]', A), call('[masked]', B)] }],
    ['no run has a surface', {}],
  ])('are none where %s', (_title, runs) => {
    expect(gated(runs)).not.toHaveProperty('manifests');
  });

  it('are none of which the name holds a secret', () => {
    const secret = SECRET_SAMPLES[0]?.hit ?? '';
    expect(gated({ one: [call(secret, A), call(secret, B)] })).not.toHaveProperty('manifests');
  });

  it('change nothing else', () => {
    const { runs: _, manifests, ...changed } = gated({ one: [call('files', A)], two: [call('files', B)] });
    const { runs: __, ...same } = gated({ one: [call('files', A)], two: [call('files', A)] });
    expect(manifests).toHaveLength(1);
    expect(changed).toEqual(same);
    expect(changed.verdict).toBe('pass');
  });
});
