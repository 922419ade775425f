// A span exporter that appends OTLP/JSON to a file, one request per line, as the Collector's file exporter does. An
// application has `OTLPTraceExporter` in its place; a file lets the examples stay offline.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
const { JsonTraceSerializer } = require('@opentelemetry/otlp-transformer');

class OtlpFileExporter {
  #path;

  constructor(path) {
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
  }

  export(spans, done) {
    try {
      const request = Buffer.from(JsonTraceSerializer.serializeRequest(spans)).toString('utf8');
      appendFileSync(this.#path, `${request}\n`);
      done({ code: 0 });
    } catch (error) {
      done({ code: 1, error });
    }
  }

  async forceFlush() {}

  async shutdown() {}
}

module.exports = { OtlpFileExporter };
