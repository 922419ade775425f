// Prints the path of a folder with the Java archives of a Kafka broker, brought by Maven where the cache lacks them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPeer, inManifest, manifestNamed, run } from './cached-peer.mjs';

const manifest = manifestNamed('kafka.xml');

const path = cachedPeer({
  name: 'kafka',
  version: inManifest(manifest, /kafka_2\.13<\/artifactId>\s*<version>(.+)</),
  manifest,
  variable: 'ASSAY_KAFKA',
  needs: 'Maven, and Java 17 or later',
  build(scratch) {
    writeFileSync(join(scratch, 'pom.xml'), manifest);
    run('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(scratch, 'kafka')}`], {
      cwd: scratch,
    });
  },
});
process.stdout.write(`${path}\n`);
