import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it, onTestFinished } from 'vitest';
import { AS_OF, DATE, dayOf, LATER, lateCallbacks } from './days.ts';
import type { EqualWork } from './equal-work/script.ts';
import { runScript } from './program.ts';

it('keeps each record once, and versions of what it said', async () => {
  const work = mkdtempSync(join(tmpdir(), 'payin-recon-equal-work-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const day = await dayOf(join(work, 'days'), 400);
  const late = await lateCallbacks(day, 10);
  const database = join(work, 'evidence.duckdb');
  const run = async (more: Partial<EqualWork>) => {
    const order: EqualWork = {
      database,
      payIns: [],
      callbacks: [],
      asOf: AS_OF,
      out: join(work, 'reports'),
      threads: 2,
      ...more,
    };
    return (await runScript({ work }, 'equal-work/script.ts', order)).printed;
  };
  const { payIns, callbacks } = day;
  expect(await run({ payIns, callbacks })).toEqual([]);
  const first = (await run({ date: DATE })) as string[];
  expect(first.map((folder) => folder.slice(-5)).sort()).toEqual(['BR/v1', 'EG/v1']);
  // What was read before is no news.
  expect(await run({ date: DATE, payIns, callbacks })).toEqual([]);
  const second = (await run({ date: DATE, callbacks: [late], asOf: LATER })) as string[];
  expect(second.map((folder) => folder.slice(-5)).sort()).toEqual(['BR/v2', 'EG/v2']);
  for (const folder of [...first, ...second]) expect(existsSync(join(folder, 'orders.csv'))).toBe(true);

  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const ask = async (query: string) => (await connection.runAndReadAll(query)).getRowsJson();
  expect(
    await ask('select count(*) from sources where source_id > 4 and source_id < 9 and accepted > 0'),
  ).toEqual([['0']]);
  expect(
    await ask('select sum(records) = sum(accepted) + sum(duplicate) + sum(rejected) from sources'),
  ).toEqual([[true]]);
  // A callback that pays an order ends the version in which it was not paid.
  const paid = `select count(*) from order_rows before join order_rows after using (order_no, merchant_id)
    where before.until_run = 2 and after.from_run = 2 and before.payments = 0 and after.payments = 1 and after.until_run is null`;
  expect(await ask(paid)).toEqual([['10']]);
  connection.closeSync();
  instance.closeSync();
});
