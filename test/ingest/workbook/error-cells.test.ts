/** Cells with an error where a text is due. */
import { expect, it } from 'vitest';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, read, write } from '../reading.ts';

const ERROR = '<c t="e"><v>#N/A</v></c>';
const TIME = '2026-11-19T10:05:00';

onEngines('a cell of a workbook with an error', (engine) => {
  const readOne = async (map: SettingsInput['map'], ...rows: readonly (readonly string[])[]) => {
    const store = await engine.emptied();
    const sheets = [{ name: 'a', rows: rows.map((cells, at) => row(at + 1, ...cells)).join('') }];
    const path = write(temporaryFolder(), 'export.xlsx', await madeWorkbook({ sheets }));
    const results = await read(store, [path], { settings: parseSettings({ map }) });
    expect(results.map(counts)).toEqual([`${rows.length - 1} = ${rows.length - 1} + 0 + 0`]);
    return store;
  };
  const HEAD = ['orderNo', 'merchantId', 'money.currency', 'money.amount', 'transactionTime'];
  const MORE = ['paymentMethod', 'status', 'merchantName', 'ack', 'verified'];
  const [first, second] = ['ORDER1', 'ORDER2'].map((orderNo) => [orderNo, 'M1', ERROR, '100', TIME]);

  it('is no value of a callback, and its status and verdict are none that count', async () => {
    const store = await readOne(
      { export: { kind: 'callbacks', columns: { '*': 'ignore' } } },
      [...HEAD, ...MORE],
      [...first!, ERROR, ERROR, ERROR, ERROR, ERROR],
    );
    const { callbacks, violations } = await evidence(store);
    expect(callbacks).toMatchObject([
      { currency: null, region: '', payment_method: null, ack: null, verified: false, status: '#N/A' },
    ]);
    const fields = (violations as { field: string; rule: string }[]).map(({ field, rule }) => [field, rule]);
    expect(fields).toEqual(expect.arrayContaining([['verified', 'true or false']]));
  });

  it('is a value where the words of the table say which, and else the one that the settings have for all rows', async () => {
    const store = await readOne(
      {
        export: {
          ...{ kind: 'callbacks', values: { 'money.currency': 'EGP' } },
          words: { status: { '#N/A': 'SUCCESS' }, paymentMethod: { '#N/A': 'CARD' } },
        },
      },
      [...HEAD, ...MORE.slice(0, 2)],
      [...second!, ERROR, ERROR],
    );
    expect((await evidence(store))['callbacks']).toMatchObject([
      { currency: 'EGP', payment_method: 'CARD', status: 'SUCCESS' },
    ]);
  });

  it('makes the type and status of a row of a statement none that are known', async () => {
    const store = await readOne(
      { export: { kind: 'statement' } },
      ['order_no', 'currency', 'gross', 'completed_at', 'payment_method', 'type', 'status', 'payout_id'],
      ['ORDER1', ERROR, '1.00', TIME, ERROR, ERROR, ERROR, ERROR],
    );
    const rows = await store.session(({ db }) =>
      db
        .selectFrom('statements')
        .select(['currency', 'payment_method', 'type', 'status', 'payout_id', 'gross_minor'])
        .execute(),
    );
    expect(rows).toEqual([
      {
        ...{ currency: null, payment_method: null, type: 'other', status: 'unknown' },
        ...{ payout_id: null, gross_minor: null },
      },
    ]);
  });
});
