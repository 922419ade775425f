// What the gate must say: all that was planted and nothing else, a pass where everything was seen and is declared, and
// none where something was lost.
import { describe, UNSETTLED } from './planted.mjs';
import { check } from './transcript.mjs';

/** Holds what the gate said against what is known to be true of the runs. */
export function checkGate({ wrong, corrected, unreviewed, drafted, unsettled, known, accepted }, planted) {
  const found = findingsOf(wrong, 'error').map(describe);
  check(
    wrong.code === 1 && isSame(found, planted),
    `declared.yaml: ${planted.length} violations planted, ${found.length} found, exit code ${wrong.code}`,
  );
  check(
    isPlainPass(corrected),
    `declared.reviewed.yaml: ${corrected.diff.verdict} for the runs that are complete, exit code ${corrected.code}`,
  );
  check(
    unreviewed.code === 2,
    `what \`declare\` drafts of them is not read before a review, exit code ${unreviewed.code}`,
  );
  check(
    isPlainPass(drafted),
    `and once it is reviewed: ${drafted.diff.verdict} for the same runs, exit code ${drafted.code}`,
  );
  const open = callsLeft(unsettled);
  check(
    unsettled.code === 3 && isSame(open, UNSETTLED) && String(reasonsLeft(unsettled)) === 'coverage_partial',
    `with the run that lost evidence: ${unsettled.diff.verdict}, exit code ${unsettled.code}: ${open.length} calls that a declaration cannot settle, and ${reasonsLeft(unsettled)}`,
  );
  check(
    known.code === 3 &&
      callsLeft(known).length === 0 &&
      known.diff.baselined.length === open.length &&
      String(reasonsLeft(known)) === 'coverage_partial',
    `with a baseline of these: still ${known.diff.verdict}, exit code ${known.code}: ${reasonsLeft(known)}`,
  );
  check(
    accepted.code === 0 && accepted.diff.coverage_accepted === 'partial',
    `only with --accept-coverage partial: ${accepted.diff.verdict}, exit code ${accepted.code}, and the report says so`,
  );
}

/** A pass that rests on nothing that somebody accepted. */
function isPlainPass({ code, diff }) {
  const { verdict, coverage_accepted, baselined } = diff;
  return code === 0 && verdict === 'pass' && coverage_accepted === null && baselined.length === 0;
}

/** What takes away a pass although nothing is against it: calls, and reasons that are of a whole run. */
function callsLeft(answer) {
  return findingsOf(answer, 'inconclusive')
    .filter(({ row }) => row !== 'inconclusive_observation_gap')
    .map(({ run_id, tool, row }) => `${run_id} ${tool} ${row}`);
}

function reasonsLeft(answer) {
  return findingsOf(answer, 'inconclusive')
    .filter(({ row }) => row === 'inconclusive_observation_gap')
    .map(({ reason }) => reason);
}

function findingsOf({ diff }, level) {
  return diff.findings.filter((finding) => finding.level === level);
}

function isSame(one, other) {
  return String([...one].sort()) === String([...other].sort());
}
