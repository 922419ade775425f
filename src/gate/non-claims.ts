import type { ObservedRun } from './observed-run.ts';

/** What no diff claims. */
const GLOBAL: readonly string[] = [
  'a declared action is an allowance, not enforcement and not proof of safety',
  'a declared-but-unobserved action is not a regression and not proof that the action cannot happen',
  'does not prove the external SaaS side effect happened or persisted without independently verified audit evidence',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
  "does not replace the provider's own audit log",
];

/** Of the categories that have any of their own. */
const OF_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  github_deploy_key: [
    'github_deploy_key: does not store public or private key material',
    'github_deploy_key: does not prove the key works',
    'github_deploy_key: does not prove GitHub persisted it without audit confirmation',
  ],
  slack_add_member: [
    'slack_add_member: does not prove Slack accepted the membership unless verified by response or audit evidence',
    'slack_add_member: does not store tokens or raw principals',
  ],
};

/** The global ones, then those of the categories that occur, in the order of the table. */
export function nonClaims(runs: readonly ObservedRun[]): readonly string[] {
  const seen = new Set(
    runs.flatMap(({ surface }) => surface?.observed_tool_decisions.map(({ tool }) => tool.category) ?? []),
  );
  return [
    ...GLOBAL,
    ...Object.entries(OF_CATEGORY).flatMap(([category, own]) => (seen.has(category) ? own : [])),
  ];
}
