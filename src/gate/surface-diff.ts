import type { RecordDecision, Target } from '../decision/record.ts';
import type { Gap, Health } from '../run/health.ts';
import type { UnusedAcceptance } from './baseline.ts';
import type { CoverageLevel } from './coverage.ts';
import type { Levels } from './levels.ts';
import type { Nearest } from './nearest.ts';
import type { Level, RowName } from './rows.ts';
import type { CoverageReason } from './run-coverage.ts';
import type { Silence } from './silence.ts';
import type { Verdict } from './verdict.ts';

export const DIFF_SCHEMA = 'assay.tool_surface_diff.v0';

/** `assay.tool_surface_diff.v0`: what was observed against what was declared, judged. */
export interface SurfaceDiff {
  readonly schema: typeof DIFF_SCHEMA;
  readonly verdict: Verdict;
  /** The least coverage of a run that counts only because it was accepted; null where none had to be. */
  readonly coverage_accepted: CoverageLevel | null;
  readonly findings: readonly Finding[];
  readonly matched: readonly MatchedCall[];
  readonly reviewed: readonly ReviewedCall[];
  /** Findings that the baseline accepts; they leave the verdict. */
  readonly baselined: readonly BaselinedFinding[];
  /** Declared actions that no call can have been: never a regression. */
  readonly unobserved: readonly UnobservedAction[];
  /** Entries of the baseline that accepted nothing. */
  readonly baseline_unused: readonly UnusedAcceptance[];
  readonly runs: readonly RunSummary[];
  /** Servers of which calls carry more than one manifest digest; absent where there are none. Never counts. */
  readonly manifests?: readonly ChangedManifest[];
  /** Runs that were classified by other rules than those that are loaded; absent where there are none. Never counts. */
  readonly classifiers?: OtherClassifiers;
  /** Loaded classifier files that know tools of unknown calls; absent where there are none. Never counts. */
  readonly silent_classifiers?: readonly SilentClassifier[];
  readonly inputs: InputDigests;
  readonly levels: Levels;
  readonly non_claims: readonly string[];
}

/** The call that something is said of. */
export interface CallReference {
  /** Null where nothing names the run. */
  readonly run_id: string | null;
  /** Position in the surface of the run, from 0; null where no call is spoken of. */
  readonly record: number | null;
  readonly server: string | null;
  readonly tool: string | null;
  readonly category: string | null;
  /** As the record has it: hashes stay hashes. */
  readonly target: Target | null;
  /** `allow` with source `none` says that nobody decided. */
  readonly decision: RecordDecision | null;
}

/** One code of one row of one call, or one gap. */
export interface Finding extends CallReference {
  readonly row: RowName;
  readonly code: string;
  readonly level: Level;
  readonly nearest: Nearest | null;
  /** The first declared action that speaks of the call; null where none does, and of a gap. */
  readonly declared: DeclaredReference | null;
  /** A word, not prose: why the row holds. */
  readonly reason: string;
  /** Null for a gap, which no baseline can accept. */
  readonly fingerprint: string | null;
  /** What was expected and not seen, or the scope that a call needs; null for every other finding. */
  readonly expected: string | null;
  /** Of a finding about a credential alone: which one the call used; null where it names none. */
  readonly credential_alias?: string | null;
}

export interface MatchedCall extends CallReference {
  /** Ids of the declared actions that allow it, the first {@link MAX_ACTIONS} as they are declared. */
  readonly actions: readonly string[];
  /** How many more do; absent where all are listed. */
  readonly more_actions?: number;
}

/** Many calls may be allowed by the same many actions: a list of all of them each time would have no bound. */
export const MAX_ACTIONS = 100;

export interface ReviewedCall extends CallReference {
  readonly reason: string;
  readonly until: string | null;
  readonly high_risk: boolean;
}

export interface BaselinedFinding extends Finding {
  readonly fingerprint: string;
  readonly accepted: { readonly reason: string; readonly until: string | null };
}

/** A declared action: its id, and its place in `declared_tool_actions`. */
export interface DeclaredReference {
  readonly id: string;
  readonly index: number;
}

export type UnobservedAction = DeclaredReference;

/** One run: what was seen of it and how well. */
export interface RunSummary {
  readonly run_id: string | null;
  readonly tool_calls_observed: number;
  readonly surface_digest: string | null;
  readonly health_digest: string | null;
  readonly coverage: {
    readonly level: CoverageLevel;
    readonly accepted: boolean;
    /** Null where it is accepted. */
    readonly reason: CoverageReason | null;
    readonly gaps: readonly Gap[];
    readonly limits: Health['limits'];
  };
  readonly scope: Health['scope'] | null;
}

/** A loaded classifier file that knows tools of a server, of which calls are unknown all the same. */
export interface SilentClassifier {
  /** Its `name`. */
  readonly file: string;
  readonly server: string;
  /** The records were made without the file, or it speaks for other servers. */
  readonly why: Silence;
  /** Leaf names. */
  readonly tools: readonly string[];
}

/** A server of which more than one manifest was listed: in several runs, or within one. */
export interface ChangedManifest {
  readonly server: string;
  /** Two or more; the runs of each once, null for those that nothing names. */
  readonly digests: readonly { readonly digest: string; readonly runs: readonly (string | null)[] }[];
}

/** By what rules runs were classified, beside those that the gate has: the built-in version, `<name>@sha256:…` of files. */
export interface OtherClassifiers {
  readonly loaded: readonly string[];
  readonly runs: readonly {
    readonly run_id: string | null;
    readonly classifier_version: readonly string[];
  }[];
}

/** Over the RFC 8785 form, so that YAML and JSON of one document agree; those of the runs stand with the runs. */
export interface InputDigests {
  readonly declared: string | null;
  readonly baseline: string | null;
}
