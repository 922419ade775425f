/** Methods of the protocol, in all its versions. What a span gives as one may be anything. */
const METHODS: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'server/discover', 'tools/call', 'tools/list', 'completion/complete'],
  ...['resources/list', 'resources/read', 'resources/templates/list', 'resources/subscribe'],
  ...['resources/unsubscribe', 'prompts/list', 'prompts/get', 'logging/setLevel', 'roots/list'],
  ...['sampling/createMessage', 'elicitation/create', 'subscriptions/listen'],
  ...['tasks/get', 'tasks/list', 'tasks/result', 'tasks/cancel', 'tasks/update'],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/progress'],
  ...['notifications/message', 'notifications/resources/updated', 'notifications/resources/list_changed'],
  ...['notifications/tools/list_changed', 'notifications/prompts/list_changed'],
  ...['notifications/roots/list_changed', 'notifications/elicitation/complete', 'notifications/tasks/status'],
]);

/** The method where it is one of the protocol's; null where there is none, or it is a text of somebody's. */
export function knownMethod(method: string | undefined): string | null {
  return method !== undefined && METHODS.has(method) ? method : null;
}
