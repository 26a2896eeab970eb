/** Rows that somebody changed in the database: each is named by what no longer ties, to the order and the total. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Deviation } from '../../../src/books/verify/verified.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { DATE, EVIDENCE, feed, NOON, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { booksToVerify, states } from './books-to-verify.ts';

const BR = `${DATE}/BR`;
const FIRST = 'order ORDER00001 of merchant M0001';

interface Tampering {
  readonly about: string;
  readonly statement: string;
  /** What has to be told; each part of it as it stands. */
  readonly told: readonly Partial<Deviation>[];
  /** Whether a published version cannot be made any more as it was. */
  readonly changesReports: boolean;
}

const TAMPERINGS: readonly Tampering[] = [
  {
    about: 'what an order was paid',
    statement: `update order_rows set paid_minor = 30000 where order_no = 'ORDER00001'`,
    told: [
      {
        where: 'store',
        what: `payment T1 of ${FIRST}`,
        expected: 'the money of a callback',
        actual: 'BRL 30000',
      },
      { where: 'store', what: `facts of ${BR}/v1, SHA-256` },
      { where: `${BR}/v1/orders.csv`, line: 2, column: 'paid_minor', expected: '30000', actual: '20000' },
      { where: `${BR}/v1/manifest.json`, what: expect.stringMatching(/^totals\[\d\]\.paid_minor$/) },
    ],
    changesReports: true,
  },
  {
    about: 'what an order asked for',
    statement: `update order_rows set requested_minor = 1 where order_no = 'ORDER00001'`,
    told: [{ what: `requested of ${FIRST}`, expected: 'BRL 20000', actual: 'BRL 1' }],
    changesReports: true,
  },
  {
    about: "an order's outcome",
    statement: `update order_rows set outcome = 'ORPHAN' where order_no = 'ORDER00001'`,
    told: [{ what: `orphan callbacks of ${FIRST}`, expected: 'at least 1', actual: '0' }],
    changesReports: true,
  },
  {
    about: "an order's findings",
    statement: `update order_rows set findings = '' where order_no = 'ORDER00002' and until_run is null`,
    told: [{ what: 'findings of order ORDER00002 of merchant M0001', actual: 'none' }],
    changesReports: true,
  },
  {
    about: 'an order that is gone',
    statement: `delete from order_rows where order_no = 'ORDER00001'`,
    told: [
      { what: `results of ${FIRST}`, expected: '1', actual: '0' },
      { where: `${BR}/v1/orders.csv`, line: 2, what: expect.stringMatching(/a row too many/) },
    ],
    changesReports: true,
  },
  {
    about: 'an order that was put in',
    statement: `insert into order_rows (order_no, merchant_id, from_run, business_date, region, outcome, findings,
                  payments)
                values ('FORGED0001', 'M0001', 1, '${DATE}', 'BR', 'STUCK', '', 0)`,
    told: [
      {
        what: 'evidence of order FORGED0001 of merchant M0001',
        expected: 'a pay-in record',
        actual: 'none is stored',
      },
      { where: `${BR}/v1/orders.csv`, line: 2, what: expect.stringMatching(/a row is missing/) },
    ],
    changesReports: true,
  },
  {
    about: 'a result that holds twice at once',
    statement: `insert into order_rows (order_no, merchant_id, from_run, business_date, region, outcome, findings,
                  payments, requested_currency, requested_minor)
                select order_no, merchant_id, 2, business_date, region, 'STUCK', '', 0, 'BRL', 20000
                from order_rows where order_no = 'ORDER00001'`,
    told: [
      { what: `results of ${FIRST}`, expected: '1', actual: '2' },
      { what: `end of ${FIRST}, from run 1`, expected: 'after that run, at most run 2', actual: 'none' },
    ],
    changesReports: true,
  },
  {
    about: 'a payment that is gone',
    statement: `update order_rows set paid_date = null where order_no = 'ORDER00001'`,
    told: [
      { what: `payments of ${FIRST}`, expected: '0', actual: '1' },
      { what: `paid_minor of ${FIRST}`, expected: 'empty', actual: '20000' },
      { what: 'paid in BRL, of all orders', expected: '13000', actual: '33000' },
    ],
    changesReports: true,
  },
  {
    about: 'a payment that was put in',
    statement: `insert into separate_payments (order_no, merchant_id, payment, from_run, paid_date, business_date, region,
                  trade_no, currency, paid_minor, received_at, outcome)
                select order_no, merchant_id, 'forged', from_run, paid_date, business_date, region, 'T9', 'BRL', 5,
                  received_at, outcome
                from order_rows where order_no = 'ORDER00001'`,
    told: [
      { what: `payment T9 of ${FIRST}`, expected: 'the money of a callback', actual: 'BRL 5' },
      { what: `paid_minor of ${FIRST}`, expected: '20005', actual: '20000' },
      { what: 'paid in BRL, of all orders', expected: '33005', actual: '33000' },
    ],
    changesReports: true,
  },
  {
    about: 'a sum of payments that was changed',
    statement: `update payment_changes set payments = payments - 1, refunded_minor = 2 where region = 'EG'`,
    told: [
      {
        what: 'payments of M0002 by FAWRY on 2026-11-19 EG in EGP',
        expected: '1 payments, 15050 minor units, 0 refunded, 0 unreadable',
        actual: '0 payments, 15050 minor units, 2 refunded, 0 unreadable',
      },
    ],
    changesReports: false,
  },
  {
    about: 'a finding that is gone',
    statement: `delete from finding_rows where order_no = 'ORDER00004'`,
    told: [{ what: 'findings of order ORDER00004 of merchant M0001', expected: 'none' }],
    changesReports: true,
  },
  {
    about: 'a pay-in record that is gone',
    statement: `delete from pay_ins where order_no = 'ORDER00001'`,
    told: [
      {
        what: expect.stringMatching(/^records stored of source 1 \(.*day\.ndjson\)$/),
        expected: '6',
        actual: '5',
      },
      { what: `evidence of ${FIRST}`, expected: 'a pay-in record', actual: 'none is stored' },
    ],
    changesReports: false,
  },
  {
    about: "a record's money",
    statement: `update callbacks set amount_minor = 7 where order_no = 'ORDER00001'`,
    told: [{ what: `payment T1 of ${FIRST}`, actual: 'BRL 20000' }],
    changesReports: false,
  },
  {
    about: "a record's order",
    statement: `insert into callbacks
                select 'ORDER00009', merchant_id, logged_at, digest, region, trade_no, sub_merchant_id, payment_method,
                       status, currency, amount_minor, amount_text, transaction_time_text, completed_at, offset_source,
                       completed_impossible, received_at_text, timestamp_text, received_at, verified, ack,
                       time_unreadable, time_ambiguous, offset_disagrees, source_id, line
                from callbacks where order_no = 'ORDER00001';
                delete from callbacks where order_no = 'ORDER00001'`,
    told: [
      {
        what: expect.stringMatching(/^orders of callback [-0-9a-f]+ for order ORDER00009 of merchant M0001$/),
        expected: '1',
        actual: '0',
      },
    ],
    changesReports: false,
  },
  {
    about: 'a record that is kept under two orders',
    statement: `insert into callbacks
                select 'ORDER00002', merchant_id, logged_at, digest, region, trade_no, sub_merchant_id, payment_method,
                       status, currency, amount_minor, amount_text, transaction_time_text, completed_at, offset_source,
                       completed_impossible, received_at_text, timestamp_text, received_at, verified, ack,
                       time_unreadable, time_ambiguous, offset_disagrees, source_id, line
                from callbacks where order_no = 'ORDER00001'`,
    told: [
      {
        what: expect.stringMatching(/^callback [-0-9a-f]{36}$/),
        expected: 'stored once',
        actual: 'stored 2 times, of order ORDER00001 and of order ORDER00002',
      },
      { what: expect.stringMatching(/^records stored of source 1 /), expected: '6', actual: '7' },
    ],
    changesReports: false,
  },
  {
    about: "a source's counts, so that they tie",
    statement: `update sources set records = records + 1, accepted = accepted + 1 where source_id = 1`,
    told: [
      { what: expect.stringMatching(/^records stored of source 1 /), expected: '7', actual: '6' },
      { where: `${BR}/v2/manifest.json`, what: 'sources[0].accepted', expected: '7', actual: '6' },
    ],
    changesReports: true,
  },
  {
    about: "a source's counts, so that they do not tie",
    statement: `alter table sources drop constraint sources_tie;
                update sources set duplicate = 9 where source_id = 2`,
    told: [{ what: expect.stringMatching(/^records read of source 2 /), expected: '10', actual: '1' }],
    changesReports: true,
  },
  {
    about: 'a rejected line that is gone',
    statement: `delete from rejects`,
    told: [{ what: expect.stringMatching(/^lines rejected of source 1 /), expected: '1', actual: '0' }],
    changesReports: true,
  },
  {
    about: 'a version that the store has forgotten',
    statement: `delete from versions where region = 'BR' and version = 2`,
    told: [
      { where: `${BR}/v2`, what: 'unknown folder' },
      { where: `${BR}/latest`, expected: 'v1', actual: 'v2' },
    ],
    changesReports: false,
  },
  {
    about: "the digest of a version's facts",
    statement: `update versions set facts_sha256 = repeat('0', 64) where region = 'BR' and version = 1`,
    told: [{ what: `facts of ${BR}/v1, SHA-256`, expected: `${'0'.repeat(64)}, kept when it was published` }],
    changesReports: true,
  },
];

