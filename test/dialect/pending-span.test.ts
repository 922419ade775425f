import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/dialect/recognise.ts';
import { OPTIONS, spanView } from './span.ts';

const PENDING = { 'logfire.span_type': 'pending_span', 'logfire.pending_parent_id': '0000000000000000' };
const CONVENTIONS = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'add_deploy_key' };
const FRAMEWORK = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'add_deploy_key' };

describe('a span that tells of another one that it has begun', () => {
  it.each([
    ['of a call', CONVENTIONS, 'mcp'],
    ['of a tool that is proven by its name', { ...FRAMEWORK, 'gen_ai.tool.name': 'mcp__a__b' }, 'mcp'],
    ['of a tool that may be a local function', FRAMEWORK, 'other'],
    ['of another method', { 'mcp.method.name': 'tools/list' }, 'mcp'],
    ['of anything else', {}, 'other'],
  ])('%s is no call', (_, attributes, is) => {
    for (const toolSpans of ['mcp', 'all'] as const) {
      const span = spanView({ name: 'work', attributes: { ...attributes, ...PENDING } });
      expect(recognise(span, { ...OPTIONS, toolSpans }).is).toBe(is);
    }
  });

  it('is one where the application hands a call over on it', () => {
    const span = spanView({ attributes: PENDING });
    expect(recognise(span, { ...OPTIONS, handOver: { toolName: 'add_deploy_key' } }).is).toBe('call');
  });

  it('is told by its type alone', () => {
    const span = spanView({ attributes: { ...CONVENTIONS, 'logfire.span_type': 'span' } });
    expect(recognise(span, OPTIONS).is).toBe('call');
  });
});
