/**
 * `npm run bench`: makes days of logs (kept in test/bench/data), runs the program, DuckDB's script and the floor on them
 * as processes of their own, in turn, checks that all say the same, and prints medians and what is promised of them, as
 * Markdown for RESULTS.md. Options, with what they are unless told:
 *
 * --only cold,night,late,embedded,size,history   scenarios; the first three are of one run, cold and night together
 * --rounds 3                                     every round another contestant begins
 * --orders 1000000                               of the day
 * --late 100                                     callbacks that come late
 * --large-orders 5000000, --large-rounds 1       for size
 * --embedded-orders 100000                       for embedded
 * --many-dates 90, --few-dates 2, --history-orders 10000   for history: dates that are stored, and orders of each
 * --threads N                                    of DuckDB; as many as the machine has
 * --parts                                        the parts of phases too
 * --profile FOLDER                               CPU profiles of the program's processes, one folder a work and round
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabases } from './databases.ts';
import { machineLine } from './machine.ts';
import { readOptions } from './options.ts';
import { runBench } from './run-bench.ts';
import { mediansTable, partsTable, promisesTable } from './tables.ts';

const words = process.argv.slice(2);
const options = readOptions(words);
const data = join(fileURLToPath(new URL('.', import.meta.url)), 'data');
const server = await startDatabases();
try {
  const { figures, differences } = await runBench(server, data, options);
  console.log(`\`${['npm run bench', ...(words.length > 0 ? ['--'] : []), ...words].join(' ')}\``);
  console.log(`${await machineLine(server.url, options.threads)}\n`);
  console.log(`${mediansTable(figures)}\n`);
  console.log(promisesTable(figures, options));
  if (options.parts) console.log(`\n${partsTable(figures)}`);
  if (differences.length > 0) {
    console.log('\nOutcomes that the script tells otherwise (orders, requested, paid):\n');
    for (const line of differences) console.log(`- ${line}`);
  }
} finally {
  await server.stop();
}
