#!/usr/bin/env node
/** Prepares the process, and loads the program into it. */
import { setFlagsFromString } from 'node:v8';
import { keepCompiledCode } from './compiled-code.ts';

// V8 lets the space of short-lived objects grow to 32 MB in every thread. Kept at its first size, a run takes two thirds of
// the memory, and no longer (test/bench/RESULTS.md). The library leaves that to its host.
setFlagsFromString('--semi-space-growth-factor=1');
keepCompiledCode();

const { runCommandLine } = await import('./command-line.ts');
await runCommandLine(process.argv.slice(2));
