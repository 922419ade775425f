const FROM = [
  { in: 'attribute', key: 'gen_ai.tool.name' },
  { in: 'family', family: 'mcp.request.argument.<key>', count: 2 },
  { in: 'span_name' },
];
const CLASSIFICATION = {
  ...{ state: 'observed_unknown_tool', reason_code: 'no_classifier_matched', detail: 'x' },
  ...{ category: 'crm/contact_deletion', classifier: 'crm' },
  unclaimed: {
    why: 'other_servers',
    leaf: 'delete_contact',
    known_as: [{ category: 'crm/contact_deletion', servers: ['crm-mcp'] }],
    reviewed_in: ['crm'],
  },
};
const DECISION = { effect: 'deny', source: 'my-gateway', enforced: true };

/** `assay.span_explanation.v0` with everything in it that can be there. */
export const EXPLANATION = {
  schema: 'assay.span_explanation.v0',
  ...{ file: 'traces.jsonl', line: 1, scope: 'example.mcp', is: 'call' },
  ...{ trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' },
  run_ids: [{ value: 'job', from: FROM }],
  dialect: { name: 'x', title: 'x', source: 'x' },
  known_by: FROM,
  asked: [{ dialect: 'x', bears: [{ by: 'attribute', text: 'mcp.method.name' }], took: true }],
  also: ['execute-tool'],
  ...{ proven: true, proven_by: FROM, method: 'tools/list' },
  evidence: {
    records: [
      {
        ...{ tool_name: 'a', server_id: 'b', status: 'success' },
        ...{ decision: DECISION, classification: CLASSIFICATION },
      },
    ],
    broken: ['decision'],
    checkpoint: false,
  },
  call: {
    tool_name: { value: 'a', from: FROM },
    server_id: { value: 'b', from: FROM, is_namespace: false },
    vantage: { value: 'client', from: FROM },
    arguments: { state: 'not_captured', from: FROM, written_at: 'x', switch: 'x' },
    status: { value: 'success', from: FROM, marks_tool_error: true, ended: true },
    decision: { ...DECISION, from: FROM },
    correlation: { basis: 'none', from: FROM },
    conflicts: [{ found: 'tool_name', from: FROM, keys: ['a'] }],
    classification: CLASSIFICATION,
  },
};
