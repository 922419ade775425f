import { type DescribedTool, describedTool } from './described-tool.ts';
import { MANIFEST_DEPTH, MANIFEST_LIMITS, type Refusal } from './limits.ts';
import { inOrder, manifestDigest, NO_PAGES, withPage } from './listing.ts';
import { ManifestError, type ManifestErrorCode } from './manifest-error.ts';
import { own } from './own.ts';

/** What an answer to `tools/list` says. */
export interface Manifest {
  /** As records carry it; `undefined` where the answer is one page of several, which is no manifest. */
  readonly digest: string | undefined;
  /** By name, then by digest; exact repeats once. */
  readonly tools: readonly DescribedTool[];
}

/** UTF-16 units of a file that is parsed. */
const LONGEST = 8 * MANIFEST_LIMITS.text;

/**
 * Reads the JSON text of an answer to `tools/list`: the JSON-RPC response, its result, or a bare list of tools (which
 * is taken for a whole one). Pure; what counts, and within which limits, is what the instrumentation counts, so both
 * come to the same digest.
 *
 * @throws {ManifestError} `not_json`, `no_listing`, `error_answer`, `bad_tool` or `too_large`.
 */
export function readManifest(text: string): Manifest {
  if (text.length > LONGEST) throw refused('too_large');
  const { tools: page, isWhole } = pageOf(parsed(text));
  const listing = withPage(NO_PAGES, page);
  if (typeof listing === 'string') throw refused(CODES[listing]);
  const described = listing.tools.map((tool, at) => describedTool(page[at], tool));
  return { digest: isWhole ? manifestDigest(listing.tools) : undefined, tools: inOrder(described) };
}

const CODES: Readonly<Record<Refusal, ManifestErrorCode>> = {
  too_large: 'too_large',
  not_canonical: 'bad_tool',
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw refused('not_json');
  }
}

function pageOf(document: unknown): { readonly tools: readonly unknown[]; readonly isWhole: boolean } {
  if (Array.isArray(document)) return { tools: document, isWhole: true };
  const answer = own(document, 'result') ?? document;
  const tools = own(answer, 'tools');
  if (Array.isArray(tools)) return { tools, isWhole: own(answer, 'nextCursor') === undefined };
  throw refused(own(document, 'error') === undefined ? 'no_listing' : 'error_answer');
}

function refused(code: ManifestErrorCode): ManifestError {
  return new ManifestError(code, MESSAGES[code]);
}

const { tools, values, text: units } = MANIFEST_LIMITS;

const MESSAGES: Readonly<Record<ManifestErrorCode, string>> = {
  not_json: 'Expected the answer to `tools/list` to be JSON, got another text; save the response as it came',
  no_listing:
    'Expected a JSON-RPC response to `tools/list`, its `result`, or a list of tools, got another document',
  error_answer:
    'Expected an answer to `tools/list`, got the error with which the server refused it; list anew',
  bad_tool:
    'Expected each tool to be an object with a `name` that is not empty and text without lone surrogates, got another; such a list has no digest',
  too_large: `Expected at most ${tools} tools of ${values} values, ${units} characters and ${MANIFEST_DEPTH} levels in all, got more; such a list has no digest`,
};
