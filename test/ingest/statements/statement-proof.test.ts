import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, read, write } from '../reading.ts';

const HEAD = 'trade_no,gross,currency,completed_at';
const minutes = [10, 11, 12, 13];

/** How the rows of a portal compare with callbacks of an order that was requested once. */
async function proofOfRows(engine: Engine, rows: readonly string[], callbacks: readonly string[]) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const requests = [...new Set(callbacks.map((line) => JSON.parse(line).body.tradeNo))].map((tradeNo) =>
    payInLine({ tradeNo }),
  );
  await read(store, [write(folder, 'a.ndjson', lines(...requests, ...callbacks))]);
  const settings = parseSettings({ map: { portal: { kind: 'statement' } } });
  const path = write(folder, 'portal.csv', lines(...rows));
  return (await read(store, [path], { settings, dryRun: true }))[0]!.sample?.proof;
}

onEngines('a dry run of a statement', (engine) => {
  it.each([
    [
      'of another zone and unit',
      (minute: number) => `T${minute},20000,BRL,2026-11-19 21:${minute}:20`,
      { times: 4, timesAgree: 0, amounts: 4, amountsAgree: 0, hundredfold: 4 },
      [
        '  4 of 4 times agree with the callbacks of the same trades when read as +08:00, 0 as the settings say',
        "    to do: in the table's entry of map (or the source), set zone: Asia/Shanghai",
        '  4 of 4 amounts agree with the callbacks of the same trades when read in minor units, 0 as the settings say',
        "    to do: in the table's entry of map (or the source), set unit: minor",
      ],
    ],
    [
      'as the settings say',
      (minute: number) => `T${minute},${minute === 10 ? 7 : 200},BRL,2026-11-19 10:${minute}:20`,
      { times: 4, timesAgree: 4, amounts: 4, amountsAgree: 3, hundredfold: 0 },
      [
        '  4 of 4 times agree with the callbacks of the same trades.',
        '  3 of 4 amounts agree with the callbacks of the same trades.',
      ],
    ],
  ])('compares its times and amounts with callbacks: %s', async (_name, row, proof, said) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const logged = minutes.flatMap((minute) => {
      const names = { orderNo: `ORDER000${minute}`, tradeNo: `T${minute}` };
      const record = JSON.parse(callbackLine(names));
      record.body.transactionTime = `2026-11-19T10:${minute}:00-03:00`;
      return [payInLine(names), JSON.stringify(record)];
    });
    await read(store, [write(folder, 'a.ndjson', lines(...logged))]);
    const settings = parseSettings({ map: { portal: { kind: 'statement' } } });
    const path = write(
      folder,
      'portal.csv',
      lines(HEAD, ...minutes.map(row), 'T99,1,BRL,2026-11-19 10:00:00'),
    );
    const results = await read(store, [path], { settings, dryRun: true });
    expect(results[0]!.sample?.proof).toMatchObject(proof);
    expect(ingestText(results)).toContain(`\n${said.join('\n')}`);
  });

  it.each([
    [
      'by the order alone, where it names no trade',
      { columns: 'order_no', trade: 'ORDER00001' },
      { timesAgree: 1 },
    ],
    ['of its trade, not another one of its order', { at: '10:36:00' }, { timesAgree: 0, amountsAgree: 1 }],
    ['that is not forged', { at: '10:26:00', gross: '9.00' }, { timesAgree: 0, amountsAgree: 0 }],
    ['to two minutes', { at: '10:08:00' }, { timesAgree: 1 }],
    ['to two minutes at most', { at: '10:08:01' }, { timesAgree: 0, otherwise: undefined }],
    [
      'by an offset of 14 hours at most',
      { at: '03:06:00', on: '20' },
      { otherwise: { offset: '+14:00', agree: 1 } },
    ],
    ['by no offset of more than 14 hours', { at: '03:21:00', on: '20' }, { otherwise: undefined }],
    [
      'within two minutes of another offset',
      { at: '21:08:00' },
      { otherwise: { offset: '+08:00', agree: 1 } },
    ],
    ['in time where it has no offset', { at: '10:06:00Z' }, { times: 0, amountsAgree: 1 }],
    ['in money of one currency', { currency: 'EGP' }, { times: 1, amounts: 0, amountsAgree: 0 }],
    ['in money that it has', { gross: '' }, { times: 1, amounts: 0 }],
    [
      'in units a hundred times as large',
      { gross: '2.00' },
      { amountsAgree: 0, hundredfold: 0, hundredth: 1 },
    ],
  ])('compares a row with the callback %s', async (_name, choice, proof) => {
    const { columns, trade, at, on, currency, gross } = {
      ...{ columns: 'trade_no', trade: 'T1', at: '10:06:00', on: '19', currency: 'BRL', gross: '200.00' },
      ...choice,
    };
    const row = `${trade},${gross},${currency},2026-11-${on} ${at}`;
    const found = await proofOfRows(
      engine,
      [HEAD.replace('trade_no', columns), row],
      [
        callbackLine().replace('"verified":true', '"verified":null'),
        callbackLine({ tradeNo: 'T2', amount: '500' }).replace('10:06:00', '10:36:00'),
        callbackLine({ amount: '900' })
          .replace('10:06:00', '10:26:00')
          .replace('"verified":true', '"verified":false'),
      ],
    );
    expect({ otherwise: undefined, ...found }).toMatchObject(proof);
  });

  it('compares no times with a callback without one, and no units with one of nothing', async () => {
    const found = await proofOfRows(
      engine,
      [HEAD, 'T1,0.00,BRL,2026-11-19 10:06:00'],
      [callbackLine({ amount: '0' }).replace('2026-11-19T10:06:00-03:00', 'at noon')],
    );
    expect(found).toMatchObject({ times: 0, amounts: 1, amountsAgree: 1, hundredfold: 0, hundredth: 0 });
  });

  it('names the offset by which most of its payments agree, by the zone that had it at the first', async () => {
    const rows = ['07-01 14:06:00', '12-01 14:06:00', '12-01 16:06:00', '12-01 16:06:00'].map(
      (at, index) => `${index === 3 ? 'refund' : 'payment'},T${index},200.00,BRL,2026-${at}`,
    );
    const callbacks = ['07', '12', '12', '12'].map((month, index) =>
      callbackLine({ tradeNo: `T${index}` }).replace('2026-11-19T10:06:00', `2026-${month}-01T10:06:00`),
    );
    const found = await proofOfRows(engine, [`type,${HEAD}`, ...rows], callbacks);
    expect(found).toMatchObject({
      ...{ times: 3, timesAgree: 0, amounts: 3, amountsAgree: 3 },
      otherwise: { offset: '+01:00', zone: 'Europe/London', agree: 2 },
    });
  });

  it('compares a row that names a merchant with the callbacks of that merchant alone', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    // Each trade has a callback of M0001 for 200.00 at 10:06, and one of another merchant for 50.00 an hour later.
    const names = minutes.map((minute) => ({ orderNo: `ORDER000${minute}`, tradeNo: `T${minute}` }));
    const others = names.map((one) => {
      const record = JSON.parse(callbackLine({ ...one, merchantId: 'M0002', amount: '5000' }));
      record.body.transactionTime = '2026-11-19T11:06:00-03:00';
      return JSON.stringify(record);
    });
    const logged = names.flatMap((one) => [payInLine(one), callbackLine(one)]);
    await read(store, [write(folder, 'a.ndjson', lines(...logged, ...others))]);
    const settings = parseSettings({ map: { portal: { kind: 'statement' } } });
    const proofOf = async (merchantId: string) => {
      const rows = names.map(({ tradeNo }) => `${tradeNo},50.00,BRL,2026-11-19 11:06:00,${merchantId}`);
      const path = write(folder, 'portal.csv', lines(`${HEAD},merchant_id`, ...rows));
      return (await read(store, [path], { settings, dryRun: true }))[0]!.sample?.proof;
    };
    expect(await proofOf('M0001')).toMatchObject({ times: 4, timesAgree: 0, amounts: 4, amountsAgree: 0 });
    expect(await proofOf('M0002')).toMatchObject({ times: 4, timesAgree: 4, amounts: 4, amountsAgree: 4 });
    expect(await proofOf('')).toMatchObject({ times: 4, timesAgree: 4, amounts: 4, amountsAgree: 4 });
    expect(await proofOf('M0003')).toBeUndefined();
  });
});
