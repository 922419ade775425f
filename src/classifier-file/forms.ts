/** The forms of single values in a classifier file, and the words in which messages ask for them. */
export interface Form {
  readonly pattern: RegExp;
  /** Worded to follow "to be". */
  readonly words: string;
}

const NAME = '1 to 64 of a-z, 0-9 and _';

export const FORMS = {
  /** Of a file; every category id begins with it. */
  family: {
    pattern: /^[a-z0-9][a-z0-9_-]{0,63}$/,
    words: '1 to 64 of a-z, 0-9, _ and -, the first a letter or digit',
  },
  category: {
    pattern: /^[a-z0-9][a-z0-9_-]{0,63}\/[a-z0-9_]{1,64}$/,
    words: 'the name of the file, a slash, and 1 to 64 of a-z, 0-9 and _',
  },
  /** No object can hold a member of that other name as it holds one of any. */
  name: { pattern: /^(?!__proto__$)[a-z0-9_]{1,64}$/, words: `${NAME}, other than __proto__` },
  verb: { pattern: /^[a-z][a-z0-9_]{0,63}$/, words: `${NAME}, the first a letter` },
  /** A tool name after its last namespace separator. */
  leaf: {
    pattern: /^(?=[\w-]{1,128}$)(?!.*__)[A-Za-z0-9][\w-]*$/,
    words: 'a leaf name: 1 to 128 of A-Z, a-z, 0-9, _ and -, without a namespace before it',
  },
  server: { pattern: /^[^\p{Cc}]{1,256}$/u, words: 'a server id of 1 to 256 characters' },
  scope: {
    pattern: /^[\x21-\x7e][\x20-\x7e]{0,127}$/,
    words: '1 to 128 printable ASCII characters, or null',
  },
  path: {
    pattern: /^(?=.{1,256}$)[^.[\]\p{Cc}]+(\[\])?(\.[^.[\]\p{Cc}]+(\[\])?){0,7}$/u,
    words: 'names joined by dots, at most 8, with [] after one that holds a list',
  },
  value: { pattern: /^[^\p{Cc}]{1,128}$/u, words: 'a value of 1 to 128 characters' },
  /** People read it, so nothing in it may be unseen. */
  sentence: {
    pattern: /^[^\p{Cc}\p{Cf}\u2028\u2029]{1,500}$/u,
    words: 'a sentence of 1 to 500 characters, on one line, all of them to be seen',
  },
  /** A sentence that stands in Markdown as it is: it can open no tag and no link there. */
  claim: {
    pattern: /^[^\p{Cc}\p{Cf}\u2028\u2029<>[\]]{1,500}$/u,
    words: 'a sentence of 1 to 500 characters, on one line, all of them to be seen, without <, >, [ and ]',
  },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, words: 'a date, YYYY-MM-DD' },
} as const satisfies Record<string, Form>;

/** How much a file may hold. A limit that is passed refuses the file; nothing of it is used. */
export const CLASSIFIER_LIMITS = {
  categories: 1_000,
  tools: 1_000,
  verbs: 100,
  servers: 100,
  fields: 12,
  aliases: 8,
  nonClaims: 20,
  /** Members of objects and lists in the whole file. */
  members: 200_000,
  depth: 32,
} as const;
