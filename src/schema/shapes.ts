import { z } from 'zod';

/**
 * Shapes that several artifacts share. Every `error` is the expectation alone, worded to follow "to be": the
 * message around it, with the path and what was found, is made in `issues.ts`.
 */

/** Readers take any hex after `sha256:`; writers always write 64 lower-case digits. */
export const digest = z.string().regex(/^sha256:[0-9a-fA-F]+$/, { error: '"sha256:" and hex digits' });

export const traceId = z.string().regex(/^[0-9a-f]{32}$/, { error: '32 lower-case hex digits' });
export const spanId = z.string().regex(/^[0-9a-f]{16}$/, { error: '16 lower-case hex digits' });
export const emitterId = spanId;
export const epoch = z
  .string()
  .regex(/^[0-9]+-[0-9a-f]{16}$/, { error: 'a counter, "-" and 16 lower-case hex digits' });

/** Nanoseconds as a decimal string: they do not fit in a JSON number. */
export const nanoseconds = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/, { error: 'nanoseconds as a decimal string' });

export const nonEmpty = z.string().min(1, { error: 'a string that is not empty' });
export const count = z.int({ error: 'an integer from 0' }).min(0, { error: 'an integer from 0' });
export const ordinal = z.int({ error: 'an integer from 1' }).min(1, { error: 'an integer from 1' });
export const vantage = z.enum(['client', 'server', 'gateway', 'framework']);
