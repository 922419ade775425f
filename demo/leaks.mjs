// The promise: nothing of what was secret is in anything that left, nor in what was made of it.
import { writeFile } from 'node:fs/promises';
import { targetHash } from 'assay-otel';
import { paths } from './paths.mjs';
import { filesBelow, formsOf, searchFiles } from './search.mjs';
import { drawIdentifiers, drawSecrets } from './secrets.mjs';
import { check, say, transcript } from './transcript.mjs';

/** Under which the record hashes identifiers; no secret may be hashed under one of them. */
const HASH_DOMAINS = [
  ...['github_key_title', 'slack_workspace', 'slack_channel', 'slack_principal'],
  ...['workspace', 'workspace_principal'],
];

/**
 * Searches all output, the terminal's included, for every secret and identifier of this seed. Every secret must have
 * been there to be lost.
 */
export async function checkLeaks(seed, told) {
  const secrets = drawSecrets(seed);
  const identifiers = drawIdentifiers(seed);
  const names = Object.keys(secrets);
  const crossed = new Set(told.flatMap((agent) => agent.crossed));
  check(
    crossed.size === names.length,
    `${crossed.size} of ${names.length} secrets crossed an MCP connection`,
  );
  await writeFile(paths.report, transcript());
  const files = await filesBelow(paths.output);
  const found = await searchFiles(files, forbidden(secrets, identifiers));
  const what = `searched ${files.length} files for ${names.length} secrets and ${Object.keys(identifiers).length} raw identifiers`;
  check(found.length === 0, `${what}: ${found.length === 0 ? 'none found' : `${found.length} found`}`);
  for (const { source, name, form } of found) {
    say(`      ${paths.shown(source)} holds ${name} (${secrets[name]?.kind ?? 'identifier'}), ${form}`);
  }
}

/** Secrets may stand nowhere, not even hashed; identifiers may stand nowhere but as their target hash. */
function forbidden(secrets, identifiers) {
  const hashed = (value) => HASH_DOMAINS.map((domain) => targetHash(domain, value));
  const ofSecrets = Object.entries(secrets).map(([name, { value }]) => [
    name,
    { ...formsOf(value), 'target hash': hashed(value) },
  ]);
  const ofIdentifiers = Object.entries(identifiers).map(([name, value]) => [name, formsOf(value)]);
  return Object.fromEntries([...ofSecrets, ...ofIdentifiers]);
}
