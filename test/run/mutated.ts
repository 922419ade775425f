import fc from 'fast-check';
import { canonicalJson } from '../../src/decision/canonical-json.ts';

/** Values that are nearly right somewhere; as JSON, since a list of them would take a page. */
const VALUES: readonly unknown[] = JSON.parse(String.raw`[
  null, true, false, 0, 1, -1, 1.5, 1e21, "", " ", "x", "é", "a\"b", "a\\b", "{", "a}b", "\ud800", "\u007f", "\n",
  [], [1], ["x"], {}, {"a":1}, [[1,2]], [[2,1]], "allow", "deny", "error", "success", "blocked", "none", "trace", "ff",
  "0123456789abcdef", "007", "classified", "unknown_tool_name", "github_deploy_key", "slack_add_member", "mcp", "MCP",
  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
]`);

const steps = fc.array(
  fc.record({
    pick: fc.nat(),
    how: fc.constantFrom('set', 'drop', 'add'),
    value: fc.constantFrom(...VALUES),
  }),
  { maxLength: 2 },
);
const puts = fc.oneof(
  fc.constantFrom('', ' ', '"', '\\', '\\/', '\\u0041', ',', '0', '{', '}'),
  fc.string({ maxLength: 2 }),
);
const cuts = fc.array(fc.record({ at: fc.nat(), length: fc.nat(3), put: puts }), { maxLength: 1 });

/** The canonical text of one of `documents`, with up to two members changed, and now and then the text itself. */
export function mutated(documents: readonly object[]): fc.Arbitrary<string> {
  return fc.record({ document: fc.constantFrom(...documents), steps, cuts }).map((made) => {
    const value = structuredClone(made.document) as Record<string, unknown>;
    for (const { pick, how, value: put } of made.steps) {
      const places = placesIn(value);
      const [holder, name] = places[pick % places.length] ?? [value, 'x'];
      if (how === 'set') holder[name] = structuredClone(put);
      else if (how === 'drop') delete holder[name];
      else holder[`${name}_later`] = structuredClone(put);
    }
    let text = canonicalJson(value);
    for (const { at, length, put } of made.cuts) {
      const from = at % text.length;
      text = text.slice(0, from) + put + text.slice(from + length);
    }
    return text;
  });
}

/** Every member anywhere in `value`. */
function placesIn(value: object): [Record<string, unknown>, string][] {
  return Object.entries(value).flatMap(([name, inner]) => [
    [value as Record<string, unknown>, name] as [Record<string, unknown>, string],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ]);
}
