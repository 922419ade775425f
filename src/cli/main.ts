#!/usr/bin/env node
import { runCommandLine } from './program.ts';

const { stdin, stdout, stderr, env, argv } = process;
// Set, not called: what is still on its way to a pipe has to arrive.
process.exitCode = await runCommandLine(argv.slice(2), { stdin, stdout, stderr, env });
