import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { isKnown } from '../gate/observed-run.ts';
import { type SilentCall, silentCall } from '../gate/silence.ts';
import { silentClassifiers } from '../gate/silent-classifiers.ts';
import { quoted } from '../report/words/quote.ts';
import { silenceWords } from '../report/words/silence-words.ts';
import type { Printer } from './printer.ts';
import type { Rules } from './read-rules.ts';

/** How many notes there are at most: an input without end may name any number of servers. */
const MOST_NOTES = 20;

/** Classifier files of `--classifiers` that know tools of calls which are unknown all the same: on another server, or in records that a process made without them. */
export class SilenceNotes {
  readonly #rules: Rules;
  readonly #calls = new Map<string, SilentCall>();
  readonly #places = new Set<string>();
  #beyond = false;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  take({ surface, health }: Pick<EmittedRun, 'surface' | 'health'>): void {
    const { rules, bindings, files } = this.#rules;
    if (files.length === 0) return;
    for (const record of surface.observed_tool_decisions) {
      if (isKnown(record)) continue;
      const call = silentCall(record, health.classifier_version, rules, bindings);
      if (call !== undefined) this.#add(call);
    }
  }

  #add(call: SilentCall): void {
    const place = JSON.stringify([call.file, call.server, call.why]);
    if (!this.#places.has(place) && this.#places.size === MOST_NOTES) {
      this.#beyond = true;
      return;
    }
    this.#places.add(place);
    this.#calls.set(`${place}${call.tool}`, call);
  }

  /** One note for each file and server. */
  tell(printer: Printer): void {
    for (const silent of silentClassifiers([...this.#calls.values()])) {
      printer.note(silenceWords(silent, quoted));
    }
    if (this.#beyond) printer.note('and more servers with tools that a file of `--classifiers` knows');
  }
}
