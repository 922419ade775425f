import { describe, expect, it } from 'vitest';
import { SurfaceLineSchema } from '../../src/schema/surface-line.ts';
import { callSpan, line } from '../cli/call-spans.ts';
import { otlpAttribute, otlpDocument, otlpSpan, TRACE } from '../span/otlp/documents.ts';
import { receiving, until } from './receiving.ts';

const trace = (n: number): string => n.toString(16).padStart(32, '0');

interface Page {
  readonly next: string | null;
  readonly runs: readonly Record<string, unknown>[];
}

async function page(one: Awaited<ReturnType<typeof receiving>>, query = ''): Promise<Page> {
  return (await (await one.get(`/runs${query}`)).json()) as Page;
}

describe('/runs', () => {
  it('tells of each run that holds anything of ours, page by page', async () => {
    const one = await receiving();
    for (let n = 5; n > 0; n -= 1) await one.post(line([callSpan({ traceId: trace(n) })]));
    await one.post(line([otlpSpan({ traceId: trace(9) })]));
    const ids: unknown[] = [];
    let query = '?limit=2';
    for (let pages = 0; pages < 3; pages += 1) {
      const { next, runs } = await page(one, query);
      ids.push(...runs.map(({ run_id }) => run_id));
      query = `?limit=2&after=${next}`;
      expect(next === null).toBe(pages === 2);
    }
    expect(ids).toEqual([1, 2, 3, 4, 5].map(trace));
    expect((await page(one)).runs[0]).toEqual({
      run_id: trace(1),
      state: 'open',
      revision: 0,
      coverage: null,
      traces: 1,
      spans: 1,
      call_spans: 1,
      first_seen: expect.stringMatching(/Z$/),
      last_seen: expect.stringMatching(/Z$/),
    });
  });

  it.each(['0', '-1', '1001', 'x', '1.5', ''])('refuses a limit of "%s"', async (limit) => {
    const one = await receiving();
    expect((await one.get(`/runs?limit=${limit}`)).status).toBe(400);
  });

  it('says that a run is closed, and how complete it was', async () => {
    const one = await receiving({ grace: 1, idle: 600_000 });
    await one.post(line([callSpan(), otlpSpan({ spanId: 'a'.repeat(16) })]));
    await until('the run to close', () => one.written.length === 1);
    expect((await page(one)).runs[0]).toMatchObject({ state: 'closed', revision: 1, coverage: 'unknown' });
  });
});

describe('/runs/{id}', () => {
  it('is a line of surface as the evidence is now, with its emission once it is closed', async () => {
    const one = await receiving({ grace: 1 });
    await one.post(line([callSpan({ parentSpanId: 'a'.repeat(16) })]));
    const open = await (await one.get(`/runs/${TRACE}`)).json();
    expect(open).toMatchObject({ run_id: TRACE, surface: { observed_tool_decisions: [{}] } });
    expect(open).not.toHaveProperty('emission');
    await one.post(line([otlpSpan({ spanId: 'a'.repeat(16) })]));
    await until('the run to close', () => one.written.length === 1);
    const closed = await (await one.get(`/runs/${TRACE}`)).json();
    expect(closed).toHaveProperty('emission', one.written[0]?.emission);
    expect(SurfaceLineSchema.safeParse(closed).success).toBe(true);
  });

  it('is found under any id, and no other', async () => {
    const id = 'build/7 of "ü" <x>';
    const resource = { attributes: [otlpAttribute('assay.run.id', { stringValue: id })] };
    const one = await receiving();
    await one.post(JSON.stringify(otlpDocument([callSpan()], resource)));
    expect((await one.get(`/runs/${encodeURIComponent(id)}`)).status).toBe(200);
    for (const other of [TRACE, '__proto__', 'constructor', '']) {
      expect((await one.get(`/runs/${other}`)).status).toBe(404);
    }
  });
});

describe('/runs?id=', () => {
  it.each(['.', '..', '../..', 'a/../b', '%2e%2e', 'a b&after=x', '', '+'])(
    'shows the run "%s", which no path can name',
    async (id) => {
      const resource = { attributes: [otlpAttribute('assay.run.id', { stringValue: id })] };
      const one = await receiving();
      await one.post(JSON.stringify(otlpDocument([callSpan()], resource)));
      // No attribute names the empty run: its trace does.
      const runId = id === '' ? TRACE : id;
      const response = await one.get(`/runs?id=${encodeURIComponent(runId)}`);
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ run_id: runId }),
      ]);
      for (const other of ['...', '', 'x']) expect((await one.get(`/runs?id=${other}`)).status).toBe(404);
    },
  );

  it('is what /runs/{id} is', async () => {
    const one = await receiving();
    await one.post(line([callSpan()]));
    const byPath = await (await one.get(`/runs/${TRACE}`)).text();
    expect(await (await one.get(`/runs?id=${TRACE}`)).text()).toBe(byPath);
  });
});

describe('/metrics', () => {
  it('names no run, tool, trace or service', async () => {
    const one = await receiving();
    await one.post(line([callSpan()]));
    const text = await (await one.get('/metrics')).text();
    expect(text).toContain('assay_otel_serve_items_total{signal="traces",outcome="accepted"} 1\n');
    expect(text).not.toMatch(new RegExp(`${TRACE}|deploy|agent|mcp\\.example`));
  });

  it('is text of Prometheus', async () => {
    const one = await receiving();
    await one.post('x');
    const response = await one.get('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const row of (await response.text()).trimEnd().split('\n')) {
      expect(row).toMatch(
        /^(# (HELP|TYPE) assay_otel_serve_\w+ .+|assay_otel_serve_\w+(\{(\w+="[^"\\]*",?)+\})? \d+)$/,
      );
    }
  });
});
