import { GAP_ROW, LEVELS, type Level, ROWS, type RowName } from './rows.ts';

/** Levels that configuration sets, by row. */
export type LevelOverrides = Readonly<Partial<Record<Exclude<RowName, typeof GAP_ROW>, Level>>>;

/** The level of every row. */
export type Levels = Readonly<Record<RowName, Level>>;

/** The levels in force: the table's, less what is overridden. The gap's own level always stands. */
export function levelsInForce(overrides: LevelOverrides = {}): Levels {
  const levels = Object.entries(ROWS).map(([name, { level }]) => {
    const isSet = name !== GAP_ROW && Object.hasOwn(overrides, name);
    return [name, isSet ? (overrides[name as keyof LevelOverrides] ?? level) : level];
  });
  return Object.fromEntries(levels) as Levels;
}

/** What `--level` entries say, or every one that says nothing: one message each. */
export interface LevelReading {
  readonly levels: LevelOverrides;
  readonly problems: readonly string[];
}

/** Reads `row=level` entries; of two for one row the later counts. */
export function readLevels(entries: readonly string[]): LevelReading {
  const levels: Partial<Record<string, Level>> = {};
  const problems: string[] = [];
  for (const entry of entries) {
    const at = entry.indexOf('=');
    const row = entry.slice(0, Math.max(at, 0)).trim();
    const level = entry.slice(at + 1).trim();
    if (at < 0) problems.push(NO_PAIR);
    else if (row === GAP_ROW) problems.push(FIXED);
    else if (!Object.hasOwn(ROWS, row)) problems.push(NO_ROW);
    else if (!isLevel(level)) problems.push(`${NO_LEVEL} for \`${row}\``);
    else levels[row] = level;
  }
  return { levels, problems };
}

function isLevel(word: string): word is Level {
  return (LEVELS as readonly string[]).includes(word);
}

const rows = Object.keys(ROWS).filter((name) => name !== GAP_ROW);
const NO_PAIR =
  'Expected `--level` to be ROW=LEVEL, got no `=`; for example inconclusive_tool_target.unconstrained=note';
const NO_ROW = `Expected the row of \`--level\` to be one of ${rows.join(', ')}, got another word`;
const NO_LEVEL = `Expected the level of \`--level\` to be ${LEVELS.slice(0, -1).join(', ')} or ${LEVELS.at(-1)}, got another word`;
const FIXED = `Expected the row of \`--level\` to be another than ${GAP_ROW}, whose level is fixed; what coverage is enough is said with \`--accept-coverage\``;
