// What every example plays. CommonJS, so that each of them can load it, whatever its module system.
const canaries = require('./canaries.json');
const { createGithubServer } = require('./github-server.cjs');
const { OtlpFileExporter } = require('./otlp-file-exporter.cjs');
const { startReceiver } = require('./otlp-receiver.cjs');
const { CALLS, CALLS_TO_DECIDE, PROMPTS } = require('./task.cjs');

module.exports = {
  CALLS,
  CALLS_TO_DECIDE,
  canaries,
  createGithubServer,
  OtlpFileExporter,
  PROMPTS,
  startReceiver,
  /** The script of the server over stdio, for a client transport to start. */
  stdioServer: require.resolve('./stdio-server.cjs'),
};
