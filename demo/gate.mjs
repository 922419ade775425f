// Declared against observed: what `assay-otel gate` says of the three runs, as a reader would ask it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { targetHash } from 'assay-otel';
import { RUNS } from './observe.mjs';
import { paths } from './paths.mjs';
import { read, run } from './processes.mjs';
import { drawIdentifiers } from './secrets.mjs';
import { step } from './transcript.mjs';

const { shown, surfaces, gate: folder } = paths;

/**
 * What the agents do that `declared.yaml` does not allow, known from how they were written and from the seed. It is what
 * the gate has to find, and nothing that the gate reads.
 */
export function plantedViolations(seed) {
  const { keyTitle, workspace, admin, guest } = drawIdentifiers(seed);
  const inWorkspace = (principal, rest) => ({
    provider: 'workspace',
    workspace_id_hash: targetHash('workspace', workspace),
    principal_hash: targetHash('workspace_principal', principal),
    ...rest,
  });
  const fork = {
    provider: 'github',
    owner: 'contractor',
    repo: 'prod-api-fork',
    key_title_hash: targetHash('github_key_title', keyTitle),
  };
  return [
    violation('github.add_deploy_key', 'attempted.undeclared', fork),
    violation('github.set_secret', 'unclassified.high_risk', null),
    violation('grant_admin', 'new_privileged_tool_action', inWorkspace(admin, { role: 'owner' })),
    violation('invite_external', 'attempted.undeclared', inWorkspace(guest)),
    violation('create_workspace_token', 'new_privileged_tool_action', inWorkspace(admin)),
  ];
}

function violation(tool, row, target) {
  return describe({ run_id: RUNS.allSeen, tool, row, target });
}

/** What makes two findings the same, as text. */
export function describe({ run_id, tool, row, target }) {
  const fields = target === null ? [] : Object.entries(target).sort();
  return JSON.stringify([run_id, tool, row, fields]);
}

/** Asks the gate; of each question the exit code and the diff. */
export async function askGate() {
  await mkdir(folder, { recursive: true });
  const all = ['--surface', shown(surfaces)];
  const complete = runsOf('[12]', RUNS.allSeen, RUNS.noneMade);
  const partial = runsOf('3', RUNS.someLost);
  const wrong = await ask('declared', 'demo/declared.yaml', { args: all, typed: all.join(' ') });
  const corrected = await ask('reviewed', REVIEWED, complete);
  const baseline = await accept(complete);
  return {
    wrong,
    corrected,
    complete: await ask('accepted', REVIEWED, complete, baseline),
    partial: await ask('some-lost', REVIEWED, partial, baseline),
  };
}

const REVIEWED = 'demo/declared.reviewed.yaml';

/** The files of some runs, and how a reader would type them. */
function runsOf(pattern, ...runIds) {
  const files = (kind) => runIds.map((runId) => shown(join(surfaces, `${runId}.${kind}.json`)));
  const typed = (kind) => shown(join(surfaces, `${pattern}-*.${kind}.json`));
  return {
    args: ['--surface', ...files('surface'), '--health', ...files('health')],
    typed: `--surface ${typed('surface')} --health ${typed('health')}`,
  };
}

async function ask(name, declared, { args, typed }, ...baseline) {
  const options = ['--declared', declared, ...baseline.flatMap((file) => ['--baseline', file])];
  const [page, file] = ['html', 'json'].map((kind) => join(folder, `${name}.${kind}`));
  const written = ['--out', shown(page), '--out', shown(file)];
  const place = { cwd: paths.root, log: paths.log(`gate-${name}`) };
  const code = await run(paths.command, ['gate', ...options, ...args, ...written], place);
  const diff = JSON.parse(await readFile(file, 'utf8'));
  step('gate', `assay-otel gate ${options.join(' ')} ${typed}`);
  step('', `${diff.verdict}, exit code ${code}`);
  return { code, diff };
}

/** A baseline of what a declaration cannot say, for thirty days. */
async function accept({ args, typed }) {
  const until = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  const reason = 'looked at, and known';
  const file = join(folder, 'accepted.yaml');
  const asked = ['baseline', '--declared', REVIEWED, ...args, '--reason', reason, '--until', until];
  await writeFile(file, await read(paths.command, asked, { cwd: paths.root, log: paths.log('baseline') }));
  const words = `--declared ${REVIEWED} ${typed} --reason "${reason}" --until ${until} > ${shown(file)}`;
  step('baseline', `assay-otel baseline ${words}`);
  return shown(file);
}
