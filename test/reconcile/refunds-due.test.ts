/** What refunds-due.csv and payouts.csv publish of money that went back, and what earlier programs wrote there. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import type { Store } from '../../src/database/store.ts';
import {
  bytesBelow,
  DATE,
  feed,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  readCsv,
  SETTINGS,
} from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine, type RecordChoice } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LATER = '2026-11-20T18:00:00Z';
const LATEST = '2026-11-20T21:00:00Z';

const refused = (choice: RecordChoice) => payInLine(choice).replace('"code":"00"', '"code":"99"');

/** The request of a pay-in, and its refusal on a line of its own, which is known later. */
function halves(choice: RecordChoice): readonly [asked: string, refusal: string] {
  const { sentAt, request, response } = JSON.parse(refused(choice));
  return [JSON.stringify({ sentAt, request }), JSON.stringify({ receivedAt: sentAt, response })];
}

const stated = (row: Readonly<Record<string, string>>) =>
  JSON.stringify({ statement: { currency: 'BRL', completed_at: `${DATE}T18:00:00Z`, ...row } });

async function ground(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  let files = 0;
  return {
    store,
    out,
    read: (at: string, ...lines: string[]) => {
      files += 1;
      return feed(store, join(folder, `logs/${files}.ndjson`), lines, at);
    },
    run: (asOf: string) => publish(store, out, asOf, { region: 'BR' }),
    rows: (report: string, version = 'latest') => readCsv(join(out, DATE, 'BR', version, `${report}.csv`)),
    /** What its columns mean, by their names. */
    meanings: (report: string, version = 'latest'): Record<string, string> => {
      const text = readFileSync(join(out, DATE, 'BR', version, 'datapackage.json'), 'utf8');
      const { resources } = JSON.parse(text) as { resources: Resource[] };
      const { fields } = resources.find(({ name }) => name === report)!.schema;
      return Object.fromEntries(fields.map(({ name, description }) => [name, description]));
    },
    deviations: async () => deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out })),
  };
}

interface Resource {
  readonly name: string;
  readonly schema: {
    readonly fields: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  };
}

/** As an earlier program kept its versions: with its schema, and not with the digest of what this one wrote. */
async function publishedBefore(store: Store, out: string): Promise<void> {
  await store.session(({ db }) => sql`update versions set schema = 4, files_sha256 = null`.execute(db));
  rmSync(join(out, DATE), { recursive: true });
}

const cells = (row: Readonly<Record<string, string>>, ...columns: string[]) =>
  columns.map((column) => row[column]).join(' ');

