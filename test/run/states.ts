import type { Mark } from '../../src/run/mark.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import type { StateDocument } from '../../src/run/state-document.ts';
import { call, traced } from './traced.ts';

/** A state that has every member that facts and marks can have; its ids are the same each time. */
export function fullState(): StateDocument {
  const { facts } = traced((start) => {
    call(start, 'add_deploy_key', { owner: 'org', repo: 'repo' }).end();
    call(start, 'search').end();
  });
  const text = JSON.stringify(facts).replaceAll(facts[0]?.trace ?? '', TRACE);
  const [first, second, root] = JSON.parse(text) as [SpanFact, SpanFact, SpanFact];
  const { emitter = '', epoch = '' } = root;
  const seal = { run_id: 'job', parts: [{ trace: TRACE, emitter, epoch }] };
  const more: SpanFact = {
    ...{
      trace: TRACE,
      span: '0123456789abcdef',
      parent: root.span,
      remote: true,
      service: 's',
      instance: 'i',
    },
    ...{ broken: ['checkpoint', 'decision'], tool: 'unattributed', mcp: 'tools/list', unrecognised: true },
    ...{ unscrubbed: true, limited: true },
    runs: { resource: 'job', span: 'job', keyResource: 'k', keySpan: 'k' },
    seals: [seal],
  };
  const [known] = first.calls ?? [];
  const conflicting: SpanFact = {
    ...first,
    calls: known && [{ ...known, conflicts: ['tool_name'], sameAs: `${TRACE}-0123456789abcdef` }],
  };
  const marks: Mark[] = [
    { mark: 'loss', trace: TRACE, code: 'rejected', reporter: 'p-1', n: 1 },
    { mark: 'part', trace: TRACE, part: 'p-1', revision: 1 },
    {
      mark: 'fragment',
      trace: TRACE,
      of: 'p-0',
      revision: 1,
      run: 'job',
      numbers: [{ emitter, epoch, calls: [[1, 2]] }],
    },
  ];
  const state = new RunState();
  for (const fact of [conflicting, second, root, more]) state.add(fact);
  for (const mark of marks) state.mark(mark);
  return JSON.parse(JSON.stringify(state.document())) as StateDocument;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
