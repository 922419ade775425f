// Declared against observed: what `assay-otel gate` says of the three runs, as a reader would ask it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUNS } from './observe.mjs';
import { paths } from './paths.mjs';
import { read, run } from './processes.mjs';
import { step } from './transcript.mjs';

const REVIEWED = 'demo/declared.reviewed.yaml';
const { shown, surfaces, gate: folder } = paths;

/** Asks the gate; of each question the exit code and the diff. */
export async function askGate() {
  await mkdir(folder, { recursive: true });
  const all = { args: ['--surface', shown(surfaces)], typed: `--surface ${shown(surfaces)}` };
  const complete = runsOf('[12]', RUNS.allSeen, RUNS.noneMade);
  const wrong = await ask('declared', 'demo/declared.yaml', all);
  const corrected = await ask('reviewed', REVIEWED, complete);
  const draft = await draftOf(complete);
  const unreviewed = await tryUnreviewed(draft, complete);
  const drafted = await ask('drafted', await review(draft), complete);
  const unsettled = await ask('unsettled', REVIEWED, all);
  const baseline = ['--baseline', await accept(all)];
  return {
    wrong,
    corrected,
    unreviewed,
    drafted,
    unsettled,
    known: await ask('known', REVIEWED, all, baseline),
    accepted: await ask('accepted', REVIEWED, all, [...baseline, '--accept-coverage', 'partial']),
  };
}

/** The files of some runs, and how a reader would type them. */
function runsOf(pattern, ...runIds) {
  const files = (kind) => runIds.map((runId) => shown(join(surfaces, `${runId}.${kind}.json`)));
  const typed = (kind) => shown(join(surfaces, `${pattern}-*.${kind}.json`));
  return {
    surfaces: { args: files('surface'), typed: typed('surface') },
    args: ['--surface', ...files('surface'), '--health', ...files('health')],
    typed: `--surface ${typed('surface')} --health ${typed('health')}`,
  };
}

async function ask(name, declared, { args, typed }, more = []) {
  const options = ['--declared', declared, ...more];
  const [page, file] = ['html', 'json'].map((kind) => join(folder, `${name}.${kind}`));
  const written = ['--out', shown(page), '--out', shown(file)];
  const code = await run(paths.command, ['gate', ...options, ...args, ...written], logged(`gate-${name}`));
  const diff = JSON.parse(await readFile(file, 'utf8'));
  step('gate', `assay-otel gate ${options.join(' ')} ${typed}`);
  step('', `${diff.verdict}${acceptedIn(diff)}, exit code ${code}`);
  return { code, diff };
}

/** A declaration of what these runs did, as the command drafts it. */
async function draftOf({ surfaces: { args, typed } }) {
  const file = join(folder, 'draft.yaml');
  await writeFile(file, await read(paths.command, ['declare', ...args], logged('declare')));
  step('declare', `assay-otel declare ${typed} > ${shown(file)}`);
  return file;
}

/** The exit code of the gate for a draft that nobody has reviewed. */
async function tryUnreviewed(draft, { args, typed }) {
  const asked = ['gate', '--declared', shown(draft), ...args];
  const code = await run(paths.command, asked, logged('gate-draft'));
  step('gate', `assay-otel gate --declared ${shown(draft)} ${typed}`);
  step('', `exit code ${code}`);
  return { code };
}

/** The draft with nothing but what a review has to add: of each tool that no classifier knows, what it does. */
async function review(draft) {
  const file = join(folder, 'draft.reviewed.yaml');
  const text = await readFile(draft, 'utf8');
  await writeFile(file, text.replaceAll('reason: ""', 'reason: looked at in the demo'));
  step('review', `${shown(file)}: every empty \`reason\` is filled in`);
  return shown(file);
}

/** A baseline of what a declaration cannot say, for thirty days. */
async function accept({ args, typed }) {
  const until = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  const reason = 'looked at, and known';
  const file = join(folder, 'accepted.yaml');
  const asked = ['baseline', '--declared', REVIEWED, ...args, '--reason', reason, '--until', until];
  await writeFile(file, await read(paths.command, asked, logged('baseline')));
  const words = `--declared ${REVIEWED} ${typed} --reason "${reason}" --until ${until} > ${shown(file)}`;
  step('baseline', `assay-otel baseline ${words}`);
  return shown(file);
}

function acceptedIn({ coverage_accepted: coverage, baselined }) {
  const parts = [
    ...(coverage === null ? [] : [`coverage: ${coverage} accepted`]),
    ...(baselined.length === 0 ? [] : [`${baselined.length} findings accepted`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function logged(name) {
  return { cwd: paths.root, log: paths.log(name) };
}