onEngines('money that is owed', (engine) => {
  it('is not returned by a fee that the provider gives back', async () => {
    const { store, read, run, rows, deviations } = await ground(engine);
    const row = { trade_no: 'T1', settled_on: DATE, payout_id: 'PO-1' };
    await read(
      MORNING,
      payInLine({ amount: '10000' }),
      callbackLine({ amount: '11000' }),
      stated({ ...row, row_id: 'R1', gross: '110.00', fee: '1.10', net: '108.90' }),
      stated({ ...row, row_id: 'R2', type: 'refund', gross: '0.00', fee: '-1.10', net: '1.10' }),
    );
    await run(MORNING);
    const [due] = rows('refunds-due');
    expect(cells(due!, 'owed_minor', 'returned_minor', 'left_minor')).toBe('1000 0 1000');
    const [payout] = rows('payouts');
    expect(cells(payout!, 'gross_minor', 'fee_minor', 'refunds_minor', 'net_minor')).toBe('11000 0 0 11000');
    const [flow] = rows('roll-forward');
    expect(cells(flow!, 'owed_new_minor', 'owed_returned_minor', 'owed_closing_minor')).toBe('1000 0 1000');
    expect(await deviations()).toEqual([]);

    // As the edition of the rules before kept it.
    await store.session(({ script }) =>
      script(`
        update order_rows set returned_minor = 220;
        update payout_rows set refunds_minor = 220;
        update judgings set judging_rules = 9, judging_digest = 'of edition 9'`),
    );
    await run(NOON);
    const held = await store.session(async ({ db }) => ({
      orders: await db
        .selectFrom('order_rows')
        .select('returned_minor')
        .where('until_run', 'is', null)
        .execute(),
      payouts: await db
        .selectFrom('payout_rows')
        .select('refunds_minor')
        .where('until_run', 'is', null)
        .execute(),
    }));
    expect(held).toEqual({ orders: [{ returned_minor: '0' }], payouts: [{ refunds_minor: '0' }] });
  });

  it('has the requested amount where that is in the currency of the payment', async () => {
    const { store, out, read, run, rows, meanings, deviations } = await ground(engine);
    const shown = (version: string) =>
      rows('refunds-due', version).map((row) =>
        cells(
          row,
          'order_no',
          'currency',
          'requested_minor',
          'requested_amount',
          'paid_amount',
          'left_minor',
        ),
      );
    await read(
      MORNING,
      refused({ orderNo: 'SAMEMONEY1', tradeNo: 'T1', amount: '10000' }),
      callbackLine({ orderNo: 'SAMEMONEY1', tradeNo: 'T1', amount: '10000' }),
      refused({ orderNo: 'USDPAID001', tradeNo: 'T2', amount: '10000' }),
      callbackLine({ orderNo: 'USDPAID001', tradeNo: 'T2', amount: '700', currency: 'USD' }),
      stated({ trade_no: 'T2', currency: 'USD', gross: '7.00' }),
    );
    await run(MORNING);
    const same = 'SAMEMONEY1 BRL 10000 100.00 100.00 10000';
    expect(shown('v1')).toEqual([same, 'USDPAID001 USD   7.00 700']);
    expect(await deviations()).toEqual([]);

    await publishedBefore(store, out);
    await run(MORNING);
    const before = bytesBelow(join(out, DATE));
    expect(shown('v1')).toEqual([same, 'USDPAID001 USD 10000 100.00 7.00 700']);
    expect(meanings('refunds-due', 'v1')['requested_minor']).toBe(
      'What was asked for, in minor units of currency',
    );
    expect(await deviations()).toEqual([]);

    await read(NOON, payInLine({ orderNo: 'ORDER00002', tradeNo: 'T3', amount: '12345' }));
    await run(NOON);
    expect(shown('v2')).toEqual([same, 'USDPAID001 USD   7.00 700']);
    expect(meanings('refunds-due', 'v2')['requested_minor']).toBe(
      'What was asked for; empty where that is in another currency than the payment, in minor units of currency',
    );
    expect(bytesBelow(join(out, DATE))).toMatchObject(before);
  });

  it('is in roll-forward.csv as in refunds-due.csv where only rows of a bank are known', async () => {
    const { store, read, run, rows, deviations } = await ground(engine);
    const left = (version: string) => {
      const due = rows('refunds-due', version).map((row) => Number(row['left_minor']));
      const [flow] = rows('roll-forward', version);
      expect(Number(flow!['owed_closing_minor'])).toBe(due.reduce((sum, minor) => sum + minor, 0));
      return cells(flow!, 'owed_opening_minor', 'owed_new_minor', 'owed_returned_minor');
    };
    const overpaid = (orderNo: string, tradeNo: string) => [
      payInLine({ orderNo, tradeNo, amount: '10000' }),
      callbackLine({ orderNo, tradeNo, amount: '11000' }),
    ];
    const bank = { booked_on: DATE, currency: 'BRL', amount: '5.00', reference: 'PO-1' };
    await read(MORNING, ...overpaid('OVERPAID01', 'T1'), JSON.stringify({ bank }));
    await run(MORNING);
    expect(left('v1')).toBe('0 1000 0');
    await read(NOON, ...overpaid('OVERPAID02', 'T2'));
    await run(NOON);
    expect(left('v2')).toBe('0 2000 0');
    expect(await deviations()).toEqual([]);

    // As the edition of the rules before kept it.
    await store.session(({ script }) =>
      script(`
        delete from owed_changes;
        update judgings set judging_rules = 11, judging_digest = 'of edition 11'`),
    );
    await read(LATER, ...overpaid('OVERPAID03', 'T3'));
    await run(LATER);
    expect(left('v3')).toBe('0 3000 0');
    await read(LATEST, stated({ trade_no: 'T1', type: 'refund', gross: '4.00' }));
    await run(LATEST);
    expect(left('v4')).toBe('0 3000 400');
  });

  it('names a difference only where too much was paid', async () => {
    const { store, out, read, run, rows, deviations } = await ground(engine);
    const shown = (version: string) =>
      rows('refunds-due', version).map((row) =>
        cells(row, 'order_no', 'owed_minor', 'findings', 'first_seen_at_utc'),
      );
    const orders = [
      ['OVERPAID01', '25000'],
      ['UNDERPAID1', '15000'],
      ['WRONGUNIT1', '2000000'],
    ] as const;
    const choices = orders.map(([orderNo], at) => ({ orderNo, tradeNo: `T${at}` }));
    const refusals = choices.map((choice) => halves(choice));
    await read(
      MORNING,
      ...refusals.map(([asked]) => asked),
      ...choices.map((choice, at) => callbackLine({ ...choice, amount: orders[at]![1] })),
      stated({ trade_no: 'T1', gross: '150.00' }),
    );
    await run(MORNING);
    expect(shown('v1')).toEqual([`OVERPAID01 5000 AMOUNT_MISMATCH ${MORNING}`]);

    await read(NOON, ...refusals.map(([, refusal]) => refusal));
    await run(NOON);
    const overpaid = `OVERPAID01 25000 AMOUNT_MISMATCH PAID_AFTER_REJECTION ${MORNING}`;
    expect(shown('v2')).toEqual([
      overpaid,
      `UNDERPAID1 15000 PAID_AFTER_REJECTION ${NOON}`,
      `WRONGUNIT1 2000000 PAID_AFTER_REJECTION ${NOON}`,
    ]);
    expect(await deviations()).toEqual([]);

    await publishedBefore(store, out);
    await run(NOON);
    expect(shown('v2')).toEqual([
      overpaid,
      `UNDERPAID1 15000 AMOUNT_MISMATCH PAID_AFTER_REJECTION ${MORNING}`,
      `WRONGUNIT1 2000000 AMOUNT_MISMATCH PAID_AFTER_REJECTION ${MORNING}`,
    ]);
    expect(await deviations()).toEqual([]);
  });
});

onEngines('columns of earlier versions', (engine) => {
  it('are described as the earlier program described them', async () => {
    const { store, out, read, run, meanings, deviations } = await ground(engine);
    const described = (version: string) => [
      meanings('stuck-orders', version)['stuck_reason'],
      meanings('daily-summary', version)['stated_orders'],
    ];
    await read(
      MORNING,
      payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' }),
      stated({ trade_no: 'T2', gross: '123.45' }),
    );
    await run(MORNING);
    const now = [
      'First that applies: paid_in_statement, unknown_status, processing, no_response, accepted',
      'Orders with a paid payment row that has a currency, whichever that is',
    ];
    expect(described('v1')).toEqual(now);

    await publishedBefore(store, out);
    await run(MORNING);
    expect(described('v1')).toEqual([
      'First that applies: unknown_status, processing, no_response, accepted',
      'Orders with a paid payment row, in any currency',
    ]);
    expect(await deviations()).toEqual([]);

    await read(NOON, LATE_CALLBACK);
    await run(LATER);
    expect(described('v2')).toEqual(now);
    expect(await deviations()).toEqual([]);
  });
});
