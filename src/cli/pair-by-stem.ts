import { canonicalJson } from '../decision/canonical-json.ts';
import { documentDigest } from '../decision/document-digest.ts';
import type { HealthInput } from '../gate/observed-run.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';

/** Where a document was, and what it is called before `.surface.json` or `.health.json`. */
interface Named {
  readonly stem: string | undefined;
  /** The directory that was named; absent for a file that was named itself and takes no sibling. */
  readonly folder?: string | undefined;
}

export interface NamedSurface extends Named {
  readonly run: GivenRun;
}

export interface NamedHealth extends Named {
  readonly health: HealthInput;
}

/**
 * Pairs surfaces with health documents by their stems: first within a directory, then with whatever else has the stem,
 * what agrees before what does not. A health that is left is a run without a surface: somebody took it away.
 */
export function pairByStem(
  surfaces: readonly NamedSurface[],
  healths: readonly NamedHealth[],
): readonly GivenRun[] {
  const stems = new Set([...surfaces, ...healths].map(({ stem }) => stem));
  const [surfacesOf, healthsOf] = [byStem(surfaces), byStem(healths)];
  return [...stems].flatMap((stem) => {
    const [own, other] = [surfacesOf.get(stem) ?? [], healthsOf.get(stem) ?? []];
    // What has no name belongs to nothing.
    return stem === undefined ? [...own.map(alone), ...other.map(withoutSurface)] : pairs(own, other);
  });
}

function byStem<Entry extends Named>(entries: readonly Entry[]): ReadonlyMap<string | undefined, Entry[]> {
  const groups = new Map<string | undefined, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.stem);
    if (group === undefined) groups.set(entry.stem, [entry]);
    else group.push(entry);
  }
  return groups;
}

const WAYS: readonly ((surface: NamedSurface, health: NamedHealth) => boolean)[] = [
  ({ folder }, health) => folder !== undefined && folder === health.folder,
  ({ run: { surface } }, { health }) =>
    surface !== undefined &&
    health.state === 'read' &&
    health.document.surface_digest.toLowerCase() === documentDigest(surface),
  () => true,
];

/** Of one stem. In an order of their own, so that the order of the paths does not say which goes with which. */
function pairs(surfaces: readonly NamedSurface[], healths: readonly NamedHealth[]): readonly GivenRun[] {
  let waiting = inOrder(surfaces, ({ run }) => run.surface);
  let free = inOrder(healths, ({ health }) => health);
  const paired: GivenRun[] = [];
  for (const isFor of WAYS) {
    for (const surface of waiting) {
      const found = free.find((health) => isFor(surface, health));
      if (found === undefined) continue;
      waiting = waiting.filter((other) => other !== surface);
      free = free.filter((other) => other !== found);
      paired.push({ ...alone(surface), health: found.health });
    }
  }
  // A directory may be named for its surfaces and for its health documents.
  const known = new Set(paired.map(({ health }) => canonicalJson(health)));
  const left = free.filter(({ health }) => !known.has(canonicalJson(health)));
  return [...paired, ...waiting.map(alone), ...left.map(withoutSurface)];
}

function alone({ run, stem }: NamedSurface): GivenRun {
  return { ...run, stem };
}

function withoutSurface({ stem, health }: NamedHealth): GivenRun {
  return { stem, surface: undefined, health };
}

function inOrder<Entry>(entries: readonly Entry[], documentOf: (entry: Entry) => unknown): readonly Entry[] {
  if (entries.length < 2) return entries;
  const keyed = entries.map((entry) => ({ entry, key: canonicalJson(documentOf(entry) ?? null) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ entry }) => entry);
}
