import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, read, write } from '../reading.ts';

const HEAD = 'trade_no,gross,currency,completed_at';
const minutes = [10, 11, 12, 13];

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
