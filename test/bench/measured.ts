/**
 * Runs the command of the compiled program in BENCH_PROGRAM. At its end, records the resources used and the time of each phase.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noteUsage } from './usage.ts';

noteUsage();
await import(pathToFileURL(join(process.env['BENCH_PROGRAM']!, 'command/main.js')).href);
