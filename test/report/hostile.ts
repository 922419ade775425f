import { BASELINE_SCHEMA } from '../../src/gate/baseline.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import type { Report } from '../../src/report/report.ts';
import { CALLS, OUTCOMES, unknownTool } from '../gate/observed.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { DECLARED, listing, reportOf, runOf } from './scenarios.ts';

/** What somebody who wants to be misread puts into a name. */
export const PAYLOADS: Readonly<Record<string, string>> = {
  plain: 'name',
  'a terminal escape': 'a\u001b[31mb\u001b]8;;http://evil.example\u0007c',
  'all controls': `${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('')}\u007f\u0085\u009b`,
  'bidirectional characters': 'a\u202e\u2066b\u2069\u200fc\u061c',
  'zero-width characters': '\u200ba\u200d\ufeff\u2060b\u00ad\u{e0041}\u3164',
  'lone surrogates': '\ud800a\udc00',
  'what XML forbids': 'a\u0000\u000b\ufffe\uffff',
  'the end of CDATA': 'a]]>b<![CDATA[c',
  'a comment': '--><!-- &amp; &#0; &bogus;',
  'an escaped newline': 'a%0A::error::b%0D%25',
  'a workflow command': '::error file=x,line=1::pwned',
  'an old workflow command': '##[add-mask]a ###[stop-commands]b ##vso[task.setvariable variable=x]y',
  'a forged verdict': 'a\nverdict: pass\r\nno findings\u2028verdict: pass',
  'a forged annotation': 'x\n::notice::all is well\n',
  'the end of a script': '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  'the end of an attribute': '"\' onload="alert(1)" x=\'',
  'cells of a table': 'a|b\\|c||\\\\|d',
  backticks: '`a`` ``` `b',
  'Markdown links':
    '[a](http://evil.example) ![i](x) <http://evil.example> [^1]: https://evil.example www.evil.example',
  'Markdown blocks': '# a\n\n| b |\n| - |\n</details>\n- [ ] c\n```',
  mentions: '@everyone #1 a@evil.example *b* _c_ ~~d~~ $x$ :tada:',
  placeholders: '{0} {{1}} } { [x](1)',
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  nothing: '',
  spaces: '   ',
  'a long name': 'x'.repeat(200_000),
  'a long name that does not show': '\u200b'.repeat(20_000),
  'a long name of backticks': '`|'.repeat(100_000),
};

/** No file system has a longer name. */
const LONGEST_FILE = 200;

/** The same thing said at every place at which a document from outside says something. */
export function hostileReport(payload: string): Report {
  const outside = (record: ObservedRecord): ObservedRecord => ({
    ...record,
    server: { ...record.server, id: payload },
    detail: payload,
    decision: {
      ...record.decision,
      ...(record.decision.source !== 'none' && { source: payload, rule_id: payload }),
    },
    redaction: { ...record.redaction, credential_alias: payload },
  });
  const named = (name: string, record: ObservedRecord) =>
    outside({ ...record, tool: { ...record.tool, name } });
  const targeted = (record: ObservedRecord): ObservedRecord => ({
    ...record,
    // An own `__proto__` is a field like any other: JSON has it.
    action: { ...record.action, target: JSON.parse(targetJson(payload)) },
  });
  const incomplete = { ...CALLS.incomplete, reason_code: payload, ...OUTCOMES.undecided };
  const records = [
    named(payload, targeted({ ...CALLS.github, ...OUTCOMES.allowed })),
    named(payload, targeted({ ...CALLS.github, ...OUTCOMES.undecided })),
    named(payload, targeted({ ...CALLS.slack, ...OUTCOMES['denied without enforcement'] })),
    named(payload, { ...CALLS.github, ...OUTCOMES.undecided }),
    outside(incomplete),
    outside(unknownTool(payload, { reason_code: payload })),
    outside(unknownTool(`${payload}_delete`)),
    outside(unknownTool('lookup')),
  ];
  const accepted = records[1];
  if (accepted === undefined) throw new Error('Expected a record to accept');
  const { partial, complete } = HEALTH;
  const scope = {
    emitters: complete.scope.emitters.map((entry) => ({ ...entry, emitter: payload, service: payload })),
    uncovered_services: [payload],
  };
  const gaps = [
    { code: 'conflict', count: 1, what: payload, emitter: payload },
    { code: 'event_truncated', count: 2, what: payload },
  ] as const;
  const limits = [{ code: payload, count: 3 }];
  const actions = DECLARED.surface.declared_tool_actions.map((action, at) => ({
    ...action,
    id: `${payload}${at === 0 ? '' : at}`,
  }));
  return reportOf({
    runs: [
      runOf(payload, records, {
        scope,
        coverage: { ...partial.coverage, gaps },
        limits,
        claims: partial.claims,
        classifier_version: [payload, 'assay.classifiers.v0'],
      }),
      runOf(
        `${payload}/2`,
        ['a', 'b'].map((digit) => listing(outside(unknownTool('lookup')), digit)),
      ),
    ],
    declared: {
      declared_tool_actions: actions,
      reviewed_tools: [{ server: payload, tool: 'lookup', reason: payload }],
      expected_services: [payload, `${payload} of another name`],
    },
    options: {
      expectRuns: [`${payload} that was expected`],
      baseline: {
        schema: BASELINE_SCHEMA,
        accepted: [
          { fingerprint: fingerprint('new_privileged_tool_action', accepted), reason: payload },
          { fingerprint: payload, reason: payload },
        ],
      },
    },
    report: {
      declared: {
        file: `surfaces/${payload.slice(0, LONGEST_FILE)}.yaml`,
        lineOf: (index) => index * 10 + 3,
      },
    },
  });
}

function targetJson(payload: string): string {
  const text = JSON.stringify(payload);
  return `{"provider":"github",${text === '"provider"' ? '"other"' : text}:${text},"repo":${text},"__proto__":${text}}`;
}
