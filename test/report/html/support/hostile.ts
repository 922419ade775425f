import type { Target } from '../../../../src/decision/record.ts';
import { gate } from '../../../../src/gate/gate.ts';
import type { ObservedRecord } from '../../../../src/gate/observed-run.ts';
import type { Report } from '../../../../src/report/report.ts';
import { declared, GITHUB } from '../../../gate/declared.ts';
import { CALLS, OUTCOMES, TODAY, unknownTool } from '../../../gate/observed.ts';
import { HEALTH } from '../../../schema/health-documents.ts';
import { observed } from './scenario.ts';

/** What somebody who names tools, targets, runs or services could try. */
export const ATTACKS: Readonly<Record<string, string>> = {
  script: `</script><script>globalThis.hacked = true</script>`,
  style: `</style><style>body { display: none }</style>`,
  title: `</title><img src=x onerror="globalThis.hacked = true">`,
  attribute: `" onmouseover="globalThis.hacked = true" x="' autofocus onfocus=alert(1) '`,
  comment: '<!--',
  cdata: '<![CDATA[ ]]>',
  template: '$'.concat('{globalThis.hacked = true}`'),
  entity: '&lt;b&gt; &#x202e; &',
  link: 'javascript:globalThis.hacked=true',
  request: 'https://attacker.invalid/<img src=https://attacker.invalid/x>',
  css: '@import url(https://attacker.invalid/x); expression(alert(1))',
  bidi: 'safe\u202e\u2066gnp.exe\u2069',
  zeroWidth: 'ad\u200bmin\u2060\ufeff',
  control: 'a\0b\x1b[2Jc\r\nd\x85e\u2028f',
  surrogate: 'a\ud800b\udfff',
  prototype: '__proto__',
  marks: `z${'\u0301'.repeat(60)}`,
  spaces: '  two  spaces \u00a0 ',
  spelled: '\\u{202e}',
};

export const HUGE = `huge-${'<&"x\u202e'.repeat(40_000)}`;

const hostile = (name: string): readonly ObservedRecord[] => {
  const target = JSON.parse(JSON.stringify({ provider: name, [name]: name, constructor: name })) as Target;
  return [
    {
      ...CALLS.github,
      ...OUTCOMES.allowed,
      server: { ...CALLS.github.server, id: name },
      tool: { name, category: name },
      action: { ...CALLS.github.action, target },
      decision: { effect: 'allow', source: name, rule_id: name, enforced: true },
      detail: name,
    },
    { ...unknownTool(name), reason_code: name },
  ];
};

/** Every attack in every place that a name can come from. */
const RUNS = [...Object.values(ATTACKS), HUGE].map((name) => {
  const { complete, partial } = HEALTH;
  const [emitter] = complete.scope.emitters;
  const of = observed({
    id: name,
    records: hostile(name),
    health: {
      scope: {
        emitters:
          emitter === undefined
            ? []
            : [
                {
                  ...emitter,
                  service: name,
                  attested: emitter.attested.map((one) => ({ ...one, scope: name })),
                },
              ],
        uncovered_services: [name],
      },
      coverage: {
        ...partial.coverage,
        gaps: [...partial.coverage.gaps, { code: 'conflict', count: 1, what: name }],
      },
      limits: [{ code: name, count: 2 }],
      non_claims: [name],
    },
  });
  const index = {
    ...of.index,
    records: of.index.records.map((entry) => ({ ...entry, start_time_unix_nano: name })),
  };
  return { ...of, index };
});

const DECLARED = declared(
  Object.values(ATTACKS).map((id) => ({ ...GITHUB, id, provider: id, allowed_targets: [{ owner: id }] })),
  { reviewed_tools: [{ server: 'github', tool: ATTACKS.script ?? '', reason: ATTACKS.script ?? '' }] },
);

export const HOSTILE: Report = {
  diff: gate(
    RUNS.map(({ run }) => run),
    DECLARED,
    { today: TODAY, expectRuns: ['expected</script>'], expectServices: ['expected"service'] },
  ),
  isJudged: true,
  declared: { file: `${ATTACKS.script}.yaml`, lineOf: () => 1 },
  runs: RUNS.map(({ surface, health, index }) => ({ surface, health, index })),
  version: '<1>',
};
