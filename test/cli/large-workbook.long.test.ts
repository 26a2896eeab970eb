/** A workbook of more rows than the memory of the process could hold. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onPostgresql } from '../support/engines.ts';
import { madeWorkbook, row } from '../support/make-workbook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';

const ROWS = 100_000;
/** As much as reading a few rows takes; the rows of a sheet, as objects, take more than as much again. */
const HEAP_MB = 64;

/** Rows of a sheet, bit by bit. */
async function* rowsOf(sheet: string) {
  yield row(1, 'orderNo', 'tradeNo', 'money.amount', 'transactionTime');
  for (let from = 0; from < ROWS; from += 1000) {
    const some = Array.from({ length: 1000 }, (_, at) => {
      const number = String(from + at).padStart(12, '0');
      return row(
        from + at + 2,
        `${sheet}${number}`,
        `T${sheet}${number}`,
        (from + at) / 100,
        46_345 + at / 1000,
      );
    });
    yield some.join('');
  }
}

onPostgresql('a large workbook', (engine) => {
  it('is read sheet by sheet with a heap that could not hold its rows, and every row is stored', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'pagos.xlsx');
    const sheets = ['One', 'Two'].map((name) => ({ name, rows: rowsOf(name) }));
    writeFileSync(path, await madeWorkbook({ sheets }));
    // A file of this minute may still be written to.
    utimesSync(path, 0, 0);
    const values = { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', status: 'SUCCESS' };
    const source = { paths: ['pagos.xlsx'], kind: 'callbacks', unit: 'major', values };
    const sources = ['One', 'Two'].map((sheet) => ({ ...source, name: sheet.toLowerCase(), sheet }));
    writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify({ sources }));
    const database = await engine.database();
    const environment = { ...database.environment, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
    const outcome = await run(['job', 'run', 'ingest'], { cwd, environment });
    expect(outcome).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('200,000 records: 200,000 accepted, 0 duplicate, 0 rejected'),
    });
    const store = await database.open();
    const { rows } = await store.session(({ db }) =>
      sql`
        select count(*)::integer as records, count(distinct order_no)::integer as orders,
               sum(amount_minor)::text as minor
        from callbacks`.execute(db),
    );
    expect(rows).toEqual([{ records: 2 * ROWS, orders: 2 * ROWS, minor: String(ROWS * (ROWS - 1)) }]);
  });
});
