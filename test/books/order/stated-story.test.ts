/** What statements and the bank say of an order, in its story. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderStory } from '../../../src/books/order/order-story.ts';
import { readStories, storiesOf } from '../../../src/books/order/read-story.ts';
import { storyText } from '../../../src/books/order/story-text.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { feed, instant, MORNING, publish } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { BESIDE, fillStated, PAID, SETTINGS } from './stated-books.ts';

onEngines('the story of an order in a statement', (engine) => {
  let store: Store;
  let folder: string;
  const tell = async (orderNo: string, merchant?: string): Promise<OrderStory[]> => {
    const told = await store.session((session) => readStories(session, SETTINGS, orderNo, merchant));
    return JSON.parse(JSON.stringify(told).replaceAll(`${folder}/`, ''));
  };
  const eventsOf = async (orderNo: string, kind: string) =>
    (await tell(orderNo)).flatMap(({ events }) => events).filter((event) => event.kind === kind);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'payin-recon-stated-'));
    store = await engine.open();
    await fillStated(store, folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows its rows, their payouts and what the bank booked in time order', async () => {
    const [story] = await tell(PAID);
    const text = storyText(story!);
    expect(`${text.slice(text.indexOf('\n\nrequested'))}\n`).toBe(STATED_TEXT);
  });

  it('is shown to programs with the row that counts, and what each belongs to', async () => {
    expect(await eventsOf(PAID, 'statement')).toMatchObject([
      {
        ...{ at: '2026-11-19T13:06:00Z', date: null, rowId: 'R1', matched: null, findings: [] },
        ...{ replacedBy: { source: 'portal-2.csv', line: 2 }, money: { minor: '19900' } },
      },
      {
        ...{ rowId: 'R1', matched: 'payment', replacedBy: null, type: 'payment', status: 'paid' },
        ...{ countedAt: { orderNo: PAID, merchantId: 'M0001' }, payoutId: 'PO-20261120' },
        money: { currency: 'BRL', minor: '20000', major: '200.00', text: '200' },
        ...{ fee: { minor: '200' }, net: { minor: '19800' }, settledOn: '2026-11-20' },
      },
      // A date has begun in São Paulo three hours after it has in Greenwich.
      { rowId: 'R2', at: '2026-11-21T03:00:00Z', date: '2026-11-21', matched: 'order', type: 'refund' },
      { rowId: 'R9', matched: null, countedAt: null, replacedBy: null, readAt: '2026-11-22T13:00:00Z' },
    ]);
    expect(await eventsOf(PAID, 'payout')).toMatchObject([
      { payoutId: 'PO-20261120', money: { minor: '19800' }, rows: 1, isBooked: true },
      { payoutId: 'PO-20261121', money: { minor: '-5000' }, rows: 1, isBooked: false },
    ]);
    expect(await eventsOf(PAID, 'bank')).toMatchObject([
      { at: '2026-11-21T03:00:00Z', money: { minor: '19700' }, difference: { minor: '-100' } },
    ]);
  });

  it('has the rows of its own tradeNos only, also before a run has judged them', async () => {
    const rowIds = async (orderNo: string) =>
      (await eventsOf(orderNo, 'statement')).map((event) => 'rowId' in event && event.rowId);
    expect(await rowIds(PAID)).toEqual(['R1', 'R1', 'R2', 'R9']);
    expect(await rowIds(BESIDE)).toEqual(['R10']);
  });

  it('says where a row is counted by its tradeNo, and that a row belongs to no order', async () => {
    const [byTrade] = await tell('BYTRADE001');
    expect(storyText(byTrade!)).toContain('names order OTHER00009');
    expect(await tell('OTHER00009')).toEqual([]);
    const [lonely] = await tell('LONELY0001');
    expect(storyText(lonely!)).toMatch(
      /^Order LONELY0001 without a merchant\nNo order: known only by rows of statements\.\n/,
    );
    expect(storyText(lonely!)).toContain('belongs to no order');
  });

  it('hides payouts, which are of several merchants, from a reader of some merchants', async () => {
    const kinds = (merchants: readonly string[] | undefined) =>
      store.session((session) =>
        transaction(session, async () => {
          const [story] = await storiesOf(session, SETTINGS, PAID, merchants);
          return [...new Set(story?.events.map(({ kind }) => kind))];
        }),
      );
    expect(await kinds(undefined)).toEqual(expect.arrayContaining(['statement', 'payout', 'bank']));
    expect(await kinds(['M0001'])).toContain('statement');
    expect(await kinds(['M0001'])).not.toContain('payout');
    expect(await kinds(['M0001'])).not.toContain('bank');
  });

  it('hides a row without a merchant from a reader of some, until a run has counted it', async () => {
    const rowIds = (merchants: readonly string[] | undefined) =>
      store.session((session) =>
        transaction(session, async () => {
          const [story] = await storiesOf(session, SETTINGS, PAID, merchants);
          return story!.events.flatMap((event) => (event.kind === 'statement' ? [event.rowId] : []));
        }),
      );
    expect(await rowIds(undefined)).toContain('R9');
    expect(await rowIds(['M0001'])).not.toContain('R9');
    expect(await rowIds(['M0001'])).toContain('R1');
  });

  it('shows both rows without a merchant to a reader of some, where the later replaces the earlier', async () => {
    const own = await engine.open();
    const place = join(folder, 'replaced');
    mkdirSync(place);
    await feed(own, join(place, 'day.ndjson'), [
      payInLine({ orderNo: PAID, tradeNo: 'T1' }),
      callbackLine({ orderNo: PAID, tradeNo: 'T1' }),
    ]);
    for (const gross of ['199.00', '200.00']) {
      const rows = lines('row_id,order_no,gross,completed_at', `R1,${PAID},${gross},2026-11-19 10:06:00`);
      const path = write(place, `portal-${gross}.csv`, rows);
      await ingest(own, SETTINGS, { paths: [path], readAt: instant(MORNING) });
    }
    await publish(own, join(place, 'out'));
    const [story] = await own.session((session) =>
      transaction(session, () => storiesOf(session, SETTINGS, PAID, ['M0001'])),
    );
    const rows = story!.events.flatMap((event) => (event.kind === 'statement' ? [event.money.minor] : []));
    expect(rows.toSorted()).toEqual(['19900', '20000']);
  });

  it('leaves out payouts and bank rows of another region or currency with the identifier of its own', async () => {
    const own = await engine.open();
    const place = join(folder, 'namesakes');
    mkdirSync(place);
    const settings = parseSettings({ map: { portal: { kind: 'statement' }, bank: { kind: 'bank' } } });
    const orders = ['BRL', 'EGP', 'USD'].map((currency) => ({ currency, order: `NAMESAKE${currency}` }));
    await feed(own, join(place, 'day.ndjson'), [payInLine({ orderNo: 'NAMESAKEBRL', tradeNo: 'T1' })]);
    const portal = orders.map(
      ({ currency, order }) => `${order},${order},${currency},200,198,2026-11-19T13:06:00Z,2026-11-20,PO-1`,
    );
    const bank = orders.map(({ currency }) => `2026-11-21,198.00,${currency},PAYOUT PO-1`);
    const paths = [
      write(
        place,
        'portal.csv',
        lines('row_id,order_no,currency,gross,net,completed_at,settled_on,payout_id', ...portal),
      ),
      write(place, 'bank.csv', lines('booked_on,amount,currency,reference', ...bank)),
    ];
    await ingest(own, settings, { paths, readAt: instant(MORNING) });
    await publish(own, join(place, 'out'), '2026-11-22T12:00:00Z');
    const [story] = await own.session((session) => readStories(session, SETTINGS, 'NAMESAKEBRL', undefined));
    const ofPayouts = story!.events.filter(({ kind }) => kind === 'payout' || kind === 'bank');
    expect(ofPayouts).toMatchObject([
      { kind: 'payout', region: 'BR', money: { currency: 'BRL' }, isBooked: true },
      { kind: 'bank', reference: 'PAYOUT PO-1', money: { currency: 'BRL' } },
    ]);
    expect(ofPayouts).toHaveLength(2);
  });

  describe('whose source was withdrawn', () => {
    beforeAll(async () => {
      const decided = { who: 'ana', reason: 'wrong file', at: instant('2026-11-22T14:00:00Z') };
      await store.exclusively(() =>
        withdraw(store, SETTINGS, {
          ...{ source: 'portal-1.csv', ...decided, asOf: decided.at, out: join(folder, 'out') },
        }),
      );
    });

    it('shows them as withdrawn rows of statements, at the orders that they belonged to', async () => {
      expect(await eventsOf(PAID, 'withdrawal')).toMatchObject([
        { record: 'statement', type: 'payment', status: 'paid', money: { minor: '19900' } },
        { record: 'statement', type: 'refund', recordAt: '2026-11-20T10:00:00Z', who: 'ana' },
      ]);
      const [byTrade] = await tell('BYTRADE001');
      const text = storyText(byTrade!);
      expect(text).toMatch(/withdrawn statement row payment paid tradeNo T2 +BRL 100\.00 +portal-1\.csv:4/);
      expect(text).toContain('read at 2026-11-20T10:00:00Z');
      expect(text).not.toContain('withdrawn callback');
      const [lonely] = await tell('LONELY0001');
      expect(storyText(lonely!)).toContain('All evidence of it was withdrawn.');
    });
  });
});

const STATED_TEXT = `

requested                                               bank
|     statement                                         payout
|     paid  callback    expiry   deadline     payout    statement    as-of
o-1m--o-2s--o--58m59s---o--15m---o---12h39m---o---1d----o---1d09h----o
2026-11-19T13:05:00Z                              2026-11-22T12:00:00Z

When                  What                                             Amount                      Where
2026-11-19T13:05:00Z  request PIX                                      BRL 200.00 (sent as 20000)  day.ndjson:1
                        breaks response.body.channel.paymentUrl: mandatory (absent)
2026-11-19T13:05:01Z  response code 00 PROCESSING tradeNo T1                                       day.ndjson:1
2026-11-19T13:06:00Z  replaced statement row payment paid tradeNo T1   BRL 199.00                  portal-1.csv:2
                        replaced by the row at portal-2.csv:2
                        row R1
                        fee BRL 2.00, net BRL 198.00
                        settled on 2026-11-20, payout PO-20261120
                        read at 2026-11-20T10:00:00Z
2026-11-19T13:06:00Z  statement row payment paid tradeNo T1            BRL 200.00                  portal-2.csv:2
                        row R1
                        fee BRL 2.00, net BRL 198.00
                        settled on 2026-11-20, payout PO-20261120
                        read at 2026-11-20T11:00:00Z
2026-11-19T13:06:02Z  callback SUCCESS tradeNo T1 ack SUCCESS          BRL 200.00 (sent as 20000)  day.ndjson:2
                        completed 2026-11-19T13:06:00Z (offset in the text)
2026-11-19T14:05:01Z  expiry
2026-11-19T14:20:01Z  deadline: an unpaid order is stuck from here on
2026-11-20            payout PO-20261120                               BRL 198.00
                        of 1 statement row
2026-11-21            statement row refund paid tradeNo T1             BRL 50.00                   portal-1.csv:3
                        row R2
                        fee BRL 0.00, net BRL -50.00
                        settled on 2026-11-21, payout PO-20261121
                        read at 2026-11-20T10:00:00Z
2026-11-21            payout PO-20261121                               BRL -50.00
                        of 1 statement row
                        no bank row belongs to it
2026-11-21            bank row of payout PO-20261120                   BRL 197.00
                        reference PAYOUT PO-20261120
                        differs by BRL -1.00 from what is paid out
2026-11-21T12:00:00Z  statement row fee paid                                                       portal-3.csv:2
                        not judged yet
                        row R9
                        fee BRL 0.10
                        read at 2026-11-22T13:00:00Z
2026-11-22T12:00:00Z  verdict MATCHED                                  BRL 200.00 (sent as 20000)  run 1
                        new finding: CONTRACT_VIOLATION: expected the rules of the interface, is response.body.channel.paymentUrl: mandatory (absent)
                        published in 2026-11-19 BR v1
`;
