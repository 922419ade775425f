// Which characters of one script have run, told by V8 itself.
import { Session } from 'node:inspector';

/** Starts counting; what it gives says whether anything of the script at `url` has run since that never had. */
export function coverageOf(url) {
  const session = new Session();
  session.connect();
  const post = (method, params) => {
    let answer;
    // Without a round trip: an inspector session in its own thread answers before `post` returns.
    session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seen = new Set();
  const known = new Set();
  return {
    /** Whether something ran that had never run; counts begin anew. */
    isNew() {
      const script = post('Profiler.takePreciseCoverage').result.find((one) => one.url === url);
      let isNew = false;
      for (const { ranges } of script?.functions ?? []) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0) continue;
        // What did not run of a function that did: the rest of it did.
        const left = ranges
          .filter(({ count }) => count === 0)
          .map((range) => `${range.startOffset}-${range.endOffset}`);
        const name = `${whole.startOffset}-${whole.endOffset}`;
        const shape = `${name}:${left.join()}`;
        if (known.has(shape)) continue;
        known.add(shape);
        isNew = true;
        seen.add(name);
      }
      return isNew;
    },
    functions: () => seen.size,
    shapes: () => known.size,
  };
}
