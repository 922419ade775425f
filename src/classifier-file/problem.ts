/** What is wrong at one place of a classifier file, free of its values. */
export interface ClassifierProblem {
  /** Names and indexes from the document, for example `['categories', 0, 'tools']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `categories[0].tools`, as messages name a place. */
export function shownPath(path: ClassifierProblem['path']): string {
  return path.reduce<string>((shown, step) => {
    if (typeof step === 'number') return `${shown}[${step}]`;
    return shown === '' ? step : `${shown}.${step}`;
  }, '');
}
