/**
 * Dialects that gateways write: their span for the call that they take in and the one for the call that they pass on
 * are one. By name, since who joins spans needs no more of a dialect than that.
 */
export const GATEWAYS: ReadonlySet<string> = new Set([
  'agentcore-gateway',
  'agentgateway',
  'contextforge',
  'docker-gateway',
  'envoy-ai-gateway',
  'litellm',
  'toolhive',
]);
