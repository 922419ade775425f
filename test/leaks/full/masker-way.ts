import { inject } from 'vitest';
import type { SdkReadableSpan } from '../../../src/span/sdk-span.ts';
import { type Exporter, simple } from '../../sdk/line.ts';
import { leaving } from '../as-sdk.ts';
import { stringsOf } from '../detect.ts';
import { NOT_IN_PROCESS, type Way } from '../ways.ts';

type Bag = Readonly<Record<string, unknown>>;

/** What of the package `logfire` is used. */
interface Logfire {
  readonly LogfireAttributeScrubber: new () => {
    scrubValue<T>(path: readonly string[], value: T): readonly [T, readonly unknown[]];
  };
}

/**
 * The scrubber of Logfire's SDK with its default patterns. There it goes over the attributes of Logfire's own spans; here
 * over all attributes of all: of span, events, links, resource and scope.
 */
export const MASKER: Way = {
  name: 'logfire',
  title: 'Logfire scrubber',
  // What is handed over to ours is on no span: there is nothing to mask.
  without: [...NOT_IN_PROCESS, 'in process'],
  async run(cases) {
    const { LogfireAttributeScrubber } = (await import(inject('masker').entry)) as Logfire;
    const scrubber = new LogfireAttributeScrubber();
    const scrubbed = (bag: Bag = {}): Bag => scrubber.scrubValue([], { ...bag })[0];
    const masked = (span: SdkReadableSpan): SdkReadableSpan => {
      const { attributes: scopeAttributes } = span.instrumentationScope as { attributes?: Bag };
      return Object.create(span, {
        attributes: { value: scrubbed(span.attributes) },
        events: { value: span.events.map((event) => ({ ...event, attributes: scrubbed(event.attributes) })) },
        links: { value: span.links.map((link) => ({ ...link, attributes: scrubbed(link.attributes) })) },
        resource: { value: { attributes: scrubbed(span.resource.attributes) } },
        instrumentationScope: {
          value: { ...span.instrumentationScope, attributes: scrubbed(scopeAttributes) },
        },
      });
    };
    const masking = (exporter: Exporter): Exporter => ({
      export: (spans, done) => exporter.export(spans.map(masked), done),
      shutdown: () => exporter.shutdown(),
    });
    return stringsOf(await leaving(cases, (exporter) => [simple(masking(exporter))]));
  },
};
