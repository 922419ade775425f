// node scripts/audit.mjs [--answers]: asks npm's registry for known vulnerabilities of the runtime dependencies, in the
// versions of the lock file. Exits 0 where there is none, 1 where there is one or nothing could be learnt.
// --answers only asks whether it can be learnt here: 0, or 1 and a line that says that the audit is skipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, cwd, env } from 'node:process';
import { productionTree } from './release/production-tree.mjs';

const folder = mkdtempSync(join(tmpdir(), 'assay-otel-audit-'));
try {
  const packages = productionTree(cwd(), folder);
  const report = audit();
  if (argv.includes('--answers')) {
    if (report.vulnerabilities === undefined) {
      // A mirror's address may stand in npm's message: only the status is told.
      console.log(`skip  audit of runtime dependencies: the registry does not answer it (${status(report)})`);
      process.exitCode = 1;
    }
  } else if (report.vulnerabilities === undefined) {
    console.error(`Expected the registry to answer the audit, got ${status(report)}: nothing is known`);
    process.exitCode = 1;
  } else {
    const found = Object.values(report.vulnerabilities);
    for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}`);
    if (found.length > 0) process.exitCode = 1;
    console.log(
      `${packages.length} packages asked about (${packages.join(', ')}), ${found.length} vulnerable`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function audit() {
  const { stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json', '--audit-level=none'], {
    cwd: folder,
    encoding: 'utf8',
    // Where installs are told to ask for no audit, this one is still asked for.
    env: { ...env, npm_config_audit: 'true' },
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

function status({ statusCode, error }) {
  return statusCode ?? error?.code ?? 'no answer';
}
