/** What runs made of statements, payouts and the bank, changed in the tables of results. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { feed, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { asked, paid, purgeBefore } from '../periods/purged-books.ts';
import {
  type Books,
  type Day,
  MONDAY,
  preparedBooks,
  TUESDAY,
  TUESDAYS,
  WEDNESDAY,
} from '../run/reported-books.ts';

const DECEMBER = '2026-12-02';

const statement = (payout: string, order: string, more: Readonly<Record<string, string>> = {}) => {
  const usual = { currency: 'BRL', gross: '200.00', fee: '2.00', net: '198.00', settled_on: WEDNESDAY };
  return JSON.stringify({
    statement: { merchant_id: 'M0001', order_no: order, payout_id: payout, ...usual, ...more },
  });
};
const bank = (amount: string, reference: string) =>
  JSON.stringify({ bank: { booked_on: WEDNESDAY, currency: 'BRL', amount, reference } });

const EVIDENCE = [
  statement('PO-1', 'TUESDAY002', { trade_no: 'U2' }),
  statement('PO-1', 'TUESDAY002', {
    trade_no: 'U2',
    type: 'refund',
    gross: '-50.00',
    fee: '0',
    net: '-50.00',
  }),
  statement('PO-2', 'TUESDAY003', { trade_no: 'U3' }),
  statement('PO-3', 'NOBODY0001', { gross: '300.00', net: '298.00' }),
  bank('148.00', 'PAYOUT PO-1'),
  bank('98.00', 'PO-2 A'),
  bank('100.00', 'PO-2 B'),
  bank('298.00', 'CREDIT'),
  bank('5.55', 'TED 1'),
];

/** Monday's order is in no statement. Tuesday's are in payouts, and one of them was paid twice. */
function stated(engine: Engine): Promise<Books> {
  const lines = [
    asked(MONDAY, 'MONDAY0001', 'M1'),
    paid(MONDAY, 'MONDAY0001', 'M1'),
    TUESDAYS,
    asked(TUESDAY, 'TUESDAY002', 'U2'),
    paid(TUESDAY, 'TUESDAY002', 'U2'),
    asked(TUESDAY, 'TUESDAY003', 'U3'),
    ...['U3', 'U4'].map((trade) => paid(TUESDAY, 'TUESDAY003', trade)),
  ];
  return preparedBooks(engine, 'stated', lines, async (books) => {
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), EVIDENCE, '2026-11-19T05:00:00Z');
    await books.reconcile(WEDNESDAY);
  });
}

async function found({ store, out }: Books): Promise<string[]> {
  const deviations = deviationsOf(await verify(store, SETTINGS, { dates: [], out }));
  return deviations.map(({ what, expected, actual }) => `${what}: ${expected}, not ${actual}`);
}

const PAYOUT = 'of BR in BRL';
const BOOKED = `bank rows in BRL on ${WEDNESDAY} with the reference`;

const TAMPERINGS: ReadonlyArray<readonly [statement: string, told: readonly string[]]> = [
  [
    `update payout_rows set rows = rows + 1 where payout_id = 'PO-1'`,
    [`rows of payout PO-1 ${PAYOUT}: 2, not 3`],
  ],
  [
    `update payout_rows set refunds_minor = refunds_minor + 1 where payout_id = 'PO-1'`,
    [`refunds_minor of payout PO-1 ${PAYOUT}: 5000, not 5001`],
  ],
  [
    `update payout_rows set net_minor = net_minor + case payout_id when 'PO-1' then 5 else -5 end
     where payout_id in ('PO-1', 'PO-2')`,
    [
      `net_minor of payout PO-1 ${PAYOUT}: 14800, not 14805`,
      `net_minor of payout PO-2 ${PAYOUT}: 19800, not 19795`,
    ],
  ],
  [
    `update payout_rows set settled_on = '2026-11-20' where payout_id = 'PO-1'`,
    [`settled_on of payout PO-1 ${PAYOUT}: ${WEDNESDAY}, not 2026-11-20`],
  ],
  [`delete from payout_rows where payout_id = 'PO-2'`, [`rows of payout PO-2 ${PAYOUT}: 1, not 0`]],
  [
    `update payout_rows set bank_minor = bank_minor + case payout_id when 'PO-1' then 5 else -5 end
     where payout_id in ('PO-1', 'PO-3')`,
    [
      `${BOOKED} PAYOUT PO-1: 1 of 1 readable, 14800, not 1 of 1 readable, 14805`,
      `${BOOKED} CREDIT: 1 of 1 readable, 29800, not 1 of 1 readable, 29795`,
    ],
  ],
  [
    `update payout_rows set bank_minor = bank_minor + 1 where payout_id = 'PO-2'`,
    ['amount of bank rows in BRL: 64955, not 64956'],
  ],
  [
    `update order_rows set fee_minor = fee_minor + 1 where order_no = 'TUESDAY002' and until_run is null`,
    ['fees stated by statements: 400, not 401', 'orders whose sums are not those of their rows: 0, not 1'],
  ],
  [
    `update order_rows set net_minor = net_minor + case order_no when 'TUESDAY002' then 5 else -5 end
     where order_no in ('TUESDAY002', 'TUESDAY003') and until_run is null`,
    ['orders whose sums are not those of their rows: 0, not 2'],
  ],
  [
    `update separate_payments set outcome = 'MATCHED' where until_run is null`,
    ['outcome of a payment of order TUESDAY003 of merchant M0001: MISMATCH, not MATCHED'],
  ],
];

onEngines('verify names of statements', (engine) => {
  it.each(TAMPERINGS)('%s', async (statement, told) => {
    const books = await stated(engine);
    expect(await found(books)).toEqual([]);
    await books.store.session((session) => session.script(statement));
    expect(await found(books)).toEqual(expect.arrayContaining([...told]));
  });

  it('what the bank booked, also after a purge', async () => {
    const books = await stated(engine);
    const later = EVIDENCE.map((line) => line.replaceAll(WEDNESDAY, DECEMBER).replaceAll('PO-', 'PX-'));
    await feed(books.store, join(books.out, '../logs/later.ndjson'), later, '2026-12-03T05:00:00Z');
    await books.reconcile(DECEMBER as Day, '2026-12-03T06:00:00Z');
    await purgeBefore(books.store, DECEMBER, { at: '2026-12-03T12:00:00Z' });
    const { rows } = await books.store.session(({ db }) =>
      sql<{ dates: number }>`select count(*)::integer as dates from purged_dates`.execute(db),
    );
    expect(rows[0]!.dates).toBeGreaterThan(0);
    expect(await found(books)).toEqual([]);
    await books.store.session(({ db }) =>
      sql`update payout_rows set bank_minor = bank_minor + 1 where coalesce(settled_on, booked_on) = ${DECEMBER}`.execute(
        db,
      ),
    );
    expect(await found(books)).toEqual(
      [
        'CREDIT: 1 of 1 readable, 29800, not 1 of 1 readable, 29801',
        'PAYOUT PX-1: 1 of 1 readable, 14800, not 1 of 1 readable, 14801',
        'TED 1: 1 of 1 readable, 555, not 1 of 1 readable, 556',
      ].map((told) => `bank rows in BRL on ${DECEMBER} with the reference ${told}`),
    );
  });
});
