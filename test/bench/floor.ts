/**
 * Measures the floor: the time that plain PostgreSQL needs to load the parsed rows of a day, join them once and write
 * the orders as CSV. `node floor.ts '{"payIns": …, "callbacks": …, "out": …, "date": …, "asOf": …}'`, with the database
 * in DATABASE_URL. Prints the totals of the date as JSON and records what the process used.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { inPhase } from '../../src/phases.ts';
import type { FloorRows } from './floor-rows.ts';
import { ordersCopy, ordersTable, TABLES, totalsOf } from './floor-script.ts';
import { noteUsage } from './usage.ts';

export interface FloorOrder extends FloorRows {
  /** Path of the CSV. */
  readonly out: string;
  readonly date: string;
  /** ISO 8601 in UTC. */
  readonly asOf: string;
}

noteUsage();
const order: FloorOrder = JSON.parse(process.argv[2]!);
const client = new pg.Client(process.env['DATABASE_URL']);
await client.connect();
for (const statement of TABLES) await client.query(statement);
for (const [table, path] of [
  ['pay_ins', order.payIns],
  ['callbacks', order.callbacks],
] as const) {
  const copy = client.query(from(`copy ${table} from stdin (format csv)`));
  await inPhase('load', () => pipeline(createReadStream(path), copy), table);
}
await inPhase('load', () => client.query('analyze pay_ins, callbacks'), 'statistics');
await inPhase('judge', () => client.query(ordersTable(order.asOf)), 'orders');
const copied = client.query(to(ordersCopy(order.date)));
await inPhase('write', () => pipeline(copied, createWriteStream(order.out)), 'orders.csv');
const { rows } = await client.query(totalsOf(order.date));
console.log(JSON.stringify(rows));
await client.end();
