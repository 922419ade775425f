import { freeAddresses } from '../../test/collector/free-address.ts';
import { startCollector } from '../../test/collector/running-collector.ts';
import { send } from '../../test/collector/send.ts';
import { until } from '../../test/collector/until.ts';
import { chunks, united } from './corpus.ts';
import { applyOurs, type Engine } from './engine.ts';
import type { OtlpDocument } from './exporter-rows.ts';

/** A Collector that writes into an engine, whose tables are the exporter's own and ours beside them. */
export interface Feeding {
  /** Sends all of it and waits until the engine has said that it is written. */
  send(documents: readonly OtlpDocument[]): Promise<void>;
  stop(): Promise<void>;
}

export async function feeding(engine: Engine): Promise<Feeding> {
  const [telemetry = ''] = await freeAddresses(1);
  const collector = await startCollector('clickhouse.yaml', {
    ASSAY_CLICKHOUSE_ENDPOINT: `${engine.url}?compress=none`,
    ASSAY_TELEMETRY_PORT: telemetry.split(':')[1] ?? '',
  });
  await applyOurs(engine);
  const written = async (): Promise<number> => {
    const text = await (await fetch(`http://${telemetry}/metrics`)).text();
    const sent = text.matchAll(/^otelcol_exporter_sent_(?:spans|log_records)(?:_total)?\{[^}]*\} (\S+)$/gm);
    return [...sent].reduce((sum, [, n]) => sum + Number(n), 0);
  };
  let sent = 0;
  return {
    async send(documents) {
      // In as few requests as may be: each is an insert of its own.
      for (const some of chunks(documents, 400)) {
        const { resourceSpans = [], resourceLogs = [] } = united(some);
        await send(collector.url, JSON.stringify({ resourceSpans }));
        await send(collector.url, JSON.stringify({ resourceLogs }), 'logs');
        for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) sent += spans.length;
        for (const { scopeLogs } of resourceLogs) for (const one of scopeLogs) sent += one.logRecords.length;
      }
      await until('all of it written', async () => (await written()) >= sent);
    },
    stop: () => collector.stop(),
  };
}
