/** Runs the compiled command line of BENCH_PROGRAM and, at its end, notes what the process used and where its time went. */
import { pathToFileURL } from 'node:url';
import { noteUsage } from './usage.ts';

noteUsage();
await import(pathToFileURL(process.env['BENCH_PROGRAM']!).href);
