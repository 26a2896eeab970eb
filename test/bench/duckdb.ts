/**
 * Computes a day from its files with DuckDB: `node duckdb.ts '{"payIns": […], "callbacks": […], "out": …, "date": …,
 * "asOf": …, "threads": 2}'`. Prints the totals of the date as JSON and records what the process used.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { inPhase } from '../../src/phases.ts';
import { type ScriptFiles, scriptStatements, totalsQuery } from './duckdb-script.ts';
import { noteUsage } from './usage.ts';

noteUsage();
const order: ScriptFiles & { readonly threads: number } = JSON.parse(process.argv[2]!);
rmSync(order.out, { recursive: true, force: true });
mkdirSync(order.out, { recursive: true });
const instance = await DuckDBInstance.create(':memory:', { threads: String(order.threads) });
const connection = await instance.connect();
for (const { phase, text } of scriptStatements(order)) {
  await inPhase(phase, () => connection.run(text), partOf(text));
}
const totals = await connection.runAndReadAll(totalsQuery(order.date));
console.log(JSON.stringify(totals.getRowObjects()));
connection.closeSync();
instance.closeSync();

/** The table or file that a statement creates. */
function partOf(statement: string): string {
  return (
    /^create table (\w+)|\/([\w-]+\.csv)' \(header/.exec(statement)?.slice(1).find(Boolean) ?? 'settings'
  );
}
