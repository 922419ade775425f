// A program that holds its own copy, and loads none that could be patched.

import * as bundled from './bundled.mjs';
import { session } from './calls.cjs';

const { run, done } = globalThis.setup;
done({ bundled: await run(() => session(bundled)) });
