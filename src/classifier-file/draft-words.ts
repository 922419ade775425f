import { looksLikeContent } from './looks.ts';

/**
 * The words of a name, in lower case: `pullNumber`, `PullNumber` and `pull-number` have two. Names are short here: the
 * readers of tools cut them.
 */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Whether the last words of a name say what a caller wrote, or a secret: `commit_message`, `accessToken`. */
export function endsInContent(name: string): boolean {
  const words = wordsOf(name).slice(-LONGEST_KEY);
  return looksLikeContent(name) || words.some((_, at) => looksLikeContent(words.slice(at).join('_')));
}

/** Whether the last word of a name says what a person wrote, in their own words: hashed, it would say nothing. */
export function endsInFreeText(name: string): boolean {
  return FREE_TEXT.has(wordsOf(name).at(-1) ?? '');
}

const FREE_TEXT = new Set(
  'reason reasons note notes comment comments description summary details explanation justification remark remarks feedback instructions'.split(
    ' ',
  ),
);

/** Words of the longest names that are listed as content or secrets, and one more. */
const LONGEST_KEY = 4;

/**
 * Whether a tool's name begins with a word of reading. One that joins two doings, as `get_or_create_label` does, says
 * something of the first alone.
 */
export function beginsWithReading(leaf: string, readVerbs: readonly string[]): boolean {
  const [first = '', ...rest] = wordsOf(leaf);
  return readVerbs.includes(first) && !rest.some((word) => JOINING.includes(word));
}

const JOINING = ['and', 'or', 'then'];

/**
 * The first word of a tool's name where it is a verb; any other is left for a person to say, and so is one before a verb
 * at the end, which makes a noun of it: `release_write` does not release.
 */
export function verbIn(leaf: string): string | undefined {
  const [first = '', ...rest] = wordsOf(leaf);
  return VERBS.has(first) && !VERBS_AT_THE_END.has(rest.at(-1) ?? '') ? first : undefined;
}

/** None that is a noun too, as in `delete_post` and `add_star`. */
const VERBS_AT_THE_END = new Set(
  'add apply approve cancel close create delete disable edit enable insert modify publish remove rename replace restore update upsert write'.split(
    ' ',
  ),
);

const VERBS = new Set(
  'abort accept activate add allow append apply approve archive assign attach ban block book cancel change clear clone close commit complete connect convert copy create deactivate decline delete deploy destroy detach disable disconnect dismiss drop edit enable exec execute export fork grant import insert install invite invoke kick kill launch leave link lock mark merge modify move open patch pause pay pin post protect provision publish purge push put reassign rebase reboot refund reject release remove rename reopen replace reply rerun reset resize resolve restart restore resume retry revert revoke rollback rotate run save scale schedule send set share star start stop submit subscribe suspend sync tag terminate transfer transition trigger unapprove unarchive unassign unban unblock uninstall unlink unlock unpin unprotect unpublish unresolve unshare unstar unsubscribe unsuspend update upgrade upload upsert write'.split(
    ' ',
  ),
);

/** Names of arguments in which tools that do several things have their verb, in order of precedence. */
export const VERB_ARGUMENTS: readonly string[] = [
  'method',
  'action',
  'operation',
  'command',
  'subcommand',
  'verb',
  'op',
];
