import { INPUT } from '../decision/names.ts';
import { label } from '../redact/label.ts';
import { type Attributes, stringAttribute } from '../span/view.ts';
import { safeRunId } from './run-id.ts';

/** What a resource says of each of its spans. */
export interface AboutResource {
  readonly service: string | undefined;
  readonly instance: string | undefined;
  readonly runId: string | undefined;
  readonly keyRunId: string | undefined;
}

/** What of a resource goes into the facts of its spans. */
export function aboutResource(resource: Attributes, runKey: string | undefined): AboutResource {
  return {
    service: safe(stringAttribute(resource, 'service.name')),
    instance: safe(stringAttribute(resource, 'service.instance.id')),
    runId: safeRunId(stringAttribute(resource, INPUT.runId)),
    keyRunId: runKey === undefined ? undefined : safeRunId(stringAttribute(resource, runKey)),
  };
}

function safe(name: string | undefined): string | undefined {
  return name === undefined ? undefined : label(name).value;
}
