/** Says which of the others are faster than ours: the page must never leave that to the reader. */

/**
 * @param {{ name: string, spread: { low: number, median: number, high: number } }} ours
 * @param {readonly { name: string, spread: { low: number, median: number, high: number } }[]} others less is faster
 * @returns {string} one sentence, or two. “By more than the spread”: 90 of 100 slices of the other took less than 90 of
 * 100 of ours.
 */
export function fasterThan(ours, others) {
  const faster = others.filter(({ spread }) => spread.high < ours.spread.low);
  const perhaps = others.filter(
    (other) => other.spread.median < ours.spread.median && !faster.includes(other),
  );
  const said =
    faster.length === 0
      ? `None of the others is faster than “${ours.name}” by more than the spread.`
      : `Faster than “${ours.name}” by more than the spread (why stands below): ${named(faster)}.`;
  return perhaps.length === 0 ? said : `${said} Faster within the spread: ${named(perhaps)}.`;
}

const named = (list) => list.map(({ name }) => name).join('; ');
