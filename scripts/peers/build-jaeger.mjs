// Prints the path of a Jaeger v2, built from its Go module where the cache lacks it. The module has no web pages
// in it: its API answers, its user interface does not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPeer, inManifest, manifestNamed, run } from './cached-peer.mjs';

const manifest = manifestNamed('jaeger.mod');

const path = cachedPeer({
  name: 'jaeger',
  version: inManifest(manifest, /jaegertracing\/jaeger v(\S+)/),
  manifest,
  variable: 'ASSAY_JAEGER',
  needs: 'Go 1.26 or later',
  build(scratch) {
    writeFileSync(join(scratch, 'go.mod'), manifest);
    const flags = ['-mod=mod', '-trimpath', '-ldflags=-s -w', '-tags=grpcnotrace'];
    run('go', ['build', ...flags, '-o', 'jaeger', 'github.com/jaegertracing/jaeger/cmd/jaeger'], {
      cwd: scratch,
    });
  },
});
process.stdout.write(`${path}\n`);
