/**
 * The program behind `npm run bench`. It simulates days of logs (kept in test/bench/data). It runs payin-recon,
 * DuckDB's two scripts and the floor on them in turn, each in its own process, and checks that their results agree. It
 * prints medians and the promises about them, as Markdown for RESULTS.md. Options, with their defaults:
 *
 * --only cold,night,late,hourly,statements,embedded,size,history,week,page,endpoints   scenarios; the first three share one run, cold and night together
 * --rounds 3                                     every round starts with another contestant
 * --orders 1000000                               orders in the day
 * --late 100                                     late callbacks
 * --large-orders 5000000, --large-rounds 1       for size
 * --week-dates 7                                 for week: dates of --large-orders orders, one after another in one store; 90 GB of disk
 * --embedded-orders 100000                       for embedded
 * --many-dates 90, --few-dates 2, --history-orders 10000   for history: dates in the store, and orders in each
 * --page-dates 35, --page-orders 200000         for page: dates in the store, and orders in each
 * --people 50, --page-seconds 20                 people who look at the page at once, and for how long in each way
 * --download-rows 1000000                        rows of the downloaded file
 * --callbacks 200000, --pay-ins 50000, --connections 64   for endpoints: what is sent, and by how many clients at once
 * --threads N                                    threads for DuckDB; by default one for each core
 * --parts                                        also prints the parts of phases
 * --profile FOLDER                               CPU profiles of the program's processes, and tables of what their functions take,
 *                                                and their statements on the server; one folder per work and round
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabases } from './databases.ts';
import { loadsTable } from './endpoints.ts';
import { machineLine } from './machine.ts';
import { readOptions } from './options.ts';
import { downloadsTable, looksTable } from './page-tables.ts';
import { runBench } from './run-bench.ts';
import { mediansTable, partsTable, promisesTable } from './tables.ts';

const words = process.argv.slice(2);
const options = readOptions(words);
const data = join(fileURLToPath(new URL('.', import.meta.url)), 'data');
const server = await startDatabases(options.profile !== undefined);
try {
  const { figures, measured, differences, looks, downloads, loads } = await runBench(server, data, options);
  console.log(`\`${['npm run bench', ...(words.length > 0 ? ['--'] : []), ...words].join(' ')}\``);
  console.log(`${await machineLine(server.url, options.threads)}\n`);
  console.log(`${mediansTable({ figures, measured })}\n`);
  console.log(promisesTable({ figures, measured }, options));
  if (looks.length > 0) console.log(`\n${looksTable(looks)}\n\n${downloadsTable(downloads)}`);
  if (loads.length > 0) console.log(`\n${loadsTable(loads)}`);
  if (options.parts) console.log(`\n${partsTable(figures)}`);
  if (differences.length > 0) {
    console.log('\nOutcomes that the script tells otherwise (orders, requested, paid):\n');
    for (const line of differences) console.log(`- ${line}`);
  }
} finally {
  await server.stop();
}
