// Which spans say of themselves that they are another span's call.
const REFERENCE = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

/**
 * `othersOf`: of a call, the other spans of it; `elsewhere`: calls whose record a trace has that is not here;
 * `clashes`: pairs that would be one and have classified different targets.
 */
export function toldSame(single, byKey, isClash) {
  const alone = new Map(single.map((call) => [call.span.key, call]));
  const traces = new Set([...byKey.values()].map(({ trace }) => trace));
  const found = { othersOf: new Map(), elsewhere: new Set(), clashes: [] };
  for (const call of single) {
    if (!tells(call)) continue;
    const [trace, span] = call.sameAs.split('-');
    if (!traces.has(trace)) found.elsewhere.add(call);
    const named = alone.get(`${trace}/${span}`);
    if (named === undefined || tells(named) || !isOfOneSide(named, call)) continue;
    if (isClash(named, call)) found.clashes.push([named, call]);
    else found.othersOf.set(named, [...(found.othersOf.get(named) ?? []), call]);
  }
  return found;
}

function tells({ sameAs, vantage }) {
  return REFERENCE.test(sameAs) && (vantage === 'client' || vantage === 'server');
}

function isOfOneSide(named, { vantage, emitter, leaf }) {
  const isOne = named.vantage === vantage && emitter !== undefined && named.emitter === emitter;
  return isOne && named.leaf === leaf;
}
