import { paragraphs } from './help.ts';

/** The texts that `assay-otel serve --help` adds to what commander makes of the options. */

export const SERVE_DESCRIPTION = paragraphs(
  [
    'Takes traces and log records over OTLP/HTTP (POST /v1/traces and /v1/logs, JSON or protobuf, gzip or not), as an',
    'OpenTelemetry Collector or an exporter of an SDK sends them, and writes each run when it is over: one line of',
    'canonical JSON { run_id, surface, health, index, emission } on stdout, or files with --out. The same spans give the',
    'same surface, health and index as "assay-otel surface" makes of a file.',
  ],
  [
    'A batch is acknowledged once it is in the runs, and with --data on the disk: a receiver that is killed and started',
    'again on the same directory has lost nothing that it acknowledged. Sent again, in another order or twice, a batch',
    'counts once.',
  ],
  [
    'It listens on this machine alone unless told otherwise. Content of spans is read and not kept: no file, line, log',
    'or metric of it holds more than a surface does.',
  ],
);

export const SERVE_HELP = `
Examples:
  $ assay-otel serve --out surfaces --data receiver-data
  $ assay-otel serve | assay-otel health -
  $ assay-otel serve --listen 0.0.0.0:4318 --token-file token --tls-cert cert.pem --tls-key key.pem --out surfaces
  $ assay-otel serve --forward http://127.0.0.1:24318 --out surfaces
  $ curl -s localhost:4318/runs
  $ curl -s localhost:4318/runs/0af7651916cd43dd8448eb211c80319c | assay-otel health -

Addresses:
  POST /v1/traces, /v1/logs   OTLP/HTTP
  GET  /runs                  runs that are open or closed lately: ?limit=100, ?after=<run id> for the next page
  GET  /runs/<run id>         one of them as a line of surface, as it stands now; /runs?id=<run id> for any id
  GET  /metrics               Prometheus
  GET  /healthz, /readyz      200 while it lives; 200 while it takes batches and can write (no token needed)

Answers:
  200  taken; partialSuccess says how many spans could not be read, and why
  400  cannot be decoded; 401 without the token; 413 too large; 415 another content type or encoding
  429, 503  with Retry-After: under load, while it starts or stops, or where the disk or the output takes nothing;
       a client sends the same again

When a run is written:
  --grace after its last sign once its root has come; --idle after its last sign anyway; after a day at most; when
  memory is short, the one that was idle for longest (closed_by evicted); and all that are open when it is stopped.
  What comes late is a further revision, or a fragment: docs/runs.md.

Security (docs/serve.md):
  --token-file, or ASSAY_OTEL_TOKEN: every request but /healthz and /readyz must bear it. Beyond loopback without one,
  anybody who reaches the address can send spans and read runs; as the Collector does, it warns and goes on.
  --forward sends every span under the strict allow-list, with its evidence, to /v1/traces of this URL, and our own log
  records to its /v1/logs; what cannot be scrubbed stays here. The
  target may be slow or away: what it does not take is dropped and counted, and no answer waits for it.

Stopping:
  Ctrl-C or SIGTERM: takes nothing more, finishes requests under way (10 seconds at most), writes all that is open until
  the output has taken none for 20 seconds, ends. A second signal ends it at once.

Exit codes:
  0  it was stopped, and all that was open is written
  2  wrong usage, it could not start, or the output did not take what was open`;
