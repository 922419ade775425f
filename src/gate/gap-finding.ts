import { GAP_ROW, ROWS } from './rows.ts';
import type { CoverageReason } from './run-coverage.ts';
import type { Finding } from './surface-diff.ts';

/** Why something was not observed well enough. */
export type GapReason = CoverageReason | 'expected_run_not_seen' | 'expected_service_not_seen';

/** What is missing, of one run or of one name that was expected. It has one level and no baseline. */
export function gapFinding(reason: GapReason, runId: string | null, expected: string | null = null): Finding {
  return {
    row: GAP_ROW,
    code: GAP_ROW,
    level: ROWS[GAP_ROW].level,
    run_id: runId,
    record: null,
    server: null,
    tool: null,
    category: null,
    target: null,
    decision: null,
    nearest: null,
    declared: null,
    reason,
    fingerprint: null,
    expected,
  };
}
