import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** `action.yml` as the runner of GitHub Actions reads it. */
interface ActionFile {
  readonly name: string;
  readonly description: string;
  readonly branding: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, ActionInput>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly [ActionStep, ...ActionStep[]] };
}

interface ActionInput {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}

interface ActionStep {
  readonly id: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

export const ACTION: ActionFile = parse(
  readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'),
  // The runner takes every scalar of it for a string: 0.10 is no number.
  { schema: 'failsafe' },
);

export const [STEP] = ACTION.runs.steps;

/** An expression that is an input and nothing else. */
const INPUT = /^\$\{\{ inputs\.([a-z-]+) \}\}$/;

/** Which input each variable of the step is; `undefined` where it is anything else. */
export function variables(): readonly (readonly [name: string, input: string | undefined])[] {
  return Object.entries(STEP.env).map(([name, value]) => [name, INPUT.exec(value)?.[1]]);
}

/** The variables of the step for these inputs, defaults filled in; an input that is not given is empty. */
export function environmentOf(inputs: Readonly<Record<string, string>>): Record<string, string> {
  const of = (input = '') => inputs[input] ?? ACTION.inputs[input]?.default ?? '';
  return Object.fromEntries(variables().map(([name, input]) => [name, of(input)]));
}
