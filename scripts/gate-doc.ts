import { readFileSync } from 'node:fs';
import { CLASSIFIERS } from '../src/classify/registry.ts';
import { verbsOf } from '../src/classify/rule.ts';
import { declaredFields } from '../src/gate/declared-fields.ts';
import type { GapReason } from '../src/gate/gap-finding.ts';
import { HIGH_RISK_WORDS } from '../src/gate/high-risk-words.ts';
import { ROWS, type RowName } from '../src/gate/rows.ts';
import { knownScopes, type ScopeKind } from '../src/gate/scope-coverage.ts';
import { REPORTERS } from '../src/report/registry.ts';
import { gapRemedy, reasonWords } from '../src/report/words/reason-words.ts';
import { ROW_WORDS } from '../src/report/words/row-words.ts';
import { code, filled, list, table } from './markdown.ts';

/** `docs/gate.md`: written by hand, but for the tables that the source decides. */
export function gateDoc(): string {
  const text = readFileSync(new URL('../docs/gate.md', import.meta.url), 'utf8');
  return filled(text, {
    rows: rows(),
    reasons: reasons(),
    fields: fields(),
    formats: formats(),
    scopes: scopes(),
    words: words(),
    binding: binding(),
  });
}

function rows(): string {
  const cells = (Object.keys(ROWS) as RowName[]).map((row) => [
    code(row),
    ROW_WORDS[row].says,
    ROWS[row].codes.map(code).join(', '),
    ROWS[row].level,
    ROW_WORDS[row].remedy,
  ]);
  return table(['row', 'what was observed', 'code', 'level', 'what to do'], cells);
}

/** By name, so that a reason which the type gains or loses does not compile until it is listed here. */
const REASONS: { readonly [Reason in GapReason]: true } = {
  no_surface: true,
  health_missing: true,
  health_unreadable: true,
  health_other_schema: true,
  health_mismatch: true,
  complete_with_gaps: true,
  coverage_scoped: true,
  coverage_partial: true,
  coverage_unknown: true,
  expected_run_not_seen: true,
  expected_service_not_seen: true,
};

function reasons(): string {
  const plain = (name: string) => name;
  const cells = Object.keys(REASONS).map((reason) => [
    code(reason),
    reasonWords(reason, plain),
    gapRemedy(reason) ?? '',
  ]);
  return table(['reason', 'when', 'what to do'], cells);
}

function fields(): string {
  const cells = CLASSIFIERS.flatMap((rule) => {
    const names = [...declaredFields(rule, CLASSIFIERS)];
    return rule.fields.map(({ key, as }) => [
      code(rule.category),
      code(rule.provider),
      names.flatMap(([name, field]) => (field.key === key ? [code(name)] : [])).join(', '),
      as === 'flag' ? 'true or false' : as === 'hashed' ? 'plain, or its hash' : 'plain',
    ]);
  });
  return table(['`action_class`', '`provider`', 'field, under any of these names', 'value'], cells);
}

function formats(): string {
  const cells = REPORTERS.map(({ format, extension, summary }) => [
    code(format),
    code(`.${extension}`),
    summary,
  ]);
  return table(['format', 'file', 'what it is'], cells);
}

function scopes(): string {
  const cells = CLASSIFIERS.map(({ category, requiredScope }) => {
    const others = [...knownScopes(String(requiredScope))];
    const of = (kind: ScopeKind) =>
      others.flatMap(([scope, is]) => (is === kind ? [code(scope)] : [])).join(', ');
    return [code(category), code(String(requiredScope)), of('overbroad') || '–', of('insufficient') || '–'];
  });
  const headers = [
    'category',
    'needs',
    'covered by, and broader (a note)',
    'known, and does not cover (an error)',
  ];
  return table(headers, cells);
}

function words(): string {
  const { verbs, nouns, readVerbs, secretNouns } = HIGH_RISK_WORDS;
  return [
    `Verbs, which nothing clears: ${list(verbs)}`,
    `Nouns, which a verb of reading clears: ${list(nouns.filter((noun) => !secretNouns.includes(noun)))}`,
    `Nouns, which nothing clears, since what is read is the secret: ${list(secretNouns)}`,
    `Verbs of reading: ${list(readVerbs)}`,
  ].join('\n');
}

function binding(): string {
  const cells = CLASSIFIERS.map((rule) => [
    code(rule.category),
    code(rule.resourceType),
    verbsOf(rule).map(code).join(', '),
    (rule.bindingFields ?? []).map(code).join(', '),
  ]);
  return table(['category', '`subject.action_class`', '`subject.verb`', '`subject.target`'], cells);
}
