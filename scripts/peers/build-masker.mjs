// Prints, as JSON, where the masker is that stands beside this package in docs/leaks.md, and its version: the scrubber of
// Logfire's SDK, installed from npm where the cache lacks it. It is no dependency of this package.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedPeer, run } from './cached-peer.mjs';

const version = '0.22.9';
const manifest = JSON.stringify({ private: true, dependencies: { logfire: version } });

const path = cachedPeer({
  name: 'logfire',
  version,
  manifest,
  variable: 'ASSAY_LOGFIRE',
  needs: 'npm',
  build(scratch) {
    writeFileSync(join(scratch, 'package.json'), manifest);
    mkdirSync(join(scratch, 'logfire'));
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: scratch,
    });
    renameSync(join(scratch, 'node_modules'), join(scratch, 'logfire', 'node_modules'));
  },
});
const entry = pathToFileURL(join(path, 'node_modules', 'logfire', 'dist', 'index.js')).href;
process.stdout.write(`${JSON.stringify({ entry, version })}\n`);
