// Next calls this once as the server starts, before any route is loaded.
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./telemetry.mjs');
}
