/** The version of this package, as its instrumentation scopes and attestations state it. */
export const VERSION = '0.1.0';
