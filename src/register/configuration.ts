import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { ToolDecisionOptions } from '../options.ts';
import { expected, parsed, readConfigFile } from './config-file.ts';
import { ownPath } from './peers.ts';
import { readVariables, variableOf } from './variables.ts';

/** What variables and configuration file say, variables first. Checked by the parts themselves, which know best. */
export interface Configuration {
  readonly options: ToolDecisionOptions & { readonly samplerMode?: 'record' | 'sample' };
  readonly surfacesDir: string | undefined;
  readonly instrumentations: readonly unknown[];
  readonly isDisabled: boolean;
  /** Where it came from: names of variables and of the file. */
  readonly sources: readonly string[];
  readonly issues: readonly string[];
  /** What is odd and changes nothing. */
  readonly notes: readonly string[];
  /** An issue of the parts, with the variable's name where its value came from one, else with the file's. */
  readonly placed: (issue: string) => string;
}

/** What this entry makes from the `OTEL_*` variables; a file cannot say it. */
const MADE_HERE = ['exporter', 'exporters', 'BatchSpanProcessor'];
/** What a file can say, and the parts do not know. */
const OF_FILES = ['surfacesDir', 'instrumentations', 'disabled'];

export function readConfiguration(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Configuration {
  const variables = readVariables(env);
  const { values } = variables;
  const file = readConfigFile(values.get('config') as string | undefined, cwd);
  const issues = [...variables.issues, ...file.issues];
  for (const name of MADE_HERE.filter((key) => Object.hasOwn(file.options, key))) {
    issues.push(
      `Expected no \`${name}\` in \`${file.name}\`: exporters are those of OTEL_TRACES_EXPORTER here`,
    );
  }
  const merged: Record<string, unknown> = { ...file.options };
  for (const [option, value] of values) {
    const [whole = option, part] = option.split('.');
    merged[whole] = part === undefined ? value : { ...(merged[whole] as object | undefined), [part]: value };
  }
  const { surfacesDir, instrumentations = [], disabled, config: _config, ...options } = merged;
  if (surfacesDir !== undefined && typeof surfacesDir !== 'string') {
    issues.push('Expected `surfacesDir` to be the path of a directory');
  }
  if (!Array.isArray(instrumentations)) issues.push('Expected `instrumentations` to be an array');
  if (Array.isArray(options.classifiers)) {
    const base = values.has('classifiers') ? cwd : file.directory;
    options.classifiers = options.classifiers.flatMap((entry, index) =>
      classifiers(entry, index, base, issues),
    );
  }
  const own = [...values.keys()].flatMap((option) => variableOf(option) ?? []);
  return {
    options: options as Configuration['options'],
    surfacesDir:
      typeof surfacesDir === 'string'
        ? resolve(values.has('surfacesDir') ? cwd : file.directory, surfacesDir)
        : undefined,
    instrumentations: Array.isArray(instrumentations) ? instrumentations : [],
    isDisabled: disabled === true,
    sources: [...own, ...(file.name === undefined ? [] : [file.name])],
    issues,
    notes: variables.unknown.map(
      (name) => `${name} is no variable that is known; docs/install.md lists them`,
    ),
    placed: (issue) => placed(issue, values, file),
  };
}

/** A pack or a YAML file as parsed; JSON files are read by the option itself, which has the limits for them. */
function classifiers(entry: unknown, index: number, base: string, issues: string[]): unknown {
  if (typeof entry !== 'string') return entry;
  const [, pack] = /^pack:([a-z0-9_-]{1,64})$/.exec(entry) ?? [];
  const isYaml = /^\.ya?ml$/.test(extname(entry));
  if (pack === undefined && !isYaml) return resolve(base, entry);
  try {
    if (pack !== undefined) return JSON.parse(readFileSync(ownPath(`../packs/${pack}.json`), 'utf8'));
    return parsed(resolve(base, entry));
  } catch (error) {
    const found = pack === undefined ? expected(error) : `the name of a pack (docs/packs.md), got "${pack}"`;
    issues.push(`Expected \`classifiers[${index}]\` to be ${found}`);
    return [];
  }
}

function placed(
  issue: string,
  values: ReadonlyMap<string, unknown>,
  file: { readonly name: string | undefined; readonly options: Readonly<Record<string, unknown>> },
): string {
  const [, unknown, known] = /^(Unknown option `.*`) in `options`; known: (.*)$/.exec(issue) ?? [];
  if (known !== undefined) {
    const names = [...known.split(', ').filter((name) => !MADE_HERE.includes(name)), ...OF_FILES];
    return `${unknown} in \`${file.name}\`; known: ${names.join(', ')}`;
  }
  const [, option = ''] = /`([A-Za-z.]+)(?:\[\d+\])?`/.exec(issue) ?? [];
  const name = values.has(option) ? variableOf(option) : undefined;
  if (name !== undefined) return issue.replace(`\`${option}`, `\`${name}`);
  const isOfFile = Object.hasOwn(file.options, option.split('.')[0] ?? option);
  return isOfFile ? `${issue} (in ${file.name})` : issue;
}
