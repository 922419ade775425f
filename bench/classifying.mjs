/** What it costs to ask the rules, with none, one and all packs loaded. `npm run bench`; nothing is asserted. */
import { readdirSync, readFileSync } from 'node:fs';
import { fromSource } from './from-source.mjs';
import { microseconds, paired, row, section, times, within } from './measure.mjs';

const { classify, loadClassifiers, rulesOf } = await fromSource('classifying', {
  'classify/classify.ts': ['classify'],
  'classifier-file/load.ts': ['loadClassifiers', 'rulesOf'],
});
const folder = new URL('../dist/packs/', import.meta.url);
const documents = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

const packs = documents.map((document) => loadClassifiers(document));
const none = rulesOf([]);
const one = rulesOf(packs.filter(({ file }) => file.name === 'github'));
const all = rulesOf(packs);

const callOf = (toolName, serverId, fields) => ({
  toolName,
  serverId,
  serverIdFromName: false,
  arguments: { state: 'captured', fields },
});
const asked = (call, rules) => (count) => {
  for (let index = 0; index < count; index += 1) classify(call, {}, rules);
};
section('Asking the rules, by the packs that are loaded', 'Wall time in short slices, in turns.');
const options = { count: 20_000, pairs: 60 };

const UNKNOWN = callOf('lookup_order', 'orders', { order: 'A-1', verbose: true });
const KEY = { owner: 'acme', repo: 'site', title: 'ci-key', read_only: false };
for (const [what, call] of [
  ['a tool that no rule knows', UNKNOWN],
  ['a built-in category', callOf('add_deploy_key', 'github', KEY)],
]) {
  for (const loadedPacks of [1, 2, 5, 10, 20, packs.length].filter((n) => n <= packs.length)) {
    const rules = loadedPacks === 1 ? one : rulesOf(packs.slice(0, loadedPacks));
    const loaded = `${loadedPacks} packs, ${rules.rules.length} categories`;
    const { a, ratio } = paired(asked(call, rules), asked(call, none), options);
    row(`${what}, ${loaded}`, '–', within(a, microseconds));
    row('  against none loaded', '–', within(ratio, times));
  }
}

// A tool of a pack: only with it are its arguments read, so what is compared is it alone and among all.
const MERGE = callOf('merge_pull_request', 'github', { owner: 'acme', repo: 'site', pullNumber: 7 });
const { a, ratio } = paired(asked(MERGE, all), asked(MERGE, one), options);
row(`a category of a pack, ${packs.length} packs`, '–', within(a, microseconds));
row('  against that pack alone', '–', within(ratio, times));

const loading = (documentsOf) => (count) => {
  for (let index = 0; index < count; index += 1) rulesOf(documentsOf.map((entry) => loadClassifiers(entry)));
};
const github = documents.filter(({ name }) => name === 'github');
const start = paired(loading(documents), loading(github), { count: 1, pairs: 20 });
const milliseconds = (nanoseconds) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
row('loading at start: all packs', '–', within(start.a, milliseconds));
row('  the pack github', '–', within(start.b, milliseconds));
