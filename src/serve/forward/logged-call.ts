import { FORMS as WRITTEN_FORMS } from '../../classifier-file/forms.ts';
import { CLASSIFIERS } from '../../classify/registry.ts';
import type { EventAttributes } from '../../decision/codec.ts';
import { CARRIER, EVENT } from '../../decision/names.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import { attribute, type SpanView, stringAttribute } from '../../span/view.ts';

const CATEGORY_OF_A_FILE = WRITTEN_FORMS.category.pattern.source.slice(1, -1);

/** Of each attribute that may stay as it came, the only forms that we write. */
const FORMS: readonly (readonly [key: string, form: RegExp])[] = [
  [EVENT.toolCategory, oneOf([...CLASSIFIERS.map(({ category }) => category), CATEGORY_OF_A_FILE])],
  [
    EVENT.classification,
    oneOf(['classified', 'classified_incomplete', 'observed_unknown_tool', 'redaction_failed']),
  ],
  [EVENT.decisionEffect, oneOf(['allow', 'deny', 'error'])],
  [EVENT.recordDigest, /^sha256:[0-9a-f]{64}$/],
  [EVENT.vantage, oneOf(['client', 'server', 'gateway', 'framework'])],
];

/**
 * Whether the record of a call went elsewhere, as a log record: then its span says what record that is, and whoever made
 * another of it would contradict the process that wrote it.
 */
export function isLogged({ attributes }: SpanView, { calls = [] }: SpanFact): boolean {
  return attribute(attributes, CARRIER) === 'log' && !calls.some(({ origin }) => origin === 'event');
}

/** What such a span says of its record, as it came; what is not in the form that we write is left out. */
export function loggedCall({ attributes }: SpanView, fact: SpanFact): EventAttributes {
  const own: EventAttributes = {};
  for (const [key, form] of FORMS) {
    const value = stringAttribute(attributes, key);
    if (value !== undefined && form.test(value)) own[key] = value;
  }
  // Emitter and epoch stand on every span that has them.
  if (fact.sequence !== undefined) own[EVENT.sequence] = fact.sequence;
  return own;
}

function oneOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})$`);
}
