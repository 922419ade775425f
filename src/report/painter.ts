/** Colours for a terminal, or none. Each function gives the text back with what switches the colour on and off. */
export interface Painter {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;

/** No colours: for a pipe, a file, a test. */
export const PLAIN: Painter = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };
