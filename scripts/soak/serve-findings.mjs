import { flatness } from './flat.mjs';
import { serveLoad } from './serve-load.mjs';

const BYTES_A_CALL = 64;

/** What is to be said of a receiver that was under load for so long. */
export async function serveFindings(milliseconds) {
  const { sent, answered, spans, written, samples, held, metrics, code, said } =
    await serveLoad(milliseconds);
  const sum = (prefix) =>
    [...metrics].filter(([name]) => name.startsWith(prefix)).reduce((total, [, value]) => total + value, 0);
  const items = (outcome) =>
    metrics.get(`assay_otel_serve_items_total{signal="traces",outcome="${outcome}"}`) ?? 0;
  const counted = (status) =>
    metrics.get(`assay_otel_serve_requests_total{path="/v1/traces",status="${status}"}`) ?? 0;
  const equal = (what, ours, theirs) => ({
    what,
    holds: ours === theirs,
    said: `${ours} sent, ${theirs} counted`,
  });
  const statuses = Object.keys(answered).filter((status) => status !== 'none');
  const all = Object.values(answered).reduce((total, count) => total + count, 0);
  return [
    ...flatness(samples, { unit: 'call', bytesPerUnit: BYTES_A_CALL, handlesMore: 4 }),
    { what: 'ends by SIGTERM', holds: code === 0, said: String(code) },
    {
      what: 'answers',
      holds: sent.wrong.length === 0,
      said: sent.wrong[0] ?? `${sent.hostile} hostile ones as they should be`,
    },
    ...statuses.map((status) => equal(`requests answered ${status}`, answered[status], counted(status))),
    equal('requests', all, sum('assay_otel_serve_requests_total{path="/v1/traces"')),
    equal('spans accepted', spans.accepted, items('accepted')),
    equal('spans rejected', spans.rejected, items('rejected')),
    equal('runs written', sent.runs, written.runs.size),
    equal('calls written', sent.calls, written.calls),
    equal('runs in /runs, at the end', held.sent, held.listed),
    equal('spans in /runs, at the end', held.expected, held.spans),
    {
      what: 'failures',
      holds: (metrics.get('assay_otel_serve_failures_total') ?? 0) === 0,
      said: said.split('\n').filter((line) => /fail|report/.test(line))[0] ?? 'none',
    },
  ];
}
