/** Times of traces without a clock or a time zone. */

const NANOSECONDS = /^[0-9]{1,20}$/;
const DAY = 86_400_000n;

/** Unix nanoseconds as `2026-11-30T14:42:00.123Z`; `undefined` where they are none. */
export function utcTime(nanoseconds: string): string | undefined {
  if (!NANOSECONDS.test(nanoseconds)) return undefined;
  const milliseconds = BigInt(nanoseconds) / 1_000_000n;
  const inDay = Number(milliseconds % DAY);
  const clock = [3_600_000, 60_000, 1000].map((unit, at) =>
    two(Math.floor(inDay / unit) % (at === 0 ? 24 : 60)),
  );
  return `${civilDate(Number(milliseconds / DAY))}T${clock.join(':')}.${String(inDay % 1000).padStart(3, '0')}Z`;
}

/** `0.42 ms`, `4.25 s`, `2 min 5 s`, `26 h 3 min`; `undefined` where they are no nanoseconds. */
export function duration(nanoseconds: string): string | undefined {
  if (!NANOSECONDS.test(nanoseconds)) return undefined;
  const seconds = Number(nanoseconds) / 1e9;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 60) return `${Number(seconds.toPrecision(3))} s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours === 0 ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${hours} h ${minutes % 60} min`;
}

/** Days since 1970-01-01 in the Gregorian calendar: years that begin in March have their odd day last. */
function civilDate(days: number): string {
  const since = days + 719_468;
  const era = Math.floor(since / 146_097);
  const dayOfEra = since - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
