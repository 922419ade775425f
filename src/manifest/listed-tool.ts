import { digestOf } from '../decision/codec.ts';
import { canonicalText } from './canonical-text.ts';
import { type Budget, Refused } from './limits.ts';

/** A listed tool, as the manifest counts it. */
export interface ListedTool {
  readonly name: string;
  /** `sha256:` and 64 lower-case hex digits. */
  readonly digest: string;
}

/**
 * What of a tool says how it is called and what it promises, in canonical order. Not its title, its icons, nor
 * `_meta`.
 */
const COUNTED = ['annotations', 'description', 'inputSchema', 'name', 'outputSchema'] as const;

/**
 * A tool and its digest: over the RFC 8785 form of `{name, description, inputSchema, outputSchema, annotations}`, its
 * own members alone, absent ones left out.
 *
 * @throws {Refused} where it is no tool, has no name, or a member has no form in RFC 8785.
 */
export function listedTool(tool: unknown, budget: Budget): ListedTool {
  if (typeof tool !== 'object' || tool === null) throw new Refused('not_canonical');
  const members: string[] = [];
  let name: unknown;
  for (const member of COUNTED) {
    const value = Object.hasOwn(tool, member) ? (tool as Record<string, unknown>)[member] : undefined;
    if (value === undefined) continue;
    members.push(`"${member}":${canonicalText(value, budget)}`);
    if (member === 'name') name = value;
  }
  if (typeof name !== 'string' || name === '') throw new Refused('not_canonical');
  return { name, digest: digestOf(`{${members.join(',')}}`) };
}
