import { BUILT_IN_CLASSIFIERS } from './built-in.ts';
import { compileClassifiers } from './compile.ts';
import type { ClassifierRule } from './rule.ts';

/** The built-in classifiers, in order of precedence: of two that know a leaf name, the first that is bound wins. */
export const CLASSIFIERS: readonly ClassifierRule[] =
  /* @__PURE__ */ compileClassifiers(BUILT_IN_CLASSIFIERS);
