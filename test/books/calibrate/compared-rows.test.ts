import { expect, it } from 'vitest';
import { calibrate } from '../../../src/books/calibrate/calibrate.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { lines, read, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HEAD = 'row_id,type,merchant_id,trade_no,gross,currency,completed_at';
const TABLES = parseSettings({ map: { portal: { kind: 'statement' }, other: { kind: 'statement' } } });

/** A paid order with its callback, which says 200.00 at 10:06:00. */
const paid = (number: number, merchantId = 'M0001') => {
  const names = { orderNo: `ORDER0000${number}`, tradeNo: `T${number}`, merchantId };
  return [payInLine(names), callbackLine(names)];
};

/** Counts of each question: compared, alone, and how many agree as the settings say. */
async function counted(store: Store): Promise<Record<string, readonly number[]>> {
  const questions = await calibrate(store, TABLES, { region: 'BR' });
  return Object.fromEntries(
    questions
      .filter(({ table }) => table !== null)
      .map(({ topic, table, compared, alone, readings }) => [
        `${table} ${topic}`,
        [compared, alone, readings.find(({ isInUse }) => isInUse)!.agree],
      ]),
  );
}

onEngines('the statement rows that calibrate compares', (engine) => {
  async function stored(logged: readonly string[], ...files: ReadonlyArray<readonly [string, string[]]>) {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await read(store, [write(folder, 'a.ndjson', lines(...logged))]);
    for (const [name, rows] of files) {
      await read(store, [write(folder, name, lines(HEAD, ...rows))], { settings: TABLES });
    }
    return store;
  }

  it('are those of a row that were read last, of each table for itself', async () => {
    const store = await stored(
      [1, 2, 3, 4].flatMap((number) => paid(number)),
      [
        'portal-1.csv',
        [
          'R1,payment,,T1,20000,BRL,2026-11-19 21:06:00',
          'R2,payment,,T2,20000,BRL,2026-11-19 21:06:00',
          // Corrected further down in the same file.
          'R3,payment,,T3,20000,BRL,2026-11-19 21:06:00',
          'R3,payment,,T3,200.00,BRL,2026-11-19 10:06:00',
          // Without an identifier no row corrects another.
          ',payment,,T4,20000,BRL,2026-11-19 21:06:00',
        ],
      ],
      [
        'portal-2.csv',
        [
          'R1,payment,,T1,200.00,BRL,2026-11-19 10:06:00',
          // It was no payment.
          'R2,refund,,T2,200.00,BRL,2026-11-19 10:06:00',
          ',payment,,T4,200.00,BRL,2026-11-19 10:06:00',
        ],
      ],
      ['other.csv', ['R1,payment,,T1,20001,BRL,2026-11-19 21:06:00']],
    );
    expect(await counted(store)).toEqual({
      // R1 and R3 as corrected, and both rows without an identifier.
      'portal statement_unit': [4, 0, 3],
      'portal statement_zone': [4, 0, 3],
      'other statement_unit': [1, 0, 0],
      'other statement_zone': [1, 0, 0],
    });
  });

  it('are compared with the callbacks of their merchant alone, where they name one', async () => {
    // Another merchant has the same order and trade numbers.
    const rows = [
      'R1,payment,M0001,T1,200.00,BRL,2026-11-19 10:06:00',
      'R2,payment,M0001,T2,200.00,BRL,2026-11-19 10:06:00',
      'R3,payment,,T2,200.00,BRL,2026-11-19 10:06:00',
    ];
    const logged = [...paid(1), ...paid(2, 'M0002')];
    const store = await stored(logged, ['portal.csv', rows]);
    expect(await counted(store)).toEqual({
      'portal statement_unit': [2, 1, 2],
      'portal statement_zone': [2, 1, 2],
    });
  });

  it('are shown by the least of the orders that have their trade, with its own merchant', async () => {
    // The order that was read last is the least.
    const logged = [3, 2, 1].flatMap((number) => {
      const names = { orderNo: `ORDER0000${number}`, tradeNo: 'T1', merchantId: `M000${9 - number}` };
      return [payInLine(names), callbackLine(names)];
    });
    const rows = ['R1,payment,,T1,7.00,BRL,2026-11-19 20:06:00'];
    const store = await stored(logged, ['portal.csv', rows]);
    const questions = (await calibrate(store, TABLES, { region: 'BR' })).filter(
      ({ table }) => table !== null,
    );
    const examples = questions.flatMap(({ readings }) => readings.flatMap(({ example }) => example ?? []));
    expect(examples.length).toBeGreaterThan(2);
    for (const { orderNo, merchantId } of examples) {
      expect([orderNo, merchantId]).toEqual(['ORDER00001', 'M0008']);
    }
  });
});