onEngines('verify names', (engine) => {
  it.each(TAMPERINGS)('$about', async ({ statement, told, changesReports }) => {
    const { store, look } = await booksToVerify(engine);
    await store.session((session) => session.script(statement));
    const results = await look();
    const found = deviationsOf(results);
    for (const part of told) expect(found).toContainEqual(expect.objectContaining(part));
    const ofVersions = results.filter(({ subject, state }) => /v\d$/.test(subject) && state === 'changed');
    expect(ofVersions.length > 0).toBe(changesReports);
    await store.session((session) =>
      session.script(
        `alter table sources drop constraint if exists sources_tie;
         update sources set records = accepted + duplicate + rejected;
         alter table sources add constraint sources_tie check (records = accepted + duplicate + rejected)`,
      ),
    );
  });
});

onEngines('the books', (engine) => {
  it('say how many records wait for a run, and tie without them', async () => {
    const { store, folder, look } = await booksToVerify(engine);
    const late = [
      payInLine({ orderNo: 'ORDER00008', tradeNo: 'T8' }),
      callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T9' }),
      callbackLine({ orderNo: 'ORDER00010', tradeNo: 'T1' }),
    ];
    await feed(store, join(folder, 'logs/later.ndjson'), late, NOON);
    const waiting = (await look()).find(({ subject }) => subject === 'books')!;
    expect(waiting).toMatchObject({ state: 'ok', deviations: [] });
    expect(waiting.remarks).toEqual([expect.stringMatching(/^3 records not judged yet/)]);
  });

  it('tie where only one region was asked for: a look is at all of them, and nothing waits', async () => {
    const { store, folder, out, look } = await booksToVerify(engine);
    const more = EVIDENCE.map((line) => line.replaceAll('ORDER0000', 'ORDER1000'));
    await feed(store, join(folder, 'logs/more.ndjson'), more, NOON);
    await publish(store, out, NOON, { region: 'EG' });
    const results = await look();
    expect(Object.values(states(results)).filter((state) => state !== 'ok')).toEqual([]);
    expect(results.at(-2)!.remarks).toEqual([]);
  });
});
