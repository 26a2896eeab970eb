/** The adjustments of a closed date of statements add up with what was published to what is known. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { feed } from '../../export/books.ts';
import { lines } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { MONDAY, on, THURSDAY, WEDNESDAY } from '../run/reported-books.ts';
import { addsUp, adjustmentsOf, sumOf } from './adds-up.ts';
import { withdrawn } from './closed-books.ts';
import { BANK, closed, HEAD, KNOWN, LATE, LATER, TYPED_HEAD } from './stated-periods.ts';

onEngines('the adjustments of a closed date of statements', (engine) => {
  it('add up with what is corrected, withdrawn or finds its order, each against what was told of it', async () => {
    const made = await closed(engine);
    const corrected = lines(HEAD, `R1,ELSEWHERE1,X1,M0001,120,1,119,${MONDAY} 10:00:00,${MONDAY},PO-1`);
    await made.read('portal-3.csv', corrected, `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    await addsUp(made, 'a row is corrected');
    await made.read('portal-2.csv', LATE, '2026-11-19T06:10:00Z');
    await made.read('bank.csv', BANK, '2026-11-19T06:10:00Z');
    await made.reconcile([THURSDAY], '2026-11-19T06:20:00Z');
    await addsUp(made, 'rows are late');
    const order = payInLine({ orderNo: 'LATECOMER1', tradeNo: 'X3', at: `${MONDAY}T13:05:00Z` });
    await feed(made.store, join(made.out, '../late.ndjson'), [on(MONDAY, order)], '2026-11-19T06:40:00Z');
    await made.reconcile([THURSDAY], LATER);
    await addsUp(made, 'a row finds its order');
    for (const [source, at] of [
      ['portal-2.csv', '2026-11-19T08:00:00Z'],
      ['bank.csv', '2026-11-19T09:00:00Z'],
    ] as const) {
      await withdrawn(made, source, at, SETTINGS);
      await made.reconcile([THURSDAY], at);
      await addsUp(made, `${source} is withdrawn`);
    }
    const { rows } = made;
    const change = (column: string) =>
      sumOf(adjustmentsOf(rows(THURSDAY, 'adjustments'), `payout.${column}`));
    expect([change('net_minor'), change('bank_minor')]).toEqual([2000, 0]);
  });

  it('add up with refunds, chargebacks, fees and failed rows of an order, which no sum of the order has', async () => {
    const ofMonday = (row: string, hour: number) => `${row},${MONDAY} ${hour}:30:00,,`;
    const made = await closed(
      engine,
      lines(
        TYPED_HEAD,
        ofMonday('R1,refund,paid,MONDAY0001,M1,M0001,7,0,-7', 11),
        ofMonday('R2,refund,paid,LATECOMER1,X3,M0001,30,0,-30', 12),
        ofMonday('R3,payment,paid,LATECOMER1,X3,M0001,70,1,69', 13),
      ),
    );
    const late = lines(
      TYPED_HEAD,
      ofMonday('R4,chargeback,paid,MONDAY0001,M1,M0001,100,5,-105', 14),
      ofMonday('R5,fee,paid,,M1,,,3,', 15),
      ofMonday('R6,payment,failed,MONDAY0001,M1,M0001,60,0,60', 16),
      ofMonday('R7,payment,paid,MONDAY0001,M1,M0001,150,1,149', 17),
    );
    await made.read('portal-2.csv', late, `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    await addsUp(made, 'rows are late');
    const changes = () =>
      made
        .rows(THURSDAY, 'adjustments')
        .map((row) => `${row['field']}: ${row['previous']} -> ${row['current']}`);
    expect(changes()).toContain('stated_minor:  -> 15000');
    expect(changes()).toContain('statement.gross_minor:  -> 10000');
    expect(changes()).toContain('statement.fee_minor:  -> 300');
    expect(changes()).not.toContain('statement.gross_minor:  -> 15000');

    const corrected = lines(TYPED_HEAD, ofMonday('R1,refund,paid,MONDAY0001,M1,M0001,9,0,-9', 11));
    await made.read('portal-3.csv', corrected, '2026-11-19T06:10:00Z');
    await made.reconcile([THURSDAY], '2026-11-19T06:20:00Z');
    await addsUp(made, 'a refund is corrected');

    const order = payInLine({ orderNo: 'LATECOMER1', tradeNo: 'X3', at: `${MONDAY}T13:05:00Z` });
    await feed(made.store, join(made.out, '../late.ndjson'), [on(MONDAY, order)], '2026-11-19T06:40:00Z');
    await made.reconcile([THURSDAY], LATER);
    await addsUp(made, 'rows find their order');
    expect(changes()).toContain('statement.matched: none -> order');
    const verified = await verify(made.store, SETTINGS, { dates: [MONDAY, THURSDAY], out: made.out });
    expect(deviationsOf(verified)).toEqual([]);
  });

  it('add up with rows in another currency than the latest of their order, which its sums do not have', async () => {
    const made = await closed(engine, lines(HEAD, `R1,MONDAY0001,M1,M0001,200,1,199,${MONDAY} 11:30:00,,`));
    const row = (id: string, gross: number, hour: number, currency?: string) =>
      JSON.stringify({
        statement: {
          ...{
            row_id: id,
            order_no: 'MONDAY0001',
            trade_no: 'M1',
            merchant_id: 'M0001',
            payment_method: 'PIX',
          },
          ...{ gross, fee: 1, net: gross - 1, currency, completed_at: `${MONDAY}T${hour}:30:00-03:00` },
        },
      });
    await made.read('usd-1.ndjson', lines(row('R2', 40, 10, 'USD')), `${WEDNESDAY}T10:00:00Z`);
    await made.reconcile([THURSDAY], KNOWN);
    await addsUp(made, 'an earlier row is late');
    const changes = () =>
      made
        .rows(THURSDAY, 'adjustments')
        .map((change) => `${change['item']!.split(' ')[0]} ${change['field']}: ${change['current']}`)
        .filter((change) => change.includes('gross_minor') || change.includes('stated_minor'));
    expect(changes()).toEqual(['R2 statement.gross_minor: 4000']);

    await made.read('usd-2.ndjson', lines(row('R3', 30, 12, 'USD')), '2026-11-19T06:10:00Z');
    await made.reconcile([THURSDAY], '2026-11-19T06:20:00Z');
    await addsUp(made, 'the latest row is late');
    expect(changes().slice(1)).toEqual([
      ' stated_minor: 7000',
      'R1 statement.gross_minor: 20000',
      'R2 statement.gross_minor: ',
    ]);

    await made.read('usd-3.ndjson', lines(row('R3', 30, 12)), LATER);
    await made.reconcile([THURSDAY], LATER);
    await addsUp(made, 'the latest row has no currency');
  });
});
