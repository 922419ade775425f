import { element, xmlText } from './xml.ts';

/** What became of a case; a passed one may have something to say. */
export type Outcome =
  | { readonly is: 'passed'; readonly says?: readonly string[] }
  | {
      readonly is: 'failure' | 'error';
      readonly type: string;
      readonly message: string;
      readonly says: readonly string[];
    }
  | { readonly is: 'skipped'; readonly message: string };

export interface TestCase {
  readonly name: string;
  readonly outcome: Outcome;
}

/** A suite, and what is counted of it. */
export interface TestSuite {
  readonly name: string;
  /** What the whole report came to; the same in every suite, since CI systems show suites alone. */
  readonly verdict: string | undefined;
  readonly cases: readonly TestCase[];
}

/** The counts that a suite and the whole document bear. Nothing takes time: the calls were made elsewhere. */
export function countsOf(suites: readonly TestSuite[]) {
  const outcomes = suites.flatMap(({ cases }) => cases.map(({ outcome }) => outcome.is));
  const count = (kind: Outcome['is']) => outcomes.filter((is) => is === kind).length;
  return {
    tests: outcomes.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: 0,
  };
}

export function suiteElement(suite: TestSuite): string {
  const cases = suite.cases.map(({ name, outcome }) =>
    element('testcase', { classname: suite.name, name, time: 0 }, outcomeElement(outcome)),
  );
  const verdict = element('property', { name: 'verdict', value: suite.verdict });
  const properties = suite.verdict === undefined ? [] : [element('properties', {}, [verdict])];
  return element('testsuite', { name: suite.name, ...countsOf([suite]) }, [...properties, ...cases]);
}

function outcomeElement(outcome: Outcome): readonly string[] {
  switch (outcome.is) {
    case 'passed':
      return outcome.says === undefined ? [] : [element('system-out', {}, [linesOf(outcome.says)])];
    case 'skipped':
      return [element('skipped', { message: outcome.message })];
    default:
      return [element(outcome.is, { type: outcome.type, message: outcome.message }, [linesOf(outcome.says)])];
  }
}

function linesOf(says: readonly string[]): string {
  return says.map(xmlText).join('\n');
}
