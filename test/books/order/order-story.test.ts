/** One order's story, told to people and to programs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendDecisions } from '../../../src/audit/audit-trail.ts';
import type { OrderStory } from '../../../src/books/order/order-story.ts';
import { readStories } from '../../../src/books/order/read-story.ts';
import { storyText } from '../../../src/books/order/story-text.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import { feed, instant, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';

const RICH = 'RICH000001';
const TIMES = /"transactionTime":"[^"]*"/;

/** A request and, minutes after it, its response, on lines of their own. */
const split = (orderNo: string, tradeNo: string) => {
  const { sentAt, request, response } = JSON.parse(payInLine({ orderNo, tradeNo }));
  request.body.purpose = 'x'.repeat(65);
  return [
    JSON.stringify({ sentAt, request }),
    JSON.stringify({ receivedAt: '2026-11-19T13:05:02Z', response }),
  ];
};
const unverified = (line: string) => line.replace('"verified":true', '"verified":false');

/** What was known on the morning after: asked for, not paid; and what came in the afternoon. */
const FIRST = [
  ...split(RICH, 'TR1'),
  unverified(callbackLine({ orderNo: RICH, tradeNo: 'TR1', amount: '1', at: '2026-11-19T13:06:00Z' })),
];
const LATE = [
  // Less than was asked for, in local time without an offset.
  callbackLine({ orderNo: RICH, tradeNo: 'TR1', amount: '15000.0', at: '2026-11-20T13:00:00.25Z' }).replace(
    TIMES,
    '"transactionTime":"2026-11-20T09:59:00"',
  ),
  // The same payment under a number of which nothing was asked.
  callbackLine({
    orderNo: 'RICH00000X',
    tradeNo: 'TR1',
    amount: '15000',
    at: '2026-11-20T13:01:00Z',
  }).replace(TIMES, '"transactionTime":"2026-11-20T09:59:00"'),
];
const OTHERS = [
  payInLine({ orderNo: RICH, merchantId: 'M0009', tradeNo: 'TR9' }),
  unverified(callbackLine({ orderNo: 'NOBODY0001', tradeNo: 'TX', at: '2026-11-19T14:00:00Z' })),
  callbackLine({ orderNo: 'ORPHAN0001', tradeNo: 'TO', at: '2026-11-19T14:00:00Z' }),
  payInLine({ orderNo: 'ODD\u001b[2J01', tradeNo: 'TE' }),
  payInLine({ orderNo: 'LASTSECOND', tradeNo: 'TL' }).replace(
    TIMES,
    '"transactionTime":"9999-12-29T23:59:59Z"',
  ),
];

