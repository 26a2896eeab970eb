/** Runs the command line as it is and, at its end, notes what the process used and where its time went. */
import { noteUsage } from './usage.ts';

noteUsage();
await import('../../src/cli/main.ts');
