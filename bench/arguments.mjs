/** Arguments of a tool call as JSON text, of any size: a deploy key with notes. */

/** One kilobyte (1,000 B), what the budgets speak of. */
export const ARGUMENTS = JSON.stringify({
  owner: 'org',
  repo: 'prod-repo',
  title: 'ci-key',
  public_key: 'x'.repeat(387),
  read_only: false,
  notes: Array.from({ length: 12 }, (_, index) => ({ index, text: 'a note of some length' })),
});

/** More would be beyond the limit on values, past which arguments are not read. */
const MOST_NOTES = 1_000;
const TEXT = 'a note of some length';

/** So many bytes: a key that grows, and notes, each about half of it. */
export function argumentsOf(bytes) {
  const least = { owner: 'org', repo: 'prod-repo', title: 'ci-key', read_only: false };
  const left = bytes - JSON.stringify(least).length;
  if (left < 60) return JSON.stringify({ ...least, public_key: 'x'.repeat(Math.max(0, left - 16)) });
  const count = Math.min(MOST_NOTES, Math.floor(left / 2 / 43));
  const text = TEXT.repeat(Math.max(1, Math.floor(left / 2 / Math.max(1, count) / TEXT.length)));
  const notes = Array.from({ length: count }, (_, index) => ({ index: index % 10, text }));
  const without = JSON.stringify({ ...least, public_key: '', notes });
  return JSON.stringify({ ...least, public_key: 'x'.repeat(Math.max(0, bytes - without.length)), notes });
}
