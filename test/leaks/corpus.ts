import { readFileSync } from 'node:fs';
import { ENCODINGS } from './encodings.ts';
import { shapesIn, shown } from './published-shapes.ts';
import { type Secret, secretOf } from './secrets.ts';

/** Which ways a place can be tried in; where it says nothing, in all. */
export type Reach = 'in process' | 'OTLP' | 'walls' | 'logs';

/** One place of a span or log record where a text can stand (`fixtures/leaks/README.md`). */
export interface Place {
  readonly name: string;
  readonly kind: 'structural' | 'passing';
  readonly ways?: Reach;
  /** Of a passing place that is hashed: the domain. */
  readonly hashed?: string;
  readonly template: Readonly<Record<string, unknown>>;
}

/** One form in which a secret can be written. */
export interface Form {
  readonly name: string;
  /** A kind of secret. */
  readonly secret: string;
  readonly secretAs?: readonly string[];
  readonly text?: string;
  readonly as?: readonly string[];
}

export interface LeakCase {
  readonly place: Place;
  readonly form: string;
  readonly secret: Secret;
  /** What stands in the place. */
  readonly text: string;
  /** How the published shapes, each read by itself, know the text: as it stands, or once what does not show is gone. */
  readonly named: 'as it stands' | 'as it shows' | undefined;
}

const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/leaks/${name}`, import.meta.url), 'utf8'));

type Places = Readonly<
  Record<Place['kind'], Readonly<Record<string, Omit<Place, 'name' | 'kind' | 'template'>>>>
>;

export const PLACES: readonly Place[] = Object.entries(file('places.json') as Places).flatMap(
  ([kind, places]) =>
    Object.entries(places).map(([name, { ways, hashed, ...template }]) => ({
      name,
      kind: kind as Place['kind'],
      ...(ways !== undefined && { ways }),
      ...(hashed !== undefined && { hashed }),
      template,
    })),
);

export const FORMS: readonly Form[] = Object.entries(
  file('forms.json') as Readonly<Record<string, Omit<Form, 'name'>>>,
).map(([name, form]) => ({ name, ...form }));

/** Each place with each form, every one with a secret of its own. */
export function tableOfCases(places: readonly Place[] = PLACES, forms: readonly Form[] = FORMS): LeakCase[] {
  return places.flatMap((place) => forms.map((form) => leakCase(place, form, '')));
}

/** `form` in `place`, with the secret that belongs to both and to `seed`. */
export function leakCase(place: Place, form: Form, seed: string): LeakCase {
  const secret = secretOf(form.secret, `${seed}|${place.name}|${form.name}`);
  const text = textOf(form, secret);
  return { place, form: form.name, secret, text, named: namedIn(text) };
}

function namedIn(text: string): LeakCase['named'] {
  if (shapesIn(text).length > 0) return 'as it stands';
  return shapesIn(shown(text)).length > 0 ? 'as it shows' : undefined;
}

/** Placeholders as documentation has them; none is long enough to be one of its kind. */
const DECOYS = Array.from(
  { length: 50 },
  (_, at) => `${['ghp_', 'AKIA', 'sk-', 'xoxb-'][at % 4]}EXAMPLE${at % 10}`,
);
const FILLERS: Readonly<Record<string, string>> = {
  decoys: DECOYS.join(' '),
  filler: 'lorem ipsum dolor sit amet '.repeat(12).trim(),
  almost: 'lorem ipsum dolor sit amet '.repeat(9).trim(),
};

/** `secret` as a form writes it. */
export function textOf(
  { secretAs = [], text = '{{secret}}', as = [] }: Omit<Form, 'name'>,
  secret: Secret,
): string {
  const written = encoded(secret.text, secretAs, secret.text);
  const whole = text.replace(/\{\{(\w+)\}\}/g, (_, name) =>
    name === 'secret' ? written : (FILLERS[name] ?? ''),
  );
  return encoded(whole, as, written);
}

function encoded(text: string, steps: readonly string[], secret: string): string {
  return steps.reduce((now, step) => {
    const encode = ENCODINGS[step];
    if (encode === undefined) throw new Error(`Expected an encoding, got ${step}`);
    return encode(now, secret);
  }, text);
}
