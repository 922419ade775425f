const PRELOADING = /^(--import|--require|-r|--loader|--experimental-loader)(=|$)/;

/**
 * Whether what the program imports can be seen from here: it is CommonJS, or something is loaded before it. A program
 * that is an ES module was loaded, with all that it imports, before its first line ran.
 */
export function isBeforeTheProgram(): boolean {
  if (process.mainModule !== undefined) return true;
  const options = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return options.some((option) => PRELOADING.test(option));
}
