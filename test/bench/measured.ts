/** Runs the command line as it is and, at its end, notes the most memory that the process had. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['BENCH_USAGE_FILE'];
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
await import('../../src/cli/main.ts');
