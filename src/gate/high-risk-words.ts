/** Words in a tool's name that say what it may do where no classifier knows it. Published; see {@link isHighRiskName}. */
export interface HighRiskWords {
  readonly verbs: readonly string[];
  readonly nouns: readonly string[];
  /** Clear a noun, never a verb. */
  readonly readVerbs: readonly string[];
  /** Nouns that reading does not clear: what is read is the secret. */
  readonly secretNouns: readonly string[];
}

export const HIGH_RISK_WORDS: HighRiskWords = {
  verbs: [
    'grant',
    'revoke',
    'invite',
    'delete',
    'destroy',
    'drop',
    'purge',
    'transfer',
    'rotate',
    'disable',
    'publish',
    'deploy',
    'exec',
    'execute',
    'impersonate',
    'escalate',
  ],
  nouns: [
    'admin',
    'role',
    'permission',
    'token',
    'secret',
    'key',
    'credential',
    'password',
    'member',
    'collaborator',
    'owner',
    'policy',
    'webhook',
    'certificate',
    'billing',
  ],
  readVerbs: ['get', 'list', 'read', 'search', 'find', 'describe', 'check', 'fetch', 'count', 'show'],
  secretNouns: ['token', 'secret', 'key', 'credential', 'password'],
};

/** What configuration adds to a list and removes from it; what is both added and removed is removed. */
export type HighRiskChanges = {
  readonly [List in keyof HighRiskWords]?:
    | {
        readonly add?: readonly string[] | undefined;
        readonly remove?: readonly string[] | undefined;
      }
    | undefined;
};

/** The published lists with a user's changes. */
export function highRiskWords(changes: HighRiskChanges = {}): HighRiskWords {
  const changed = (list: keyof HighRiskWords) => {
    const { add = [], remove = [] } = changes[list] ?? {};
    return [...HIGH_RISK_WORDS[list], ...add].filter((word) => !remove.includes(word));
  };
  return {
    verbs: changed('verbs'),
    nouns: changed('nouns'),
    readVerbs: changed('readVerbs'),
    secretNouns: changed('secretNouns'),
  };
}
