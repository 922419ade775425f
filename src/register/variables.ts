/** The `ASSAY_*` variables: which option each one is. The table in docs/install.md is held to this one by a test. */

/** What a variable's text is read as; a sentence where it is not that. */
type Reader = (text: string) => { readonly value: unknown } | { readonly expected: string };

export interface Variable {
  readonly name: string;
  /** The option, with a dot where it is part of one. */
  readonly option: string;
  readonly read: Reader;
  /** For the documentation. */
  readonly values: string;
  readonly does: string;
}

const text: Reader = (value) => ({ value });

const list: Reader = (value) => ({
  value: value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
});

const flag: Reader = (value) => {
  const word = value.toLowerCase();
  return word === 'true' || word === 'false' ? { value: word === 'true' } : { expected: '"true" or "false"' };
};

const number: Reader = (value) =>
  /^\d+$/.test(value) ? { value: Number(value) } : { expected: 'a whole number from 0' };

export const VARIABLES: readonly Variable[] = [
  row('ASSAY_SCRUB', 'scrub', text, '`strict`, `content`, `off`', 'what may leave on a call span'),
  row('ASSAY_ALLOW_ATTRIBUTES', 'allowAttributes', list, 'keys', 'further keys that may leave'),
  row('ASSAY_FORWARD', 'forward', text, '`all`, `audit`', '`audit`: only evidence is exported'),
  row('ASSAY_TOOL_SPANS', 'toolSpans', text, '`mcp`, `all`', '`all`: local functions get a record too'),
  row('ASSAY_LOCAL_TOOLS', 'localTools', list, 'names', 'tools that are local functions'),
  row('ASSAY_CARRIER', 'carrier', text, '`span-event`, `log`, `both`', 'what carries a record'),
  row(
    'ASSAY_CLASSIFIERS',
    'classifiers',
    list,
    'paths, `pack:NAME`',
    'classifier files, JSON or YAML, and packs',
  ),
  row('ASSAY_SURFACES_DIR', 'surfacesDir', text, 'directory', "each run's documents are written there"),
  row('ASSAY_RUN_KEY', 'runKey', text, 'key', 'attribute with the id of the run'),
  row('ASSAY_RUN_IS_TRACE', 'runIsTrace', flag, '`true`, `false`', 'each run is its own trace'),
  row('ASSAY_SAMPLER_MODE', 'samplerMode', text, '`sample`, `record`', 'calls that the sampler would drop'),
  row(
    'ASSAY_ATTEST_INSTRUMENTATION',
    'attest.instrumentation',
    text,
    '`configured`',
    'you vouch: all clients and servers are instrumented',
  ),
  row(
    'ASSAY_ATTEST_SAMPLER',
    'attest.sampler',
    text,
    '`declared`',
    'you vouch: every span of a recorded trace is kept',
  ),
  row('ASSAY_GRACE', 'grace', number, 'milliseconds', 'from the last span of a run to its documents'),
  row('ASSAY_IDLE', 'idle', number, 'milliseconds', 'without a span until a run is given away'),
  row('ASSAY_MAX_AGE', 'maxAge', number, 'milliseconds', 'after which a run is given away'),
  row('ASSAY_MAX_OPEN_RUNS', 'maxOpenRuns', number, 'count', 'runs that are followed at once'),
  row('ASSAY_RETAIN_CLOSED', 'retainClosed', number, 'milliseconds', 'in which a run can be amended'),
  row('ASSAY_DISABLED', 'disabled', flag, '`true`, `false`', '`true`: this entry does nothing at all'),
  row('ASSAY_CONFIG', 'config', text, 'path', 'the configuration file, in place of the one found'),
];

export interface VariablesRead {
  /** By the option's name. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly issues: readonly string[];
  /** Names that begin like ours and are none; somebody else's, or a slip. */
  readonly unknown: readonly string[];
}

/** Empty is unset, as OpenTelemetry has it. */
export function readVariables(env: Readonly<Record<string, string | undefined>>): VariablesRead {
  const values = new Map<string, unknown>();
  const issues: string[] = [];
  for (const { name, option, read } of VARIABLES) {
    const given = env[name]?.trim();
    if (!given) continue;
    const result = read(given);
    if ('value' in result) values.set(option, result.value);
    else
      issues.push(`Expected \`${name}\` to be ${result.expected}, got ${JSON.stringify(given.slice(0, 40))}`);
  }
  const known = new Set(VARIABLES.map(({ name }) => name));
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('ASSAY_') && env[name] && !known.has(name),
  );
  return { values, issues, unknown: unknown.sort() };
}

/** The variable that an option can come from. */
export function variableOf(option: string): string | undefined {
  return VARIABLES.find((variable) => variable.option === option)?.name;
}

function row(name: string, option: string, read: Reader, values: string, does: string): Variable {
  return { name, option, read, values, does };
}
