/**
 * Redoes a day from its files with DuckDB: `node duckdb.ts '{"payIns": […], "callbacks": […], "out": …, "date": …,
 * "asOf": …, "threads": 2}'`. Prints the totals of the date as JSON, and notes the most memory that the process had.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ScriptFiles, scriptStatements, totalsQuery } from './duckdb-script.ts';

const order: ScriptFiles & { readonly threads: number } = JSON.parse(process.argv[2]!);
rmSync(order.out, { recursive: true, force: true });
mkdirSync(order.out, { recursive: true });
const instance = await DuckDBInstance.create(':memory:', { threads: String(order.threads) });
const connection = await instance.connect();
for (const statement of scriptStatements(order)) await connection.run(statement);
const totals = await connection.runAndReadAll(totalsQuery(order.date));
console.log(JSON.stringify(totals.getRowObjects()));
connection.closeSync();
instance.closeSync();
const usage = process.env['BENCH_USAGE_FILE'];
if (usage !== undefined) writeFileSync(usage, String(process.resourceUsage().maxRSS));
