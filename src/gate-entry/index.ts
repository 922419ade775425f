export type { RuleSet } from '../classify/rule-set.ts';
export type { AcceptedFinding, Baseline, UnusedAcceptance } from '../gate/baseline.ts';
export type { CoverageLevel } from '../gate/coverage.ts';
export type {
  DeclaredAction,
  DeclaredCredential,
  DeclaredEffect,
  DeclaredSurface,
  ReviewedTool,
  TargetEntry,
} from '../gate/declared-surface.ts';
export { type GateOptions, gate } from '../gate/gate.ts';
export type { HighRiskChanges } from '../gate/high-risk-words.ts';
export type { LevelOverrides, Levels } from '../gate/levels.ts';
export type { Nearest } from '../gate/nearest.ts';
export type { HealthInput, ObservedRecord, ObservedRun, ObservedSurface } from '../gate/observed-run.ts';
export type { Level, RowName } from '../gate/rows.ts';
export type {
  BaselinedFinding,
  CallReference,
  Finding,
  MatchedCall,
  ReviewedCall,
  RunSummary,
  SurfaceDiff,
  UnobservedAction,
} from '../gate/surface-diff.ts';
export type { Verdict } from '../gate/verdict.ts';
export type { PlacedIssue } from '../schema/declared-issues.ts';
export { readBaseline, type WrittenReading } from '../schema/declared-reading.ts';
export type { AuditSubject } from '../verify/audit-record.ts';
export { bindingDigest } from '../verify/subject.ts';
export { type ExpectOptions, expectWithinDeclared, readDeclaredSurface } from './expect-within-declared.ts';
export { loadClassifiers } from './load-classifiers.ts';
export { type RunInput, type RunsInput, readRuns } from './read-runs.ts';
