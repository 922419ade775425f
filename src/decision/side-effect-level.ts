/** In which a word may be written: `Verified`, `observed-confirmed`. */
const SPELLINGS = /[\s_-]+/gu;

/** Whether a level of `response.side_effect` says that somebody saw the effect, however it is spelt. */
export function isConfirmed(level: string | undefined): boolean {
  const word = plainLevel(level);
  return word === 'verified' || word === 'confirmed' || word === 'observed_confirmed';
}

/** A level in the spelling of this project. */
export function plainLevel(level = ''): string {
  return level.normalize('NFKC').trim().toLowerCase().replace(SPELLINGS, '_');
}
