import { OWN_SCOPE } from '../decision/names.ts';
import type { SpanFact } from '../run/span-fact.ts';
import type { SpanView } from '../span/view.ts';

/** A part of a key, of a span's name or of a scope's that begins so: `gen_ai.tool.name`, `ai.toolCall.id`, `mcp.x`. */
const TOOL_WORD = /(?:^|[^a-z])(?:mcp|tools?)(?:[^a-z]|call|use|$)/i;

/** Lists of tools that a model was offered stand on spans that use none. */
const OFFERED = /(?:^|\.)tools?[._](?:definitions|choice)$|(?:^|\.)tools\./i;

/** How many keys of one span are looked at. */
const MOST_KEYS = 1_000;

/** Whether whoever asks about tool calls wants to hear of a span: read as one, ours, or with a look of one. */
export function isShown(span: SpanView, is: string, fact: SpanFact): boolean {
  const { calls, checkpoints, broken, seals, unrecognised, policy } = fact;
  const isSaid = calls ?? checkpoints ?? broken ?? seals ?? unrecognised ?? policy;
  return is !== 'other' || isSaid !== undefined || looksLikeTool(span);
}

function looksLikeTool({ name, scope, attributes }: SpanView): boolean {
  // What we say of a run is no tool.
  if (scope.name === OWN_SCOPE) return false;
  if (TOOL_WORD.test(name.slice(0, 256)) || TOOL_WORD.test(scope.name.slice(0, 256))) return true;
  const keys = Object.keys(attributes).slice(0, MOST_KEYS);
  return keys.some((key) => TOOL_WORD.test(key.slice(0, 256)) && !OFFERED.test(key));
}
