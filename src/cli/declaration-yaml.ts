import type { DeclaredAction, DeclaredSurface } from '../gate/declared-surface.ts';
import type { DraftDeclaration } from '../gate/draft-declaration.ts';
import type { HighRiskReason } from '../gate/high-risk.ts';
import { VERSION } from '../version.ts';
import { yamlComment, yamlScalar } from './yaml-text.ts';

/** A drafted declared surface as YAML with comments that say what a person has to do with it. */
export function declarationYaml(
  { declared, highRisk }: DraftDeclaration,
  drawnFrom: string,
  leftOut: readonly string[],
  readOnlyIn: (tool: string, server: string) => string | undefined = () => undefined,
): string {
  const { schema, declared_tool_actions: actions, reviewed_tools: reviews = [] } = declared;
  return [
    yamlComment(`Drafted by assay-otel ${VERSION} from ${drawnFrom}. ${NO_PERMISSION}`),
    ...leftOut.map((said) => yamlComment(`Left out: ${said}.`)),
    `schema: ${yamlScalar(schema)}\n`,
    actions.length === 0 ? '\ndeclared_tool_actions: []\n' : '\ndeclared_tool_actions:\n',
    ...actions.map(actionYaml),
    ...(reviews.length === 0 ? [] : [`\nreviewed_tools:\n${yamlComment(TO_REVIEW, 2)}`]),
    ...reviews.map((review, at) => {
      return reviewYaml(review, highRisk[at], readOnlyIn(review.tool, review.server));
    }),
  ].join('');
}

const NO_PERMISSION =
  'What was observed is not thereby allowed: keep what is meant, remove what is not. Each entry of `allowed_targets` is one target as it was seen (hashes as hashes, null for what was absent); `"*"`, or a field that is removed, allows any value.';
const TO_REVIEW =
  'Tools that no classifier knows. Nothing reads this file until each has a `reason`: find out what the tool does and say so, or remove it. `until: YYYY-MM-DD` ends a review.';

function actionYaml({
  id,
  provider,
  action_class,
  allowed_effects,
  allowed_targets,
}: DeclaredAction): string {
  const entries = allowed_targets.map((entry) => {
    const lines = Object.entries(entry).map(([key, value]) => `${yamlScalar(key)}: ${yamlScalar(value)}\n`);
    return `      - ${lines.join('        ')}`;
  });
  return [
    `  - id: ${yamlScalar(id)}\n`,
    `    provider: ${yamlScalar(provider)}\n`,
    `    action_class: ${yamlScalar(action_class)}\n`,
    `    allowed_effects: [${allowed_effects.join(', ')}]\n`,
    '    allowed_targets:\n',
    ...entries,
  ].join('');
}

type Review = NonNullable<DeclaredSurface['reviewed_tools']>[number];

function reviewYaml(
  { server, tool, reason }: Review,
  why: HighRiskReason | undefined,
  file: string | undefined,
): string {
  return [
    ...(file === undefined ? [] : [yamlComment(`Reviewed as read-only in ${file}.`, 2)]),
    ...(why === undefined ? [] : [yamlComment(`${HIGH_RISK[why]}: ${SAY_SO}`, 2)]),
    ...(server === MASKED || tool === MASKED ? [yamlComment(STANDS_FOR_MANY, 2)] : []),
    `  - server: ${yamlScalar(server)}\n`,
    `    tool: ${yamlScalar(tool)}\n`,
    `    reason: ${yamlScalar(reason)}\n`,
  ].join('');
}

const HIGH_RISK = {
  redacted_secret_argument: 'High risk, since there was a secret among its arguments',
  high_risk_name: 'High risk, since its name holds a word of high risk',
} as const satisfies Readonly<Record<HighRiskReason, string>>;
const SAY_SO = 'if that is known and meant, add `high_risk: true`, or each call stays a warning.';

/** What a record carries in place of a name that held a secret. */
const MASKED = '[masked]';
const STANDS_FOR_MANY =
  'Masked, since the name held a secret. A review of it is one of every name that is masked: a baseline with `until` says less.';
