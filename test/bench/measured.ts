/**
 * Runs the compiled command line in BENCH_PROGRAM. At its end, records the resources used and the time of each phase.
 */
import { pathToFileURL } from 'node:url';
import { noteUsage } from './usage.ts';

noteUsage();
await import(pathToFileURL(process.env['BENCH_PROGRAM']!).href);
