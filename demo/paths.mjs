// Where the demo finds its scripts and puts what it makes.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'demo-output');

export const paths = {
  root,
  output,
  traces: join(output, 'traces.jsonl'),
  surfaces: join(output, 'surfaces'),
  /** What the gate said. */
  gate: join(output, 'gate'),
  report: join(output, 'report.txt'),
  /** What the chain of `--collector` wrote. */
  chain: join(output, 'chain'),
  command: join(root, 'dist/cli/main.js'),
  /** Where a process writes its stderr. */
  log: (name) => join(output, 'logs', `${name}.log`),
  /** A script of the demo, such as `servers/slack.mjs`. */
  script: (name) => join(root, 'demo', name),
  /** As a reader would type it. */
  shown: (path) => relative(root, path),
};
