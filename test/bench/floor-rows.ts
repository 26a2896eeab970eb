import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { AS_OF, type Day } from './days.ts';
import { readStatements } from './duckdb-script.ts';

/** Files with a day's parsed lines as rows for COPY. DuckDB's script parsed them beforehand. */
export interface FloorRows {
  readonly payIns: string;
  readonly callbacks: string;
}

/** The columns of each table, in the order of its file. */
export const COLUMNS = {
  pay_ins: [
    'order_no text',
    'merchant_id text',
    'sub_merchant_id text',
    'payment_method text',
    'currency text',
    'region text',
    'response_code text',
    'trade_no text',
    'account_no text',
    'requested_at timestamptz',
    'expires_at timestamptz',
    'minor bigint',
  ],
  callbacks: [
    'order_no text',
    'merchant_id text',
    'sub_merchant_id text',
    'payment_method text',
    'status text',
    'trade_no text',
    'currency text',
    'region text',
    'completed_at timestamptz',
    'completed_text text',
    'received_at timestamptz',
    'minor bigint',
  ],
} as const;

/** The rows of a day. They are created once and kept beside it. */
export async function floorRowsOf(day: Day): Promise<FloorRows> {
  const folder = `${day.folder}-floor`;
  const pathOf = (table: string, inFolder = folder) => join(inFolder, `${table}.csv`);
  if (!existsSync(folder)) {
    const part = `${folder}-part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const statement of readStatements({ ...day, asOf: AS_OF })) await connection.run(statement);
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const names = columns.map((column) => column.split(' ')[0]).join(', ');
      const path = pathOf(table, part).replaceAll("'", "''");
      await connection.run(`copy (select ${names} from ${table}) to '${path}' (header false)`);
    }
    connection.closeSync();
    instance.closeSync();
    renameSync(part, folder);
  }
  return { payIns: pathOf('pay_ins'), callbacks: pathOf('callbacks') };
}