onEngines('the story of an order', (engine) => {
  let store: Store;
  let before: OrderStory[];
  let folder: string;
  /** With files as seen from the folder that they are in. */
  const tell = async (orderNo: string, merchant?: string): Promise<OrderStory[]> => {
    const told = await store.session((session) => readStories(session, SETTINGS, orderNo, merchant));
    return JSON.parse(JSON.stringify(told).replaceAll(`${folder}/`, ''));
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'payin-recon-story-'));
    store = await engine.open();
    await feed(store, join(folder, 'logs/day.ndjson'), [...FIRST, ...OTHERS]);
    before = await tell(RICH, 'M0001');
    await publish(store, join(folder, 'out'));
    await feed(store, join(folder, 'logs/late.ndjson'), LATE, '2026-11-20T14:00:00Z');
    await publish(store, join(folder, 'out'), '2026-11-20T15:00:00Z');
    await store.session((session) =>
      transaction(session, () =>
        appendDecisions(session, [
          {
            at: instant('2026-11-20T16:00:00Z'),
            who: 'ana',
            action: 'resolve',
            merchantId: 'M0001',
            orderNo: RICH,
            code: 'AMOUNT_MISMATCH',
            reason: 'agreed with the \u001b[31mcustomer',
            before: { state: 'open' },
            after: { state: 'resolved' },
          },
          { at: instant('2026-11-20T16:01:00Z'), who: 'ana', action: 'close', region: 'BR' },
        ]),
      ),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is told whole: records with their places, verdicts with what came and went, decisions', async () => {
    const [story] = await tell(RICH, 'M0001');
    expect(`\n${storyText(story!)}\n`).toBe(RICH_TEXT);
  });

  it('says in a sentence why it is stuck, in the local time of its region', async () => {
    const [story] = await tell(RICH, 'M0009');
    const why =
      'requested at 10:05, accepted by the service, no callback was logged since; the payer had until 11:05';
    expect(story!.verdict).toMatchObject({ outcome: 'STUCK', explanation: why, zone: 'America/Sao_Paulo' });
    const text = storyText(story!);
    expect(text).toContain(`\nR${why.slice(1)} (America/Sao_Paulo).\n`);
    expect(text).toContain('by 2026-11-19T14:20:01Z; accepted by the service, no callback was logged since');
    expect(text).not.toMatch(/is accepted|STUCK accepted/);
    expect((await tell(RICH, 'M0001'))[0]!.verdict).toMatchObject({ outcome: 'MISMATCH', explanation: null });
    const listed = readCsv(join(folder, 'out/2026-11-19/BR/v1/stuck-orders.csv'));
    expect(listed.filter(({ order_no }) => order_no === RICH).map((row) => row['explanation'])).toEqual([
      'requested at 10:05, only callbacks that could not be verified were logged since; the payer had until 11:05',
      why,
    ]);
  });

  it('is told to programs with instants in UTC, money as text, and what each record was counted at', async () => {
    const [story] = await tell(RICH, 'M0001');
    expect(story).toMatchObject({
      orderNo: RICH,
      merchantId: 'M0001',
      asOf: '2026-11-20T15:00:00Z',
      verdict: {
        outcome: 'MISMATCH',
        stuckReason: null,
        businessDate: '2026-11-19',
        region: 'BR',
        requested: { currency: 'BRL', minor: '20000', major: '200.00', text: '20000' },
        paid: { currency: 'BRL', minor: '15000', major: '150.00' },
        difference: { currency: 'BRL', minor: '-5000', major: '-50.00', text: null },
      },
      payments: [{ tradeNo: 'TR1', paidAt: '2026-11-20T12:59:00Z', paidDate: '2026-11-20' }],
    });
    expect(story!.events.map(({ kind, at }) => [kind, at])).toEqual([
      ['request', '2026-11-19T13:05:00Z'],
      ['response', '2026-11-19T13:05:01Z'],
      ['callback', '2026-11-19T13:06:00Z'],
      ['expiry', '2026-11-19T14:05:01Z'],
      ['deadline', '2026-11-19T14:20:01Z'],
      ['verdict', '2026-11-20T12:00:00Z'],
      ['callback', '2026-11-20T13:00:00.25Z'],
      ['callback', '2026-11-20T13:01:00Z'],
      ['verdict', '2026-11-20T15:00:00Z'],
      ['decision', '2026-11-20T16:00:00Z'],
    ]);
    const callbacks = story!.events.filter((event) => event.kind === 'callback');
    expect(callbacks).toMatchObject([
      { attribution: 'unverified', countedAt: null, verified: false },
      { attribution: 'own', offsetSource: 'region', completedAt: '2026-11-20T12:59:00Z' },
      {
        attribution: 'trade-no',
        names: { orderNo: 'RICH00000X', merchantId: 'M0001' },
        countedAt: { orderNo: RICH, merchantId: 'M0001' },
        place: { source: 'logs/late.ndjson', line: 2 },
      },
    ]);
    expect(JSON.stringify(story)).not.toContain('12345678901');
  });

  it('is told before any run, too', () => {
    const [story] = before;
    expect(story).toMatchObject({ verdict: null, asOf: null, payments: [] });
    expect(storyText(story!)).toContain(`Order ${RICH} of merchant M0001\nNot reconciled yet.\n\nrequested`);
  });

  it('is told for every merchant that uses the number', async () => {
    expect((await tell(RICH)).map(({ merchantId }) => merchantId)).toEqual(['M0001', 'M0009']);
    const [other] = await tell(RICH, 'M0009');
    const kinds = other!.events.map(({ kind }) => kind);
    expect(kinds).toEqual(['request', 'response', 'expiry', 'deadline', 'verdict', 'horizon']);
    expect(other!.events.at(-1)).toEqual({ kind: 'horizon', at: '2026-11-26T14:20:01Z' });
    expect(await tell(RICH, 'm0009')).toEqual([]);
  });

  describe('of what is no order', () => {
    it('says that a stray is counted at another order, and at which', async () => {
      const [story] = await tell('RICH00000X');
      const text = storyText(story!);
      expect(text).toContain(
        `No order of its own: what bears this number is counted, by its tradeNo, at order ${RICH} of merchant M0001.`,
      );
      expect(story!.events).toMatchObject([
        { kind: 'callback', attribution: 'elsewhere', countedAt: { orderNo: RICH, merchantId: 'M0001' } },
      ]);
    });

    it('says that a callback was not verified', async () => {
      const [story] = await tell('NOBODY0001');
      expect(storyText(story!)).toContain('\nNo order: known only by a callback that was not verified.\n');
      expect(story!.verdict).toBeNull();
    });

    it('is an orphan, which is one, with its verdict', async () => {
      const [story] = await tell('ORPHAN0001');
      expect(story!.verdict).toMatchObject({ outcome: 'ORPHAN', findings: ['ORPHAN_CALLBACK'] });
    });

    it('is nothing where nothing is known', async () => {
      expect(await tell('UNKNOWN001')).toEqual([]);
    });
  });

  it('ends with the year 9999, also where the horizon would be after it', async () => {
    const [story] = await tell('LASTSECOND');
    const limits = story!.events.filter(({ kind }) => ['expiry', 'deadline', 'horizon'].includes(kind));
    expect(limits.map(({ at }) => at)).toEqual([
      '9999-12-30T00:59:59Z',
      '9999-12-30T01:14:59Z',
      '9999-12-31T23:59:59Z',
    ]);
    expect(storyText(story!)).toContain('9999-12-31T23:59:59Z');
  });

  it('shows control characters of a log as escapes', async () => {
    const [story] = await tell('ODD\u001b[2J01');
    expect(story!.orderNo).toBe('ODD\u001b[2J01');
    expect(storyText(story!)).toContain('Order ODD\\u001b[2J01 of merchant M0001\n');
    expect(storyText(story!)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

const RICH_TEXT = `
Order RICH000001 of merchant M0001
MISMATCH (AMOUNT_MISMATCH CONTRACT_VIOLATION KEY_MISMATCH PAID_AFTER_EXPIRY UNVERIFIED_CALLBACK), business date 2026-11-19, region BR
Requested BRL 200.00 (sent as 20000), paid BRL 150.00 (sent as 15000.0), difference BRL -50.00
Payment BRL 150.00, PIX, tradeNo TR1, at 2026-11-20T12:59:00Z, paid date 2026-11-20

requested
|    unverified callback                 callback
|    |          expiry  deadline    paid |      callback   as-of
o-1m-o--59m01s--o--15m--o--22h38m---o-1m-o-59s--o--1h59m---o
2026-11-19T13:05:00Z                    2026-11-20T15:00:00Z

When                  What                                             Amount                        Where
2026-11-19T13:05:00Z  request PIX                                      BRL 200.00 (sent as 20000)    logs/day.ndjson:1
                        breaks request.body.purpose: at most 64 characters (string of 65 characters)
2026-11-19T13:05:01Z  response code 00 PROCESSING tradeNo TR1                                        logs/day.ndjson:2
                        answers the request at logs/day.ndjson:1
                        breaks response.body.channel.paymentUrl: mandatory (absent)
2026-11-19T13:06:00Z  callback SUCCESS tradeNo TR1 ack SUCCESS         BRL 0.01 (sent as 1)          logs/day.ndjson:3
                        NOT VERIFIED, decides nothing
                        completed 2026-11-19T13:06:00Z (offset in the text)
2026-11-19T14:05:01Z  expiry
2026-11-19T14:20:01Z  deadline: an unpaid order is stuck from here on
2026-11-20T12:00:00Z  verdict STUCK                                                                  run 1
                        new finding: CONTRACT_VIOLATION: expected the rules of the interface, is request.body.purpose: at most 64 characters (string of 65 characters); response.body.channel.paymentUrl: mandatory (absent)
                        new finding: STUCK_PROCESSING: expected a result by 2026-11-19T14:20:01Z; only callbacks that could not be verified were logged since
                        new finding: UNVERIFIED_CALLBACK: expected callbacks with a valid signature, is 1 callback with verified: false
                        published in 2026-11-19 BR v1
2026-11-20T13:00:00Z  callback SUCCESS tradeNo TR1 ack SUCCESS         BRL 150.00 (sent as 15000.0)  logs/late.ndjson:1
                        completed 2026-11-20T12:59:00Z (no offset, read by the region's zone)
2026-11-20T13:01:00Z  callback SUCCESS tradeNo TR1 ack SUCCESS         BRL 150.00 (sent as 15000)    logs/late.ndjson:2
                        names order RICH00000X of merchant M0001
                        counted here by its tradeNo
                        completed 2026-11-20T12:59:00Z (no offset, read by the region's zone)
2026-11-20T15:00:00Z  verdict MISMATCH                                 BRL 150.00 (sent as 15000.0)  run 2
                        before: STUCK
                        new finding: AMOUNT_MISMATCH: underpaid, expected BRL 200.00, is BRL 150.00
                        new finding: KEY_MISMATCH: expected callbacks under the key of the order, is 1 callback attributed by tradeNo
                        new finding: PAID_AFTER_EXPIRY: expected paid by 2026-11-19T14:05:01Z, is 2026-11-20T12:59:00Z
                        no longer: STUCK_PROCESSING
                        published in 2026-11-19 BR v2
2026-11-20T16:00:00Z  decision: resolve AMOUNT_MISMATCH by ana                                       audit entry 1
                        because: agreed with the \\u001b[31mcustomer
                        before: {"state":"open"}
                        after: {"state":"resolved"}
`;
