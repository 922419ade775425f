// Prints the path of an OpenTelemetry Collector with the components of a manifest in collector-config/builder
// (default: otelcol-assay), built with the Collector's own builder where the cache lacks it.
//
//   node scripts/peers/build-collector.mjs [otelcol-assay | otelcol-assay-kafka]
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPeer, inManifest, manifestNamed, run } from './cached-peer.mjs';

const [name = 'otelcol-assay'] = process.argv.slice(2);
const manifest = manifestNamed(`${name}.yaml`);
const variable = name === 'otelcol-assay' ? 'ASSAY_OTELCOL' : 'ASSAY_OTELCOL_KAFKA';
const version = inManifest(manifest, /^ {2}version: (\S+)$/m);
// The builder writes code against the core of its own version.
const core = inManifest(manifest, /collector\/receiver\/otlpreceiver (v\S+)/);

const path = cachedPeer({
  name,
  version,
  manifest,
  variable,
  needs: 'Go 1.26 or later',
  build(scratch) {
    run('go', ['install', `go.opentelemetry.io/collector/cmd/builder@${core}`], {
      cwd: scratch,
      env: { GOBIN: scratch },
    });
    writeFileSync(join(scratch, 'manifest.yaml'), manifest);
    run(
      join(scratch, 'builder'),
      // Strict: what is built has the versions of the manifest, or is not built.
      ['--config=manifest.yaml', '--ldflags=-s -w', '--skip-strict-versioning=false'],
      // It leaves an empty folder among the temporary ones.
      { cwd: scratch, env: { TMPDIR: scratch } },
    );
    renameSync(join(scratch, 'source', name), join(scratch, name));
  },
});
process.stdout.write(`${path}\n`);
