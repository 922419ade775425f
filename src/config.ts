import { type AggregatorLimits, DEFAULT_LIMITS } from './aggregator/limits.ts';
import { classifiersOption } from './classifiers-option.ts';
import { familyOf } from './classify/bindings.ts';
import { BUILT_IN, type RuleSet } from './classify/rule-set.ts';
import { type ArgumentLimits, DEFAULT_ARGUMENT_LIMITS } from './dialect/arguments.ts';
import type {
  ObserveOptions,
  ToolDecisionSpanExporterOptions,
  ToolDecisionSpanProcessorOptions,
} from './options.ts';
import type { ScrubRules } from './redact/scrub.ts';
import type { Sink } from './sinks/sink.ts';

/** Options with their defaults filled in. */
export interface Settings {
  readonly scrub: ScrubRules;
  readonly carrier: NonNullable<ObserveOptions['carrier']>;
  readonly policy: ObserveOptions['policy'];
  readonly runKey: string | undefined;
  readonly toolSpans: 'mcp' | 'all';
  readonly localTools: ReadonlySet<string>;
  readonly classifiers: RuleSet;
  /** By server id, the manifest digest of calls that say none themselves. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly bindClassifiers: NonNullable<ObserveOptions['bindClassifiers']>;
  readonly limits: ArgumentLimits;
  readonly open: { readonly openTraces: number; readonly openCalls: number };
}

/** A wrong option: every problem at once, with its path and what was expected. */
export class ConfigError extends TypeError {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_options';
  readonly issues: readonly string[];
  constructor(subject: string, issues: readonly string[]) {
    super(`${subject}: ${issues.join('; ')}`);
    this.issues = issues;
  }
}

/** Checks the shared options and fills in defaults. Checked by hand: zod would cost the host its start time. */
function settings(options: ObserveOptions, issues: string[]): Settings {
  const check = checker(issues);
  const known = ['argumentBytes', 'argumentDepth', 'argumentNodes', 'openTraces', 'openCalls'];
  const limits = check.object('limits', options.limits, known) ? (options.limits ?? {}) : {};
  check.oneOf('scrub', options.scrub, ['strict', 'content', 'off']);
  check.oneOf('carrier', options.carrier, ['span-event', 'log', 'both']);
  check.oneOf('toolSpans', options.toolSpans, ['mcp', 'all']);
  check.strings('allowAttributes', options.allowAttributes);
  check.strings('localTools', options.localTools);
  check.type('policy', options.policy, 'function');
  check.type('runKey', options.runKey, 'string');
  for (const [name, value] of Object.entries(limits)) check.count(`limits.${name}`, value);
  const bindings = check.object('bindClassifiers', options.bindClassifiers) ? options.bindClassifiers : {};
  const classifiers = classifiersOption(options.classifiers, issues);
  const categories = categoriesOf(classifiers);
  for (const [category, binding] of Object.entries(bindings ?? {})) {
    if (!categories.includes(category)) {
      issues.push(`Unknown category \`${category}\` in \`bindClassifiers\`; known: ${listed(categories)}`);
    }
    if (!check.object(`bindClassifiers.${category}`, binding, ['servers', 'exceptServers'])) continue;
    check.strings(`bindClassifiers.${category}.servers`, binding?.servers);
    check.strings(`bindClassifiers.${category}.exceptServers`, binding?.exceptServers);
  }
  if (issues.length > 0) return DEFAULTS;
  return {
    scrub: { mode: options.scrub ?? 'strict', allow: new Set(options.allowAttributes) },
    carrier: options.carrier ?? 'span-event',
    policy: options.policy && once(options.policy),
    runKey: options.runKey,
    toolSpans: options.toolSpans ?? 'mcp',
    localTools: new Set(options.localTools),
    classifiers,
    manifests: DEFAULTS.manifests,
    bindClassifiers: bindingsCopy(bindings ?? {}),
    limits: {
      argumentBytes: limits.argumentBytes ?? DEFAULTS.limits.argumentBytes,
      argumentDepth: limits.argumentDepth ?? DEFAULTS.limits.argumentDepth,
      argumentNodes: limits.argumentNodes ?? DEFAULTS.limits.argumentNodes,
    },
    open: {
      openTraces: limits.openTraces ?? DEFAULTS.open.openTraces,
      openCalls: limits.openCalls ?? DEFAULTS.open.openCalls,
    },
  };
}

export const DEFAULTS: Settings = {
  scrub: { mode: 'strict', allow: new Set() },
  carrier: 'span-event',
  policy: undefined,
  runKey: undefined,
  toolSpans: 'mcp',
  localTools: new Set(),
  classifiers: BUILT_IN,
  manifests: new Map(),
  bindClassifiers: {},
  limits: DEFAULT_ARGUMENT_LIMITS,
  open: { openTraces: 10_000, openCalls: 10_000 },
};

/** Some of many. */
function listed(names: readonly string[], most = 20): string {
  const beyond = names.length - most;
  return names.slice(0, most).join(', ') + (beyond > 0 ? ` and ${beyond} more` : '');
}

/** What a binding can name: categories, and all those of a classifier file at once. */
function categoriesOf({ rules }: RuleSet): readonly string[] {
  const names = rules.map(({ category }) => category);
  const families = names.filter((name) => name.includes('/')).map(familyOf);
  return [...new Set([...names, ...families])];
}

/** What is done to the object later changes no binding. */
function bindingsCopy(bindings: NonNullable<ObserveOptions['bindClassifiers']>): Settings['bindClassifiers'] {
  const copied = Object.entries(bindings).map(([category, { servers, exceptServers }]) => [
    category,
    {
      ...(servers && { servers: [...servers] }),
      ...(exceptServers && { exceptServers: [...exceptServers] }),
    },
  ]);
  return Object.fromEntries(copied);
}

/** What of the exporter's options its aggregator needs; they have been checked. */
export function aggregation(options: ToolDecisionSpanExporterOptions): {
  readonly limits: AggregatorLimits;
  readonly sinks: readonly Sink[];
} {
  const { grace, idle, maxAge, maxOpenRuns, retainClosed } = { ...DEFAULT_LIMITS, ...options };
  const sinks = (options.sinks ?? []).map((sink) => (typeof sink === 'function' ? { write: sink } : sink));
  return { limits: { grace, idle, maxAge, maxOpenRuns, retainClosed }, sinks };
}

/** Both halves know all of them, so that one object can configure both; each reads its own. */
const OPTIONS = [
  ...[
    'carrier',
    'scrub',
    'allowAttributes',
    'policy',
    'runKey',
    'toolSpans',
    'localTools',
    'classifiers',
    'bindClassifiers',
    'limits',
  ],
  ...['runRoot', 'runIsTrace', 'attest', 'forward'],
  ...['sinks', 'grace', 'idle', 'maxAge', 'maxOpenRuns', 'retainClosed'],
];

/** A hook that itself makes a call is not asked about that call: it would be asked without end. */
function once(policy: NonNullable<ObserveOptions['policy']>): NonNullable<ObserveOptions['policy']> {
  let isAsked = false;
  return (call) => {
    if (isAsked) return undefined;
    isAsked = true;
    try {
      return policy(call);
    } finally {
      isAsked = false;
    }
  };
}

/** @throws {ConfigError} naming every wrong option. */
export function processorSettings(options: ToolDecisionSpanProcessorOptions): Settings {
  const issues: string[] = [];
  const check = checker(issues);
  if (!check.object('options', options, OPTIONS)) {
    throw new ConfigError('ToolDecisionSpanProcessor', issues);
  }
  check.type('runRoot', options.runRoot, 'function');
  check.type('runIsTrace', options.runIsTrace, 'boolean');
  check.object('attest', options.attest, ['instrumentation', 'sampler']);
  check.oneOf('attest.instrumentation', options.attest?.instrumentation, ['configured']);
  check.oneOf('attest.sampler', options.attest?.sampler, ['declared']);
  return checked('ToolDecisionSpanProcessor', settings(options, issues), issues);
}

/** @throws {ConfigError} naming every wrong option. */
export function exporterSettings(delegate: unknown, options: ToolDecisionSpanExporterOptions): Settings {
  const issues: string[] = [];
  const { export: send } = (delegate ?? {}) as { export?: unknown };
  if (typeof send !== 'function')
    issues.push('Expected `delegate` to be a span exporter with an `export` method');
  const check = checker(issues);
  if (!check.object('options', options, OPTIONS)) {
    throw new ConfigError('ToolDecisionSpanExporter', issues);
  }
  check.oneOf('forward', options.forward, ['all', 'audit']);
  check.sinks('sinks', options.sinks);
  for (const name of ['grace', 'idle', 'maxAge', 'retainClosed'] as const)
    check.milliseconds(name, options[name]);
  check.count('maxOpenRuns', options.maxOpenRuns);
  return checked('ToolDecisionSpanExporter', settings(options, issues), issues);
}

function checked(subject: string, result: Settings, issues: readonly string[]): Settings {
  if (issues.length > 0) throw new ConfigError(subject, issues);
  return result;
}

/** One check per kind of option; each adds one sentence for what is wrong and never throws. */
function checker(issues: string[]) {
  const wrong = (path: string, expected: string, value: unknown): void => {
    issues.push(`Expected \`${path}\` to be ${expected}, got ${shown(value)}`);
  };
  return {
    type(path: string, value: unknown, type: 'function' | 'string' | 'boolean'): void {
      if (value !== undefined && typeof value !== type) wrong(path, `a ${type}`, value);
    },
    oneOf(path: string, value: unknown, allowed: readonly string[]): void {
      if (value === undefined || allowed.includes(value as string)) return;
      wrong(path, allowed.map((entry) => `"${entry}"`).join(' or '), value);
    },
    strings(path: string, value: unknown): void {
      if (value === undefined) return;
      if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
        wrong(path, 'an array of strings', value);
      }
    },
    count(path: string, value: unknown): void {
      if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)) return;
      wrong(path, 'a positive integer', value);
    },
    milliseconds(path: string, value: unknown): void {
      if (value === undefined || (typeof value === 'number' && value >= 0 && Number.isFinite(value))) return;
      wrong(path, 'a number of milliseconds from 0', value);
    },
    sinks(path: string, value: unknown): void {
      if (value === undefined) return;
      const isSink = (entry: unknown): boolean =>
        typeof entry === 'function' || typeof (entry as { write?: unknown } | null)?.write === 'function';
      if (Array.isArray(value) && value.every(isSink)) return;
      wrong(path, 'an array of sinks (see `assay-otel/sinks`) or functions', value);
    },
    /** Whether it is an object at all; unknown keys are reported but do not make it none. */
    object(path: string, value: unknown, known?: readonly string[]): boolean {
      if (value === undefined) return true;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        wrong(path, 'an object', value);
        return false;
      }
      for (const key of known === undefined ? [] : Object.keys(value)) {
        if (!known?.includes(key))
          issues.push(`Unknown option \`${key}\` in \`${path}\`; known: ${known?.join(', ')}`);
      }
      return true;
    },
  };
}

function shown(value: unknown): string {
  if (Array.isArray(value))
    return `an array of ${[...new Set(value.map((entry) => typeof entry))].join(', ')}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : typeof value;
}
