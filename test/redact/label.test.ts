import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { label } from '../../src/redact/label.ts';
import { hasSecretShape } from '../../src/redact/secret-shapes.ts';
import { SECRET_SAMPLES } from './secrets.ts';

const mark = (sanitised: string) => `…${createHash('sha256').update(sanitised).digest('hex').slice(0, 16)}`;

describe('label', () => {
  it.each([
    ['github.add_deploy_key', 'github.add_deploy_key'],
    ['', ''],
    ['tool\u001b[2Jname', 'tool\ufffd[2Jname'],
    ['a\tb\r\nc', 'a\tb\r\nc'],
    ['a\ud800', 'a\ufffd'],
    ['[masked]', '[masked]'],
    ['a'.repeat(256), 'a'.repeat(256)],
    ['é'.repeat(128), 'é'.repeat(128)],
    ['a'.repeat(257), 'a'.repeat(237) + mark('a'.repeat(257))],
    ['é'.repeat(129), 'é'.repeat(118) + mark('é'.repeat(129))],
    [`a${'🚀'.repeat(64)}`, `a${'🚀'.repeat(59)}${mark(`a${'🚀'.repeat(64)}`)}`],
    [`${'\u0000'.repeat(86)}`, '\ufffd'.repeat(79) + mark('\ufffd'.repeat(86))],
  ])('sanitises, then bounds, case %#', (raw, value) => {
    expect(label(raw)).toEqual({ value, changed: value !== raw });
  });

  it.each(SECRET_SAMPLES)('masks a label that holds a $name, sample %#', ({ hit }) => {
    expect(label(`x ${hit}`)).toEqual({ value: '[masked]', changed: true });
  });

  it('masks before it bounds: a secret far behind the cut hides the whole label', () => {
    const [sample] = SECRET_SAMPLES;
    expect(label(`${'a'.repeat(1000)} ${sample?.hit}`).value).toBe('[masked]');
  });

  it('keeps two long labels apart that begin alike', () => {
    expect(label(`${'a'.repeat(300)}1`).value).not.toBe(label(`${'a'.repeat(300)}2`).value);
  });

  it('is idempotent, bounded and without a secret, for any text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...SECRET_SAMPLES.map(({ hit }) => hit)),
    );
    const text = fc
      .tuple(fc.array(unit, { maxLength: 4 }), fc.nat(40))
      .map(([parts, n]) => parts.join(' ').repeat(n));
    fc.assert(
      fc.property(text, (raw) => {
        const { value, changed } = label(raw);
        expect(label(value)).toEqual({ value, changed: false });
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(256);
        expect(value.isWellFormed()).toBe(true);
        expect(hasSecretShape(value)).toBe(false);
        expect(changed).toBe(value !== raw);
      }),
    );
  });
});
