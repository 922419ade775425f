import type { GapReason } from '../../gate/gap-finding.ts';
import { wordsOf } from './limit-words.ts';
import type { Quote } from './quote.ts';

interface GapReasonWords {
  readonly says: string;
  readonly remedy: string;
}

/** Every reason by name: one that the type gains does not compile until somebody says what to do about it. */
const GAP_REASONS: { readonly [Reason in GapReason]: GapReasonWords } = {
  no_surface: {
    says: 'there is no surface: nothing says which calls were made',
    remedy: 'give the surfaces of the runs (`assay-otel surface`)',
  },
  health_missing: {
    says: 'there is no health document: nothing says what was not seen',
    remedy: 'keep each health document beside its surface, under the name that both were written with',
  },
  health_unreadable: {
    says: 'the health document cannot be read',
    remedy: 'write it anew from the traces (`assay-otel surface`)',
  },
  health_other_schema: {
    says: 'the health document is of another schema',
    remedy: 'write it anew from the traces (`assay-otel surface`)',
  },
  health_mismatch: {
    says: 'the health document belongs to another run or to another surface',
    remedy: 'keep surface and health of one run together, as they were written',
  },
  complete_with_gaps: {
    says: 'the health document says `complete` and lists gaps all the same',
    remedy:
      'write it anew from the traces (`assay-otel surface`): what wrote or changed it is not to be relied on',
  },
  coverage_scoped: {
    says: 'coverage is scoped: calls outside of what was watched are not seen',
    remedy:
      "mend what is listed, or let a pass rest on what was watched (`--accept-coverage scoped`); where every MCP client of the process is instrumented, `attest: { instrumentation: 'configured' }` on processor and exporter vouches for the whole of it, with the sampler wrapped in `observeToolCalls` or, where it keeps every span, `sampler: 'declared'` beside it",
  },
  coverage_partial: {
    says: 'coverage is partial: something was not seen',
    remedy:
      'mend the gaps that are listed, or let a pass rest on a part of what happened (`--accept-coverage partial`)',
  },
  coverage_unknown: {
    says: 'coverage is unknown: nobody counts the calls',
    remedy: 'put the span processor into the process, and export all its spans',
  },
  expected_run_not_seen: {
    says: 'an expected run was not seen',
    remedy:
      'compare the id with those that were seen; find out whether the run took place, and where its traces went',
  },
  expected_service_not_seen: {
    says: 'an expected service was not seen',
    remedy:
      'compare the name with those that were seen (it is `service.name` of the resource); put the span processor into the service, and export all its spans',
  },
};

/** What the gate says of its own accord. Every other reason is a code of the record. */
const CALL_REASONS: Readonly<Record<string, string>> = {
  credential_alias_missing: 'the call names no credential',
  credential_alias_not_declared: 'its credential is not declared',
  high_risk_name: 'its name holds a word of high risk',
  no_decision_observed: 'nobody decided',
  not_enforced: 'the denial was not enforced',
  redacted_secret_argument: 'there was a secret among its arguments',
  result_observed: 'the call shows a result',
  classifier_not_bound: 'a loaded classifier file knows its name, but not on this server',
  record_made_without_classifier:
    'a loaded classifier file knows it, but the record was made without that file',
  arguments_not_captured: 'its arguments were not captured',
  arguments_too_large: 'its arguments are too large to be read',
  arguments_truncated: 'its arguments were cut',
  conflicting_target_fields: 'its arguments contradict each other',
  missing_github_owner_or_repo: 'its arguments name no owner or no repository',
  missing_required_target_field: 'its arguments lack a part of the target',
  missing_slack_principal: 'its arguments name nobody',
  missing_slack_scope: 'its arguments name neither workspace nor channel',
  missing_workspace_id: 'its arguments name no workspace',
  missing_workspace_principal: 'its arguments name nobody',
  projected_value_too_long: 'a value of its target is too long to be kept',
  review_expired: 'the review has expired',
  unknown_tool_name: 'no classifier knows its name',
  unsupported_argument_shape: 'its arguments have a form that is not read',
  scope_not_covered: 'no declared scope covers the needed one',
  scope_overbroad: 'a declared scope is broader than needed',
  scope_unrecognised: 'a declared scope is not recognised',
};

/** Why a row holds; a code of the record that has no words stands as it is. */
export function reasonWords(reason: string, quote: Quote): string {
  return wordsOf(CALL_REASONS, reason) ?? wordsOf<GapReasonWords>(GAP_REASONS, reason)?.says ?? quote(reason);
}

/** What to do about a gap; `undefined` for the reason of a call. */
export function gapRemedy(reason: string): string | undefined {
  return wordsOf<GapReasonWords>(GAP_REASONS, reason)?.remedy;
}
