import { hasSecretShape } from '../redact/secret-shapes.ts';
import type { SdkResource, SdkScope, SdkSpanContext } from '../span/sdk-span.ts';

/**
 * Resource, scope and trace state are shared between spans and cannot be changed on one. These give a copy
 * with every value in the shape of a secret masked, and the same object where there is none, so that the
 * serialiser still groups spans by it.
 */

const MASK = '[masked]';
const resources = new WeakMap<SdkResource, SdkResource>();
const scopes = new WeakMap<SdkScope, SdkScope>();

/** `resource` without values in the shape of a secret. */
export function safeResource(resource: SdkResource): SdkResource {
  const known = resources.get(resource);
  if (known !== undefined) return known;
  const attributes = maskedAttributes(resource.attributes);
  const safe =
    attributes === undefined ? resource : Object.create(resource, { attributes: { value: attributes } });
  // Attributes may still arrive while a detector runs; what was seen then must not be remembered.
  if (resource.asyncAttributesPending !== true) resources.set(resource, safe);
  return safe;
}

/** `scope` without a name, version or attribute in the shape of a secret. */
export function safeScope(scope: SdkScope): SdkScope {
  const known = scopes.get(scope);
  if (known !== undefined) return known;
  const { name, version } = scope;
  const attributes = maskedAttributes((scope as { attributes?: Record<string, unknown> }).attributes ?? {});
  const hasSecret = hasSecretShape(name) || (version !== undefined && hasSecretShape(version));
  const safe =
    hasSecret || attributes !== undefined
      ? {
          ...scope,
          name: hasSecretShape(name) ? MASK : name,
          version: version !== undefined && hasSecretShape(version) ? MASK : version,
          ...(attributes !== undefined && { attributes }),
        }
      : scope;
  scopes.set(scope, safe);
  return safe;
}

/** A context without its trace state where that holds something in the shape of a secret. */
export function safeContext(context: SdkSpanContext): SdkSpanContext {
  const state = context.traceState?.serialize();
  return state !== undefined && hasSecretShape(state) ? { ...context, traceState: undefined } : context;
}

function maskedAttributes(attributes: Record<string, unknown>): Record<string, unknown> | undefined {
  let masked: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(attributes)) {
    const isSecret = holdsSecret(value, 8);
    if (!isSecret && !hasSecretShape(key)) continue;
    masked ??= { ...attributes };
    delete masked[key];
    if (!hasSecretShape(key)) masked[key] = MASK;
  }
  return masked;
}

/** Nested values are looked through to `depth`; what lies deeper counts as a secret. */
function holdsSecret(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return hasSecretShape(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.entries(value).some(([key, entry]) => hasSecretShape(key) || holdsSecret(entry, depth - 1));
}
