import type { Ranges } from '../decision/checkpoint.ts';
import type { Vantage } from '../span/observed-call.ts';

/** `assay.tool_observation_health.v0`: whether absence in a run's surface means anything. */
export const HEALTH_SCHEMA = 'assay.tool_observation_health.v0';

/** What keeps a run from being complete. */
export type GapCode =
  | 'checkpoint_missing'
  | 'conflict'
  | 'emitter_missing'
  | 'event_lost'
  | 'event_truncated'
  | 'evicted'
  | 'instrumentation_not_attested'
  | 'not_final'
  | 'not_sampled'
  | 'root_not_observed'
  | 'run_not_sealed'
  | 'sampler_unknown'
  | 'seal_mismatch'
  | 'sequence_gap'
  | 'unrecognised_mcp_span'
  | 'unrecorded_calls';

/** Gaps are grouped by code, emitter and `what`; one loss may show as several. */
export interface Gap {
  readonly code: GapCode;
  readonly count: number;
  readonly emitter?: string | undefined;
  readonly what?: string | undefined;
  /** Numbers of which nothing was seen. */
  readonly missing?: Ranges | undefined;
  readonly open?: Ranges | undefined;
  /** Of calls that are known to be missing, this much can be said. */
  readonly classification?: 'not_observed' | undefined;
}

/** Something counted that explains a gap or bounds a claim, and is no gap itself. */
export interface Counted {
  readonly code: string;
  readonly count: number;
}

export type Claim = 'allowed' | 'blocked';

export interface Health {
  readonly schema: typeof HEALTH_SCHEMA;
  readonly run_id: string;
  readonly proxy_seen: boolean;
  readonly tool_calls_observed: number;
  readonly policy_layer: 'absent' | 'present' | 'unknown';
  readonly policy_decisions_observed: number;
  readonly classifier_version: readonly string[];
  readonly unknown_tool_count: number;
  readonly redaction_active: boolean;
  readonly scope: {
    readonly emitters: readonly ScopeEntry[];
    readonly uncovered_services: readonly string[];
  };
  readonly coverage: {
    readonly state: 'complete' | 'partial' | 'unknown';
    readonly gaps: readonly Gap[];
    readonly notes: readonly Counted[];
    readonly emitters: readonly EmitterCoverage[];
  };
  readonly limits: readonly Counted[];
  readonly claims: {
    readonly observed_calls: 'allowed';
    readonly no_tool_use: Claim;
    readonly no_undeclared_tool_use: Claim;
  };
  readonly surface_digest: string;
  readonly non_claims: readonly string[];
}

/** What a claim is about: calls that began between `from` and `until` through what is attested. */
export interface ScopeEntry {
  readonly trace: string;
  readonly emitter: string;
  readonly epoch: string;
  readonly service: string | null;
  readonly attested: readonly {
    readonly vantage: Vantage;
    readonly scope: string;
    readonly covers: 'object' | 'process';
    readonly since: string;
  }[];
  readonly run_root: boolean;
  readonly from: string;
  readonly until: string;
}

export interface EmitterCoverage {
  readonly emitter: string;
  readonly epoch: string;
  readonly numbered: number;
  readonly recorded: number;
  readonly withdrawn: number;
  readonly open: Ranges;
  readonly sealed: boolean;
  readonly sampler: 'declared' | 'observing' | 'unknown';
  readonly instrumentation: readonly string[];
}

/** What every health document says of itself. */
export const HEALTH_NON_CLAIMS: readonly string[] = [
  'does not speak of clients, services or processes outside its scope',
  'does not prove that the evidence is authentic: whoever can send telemetry can forge it',
  'does not prove what operators declared about instrumentation and sampling',
];
