import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { onEngines } from '../support/engines.ts';
import { asSplit } from '../support/record-forms.ts';
import { payInLine, type RecordChoice } from '../support/records.ts';
import { type Ground, groundOf } from './facts.ts';
import type { CsvRow } from './scenario.ts';

const DATE = '2026-11-19';
const MORNING = '2026-11-20T12:00:00Z';

interface Half extends RecordChoice {
  /** UTC, on the date. */
  readonly clock: string;
  readonly code?: string;
}

const request = ({ clock, ...choice }: Half) => {
  const { request: asked } = JSON.parse(payInLine(choice));
  asked.headers['X-TIMESTAMP'] = `${DATE}T${clock}Z`;
  return JSON.stringify({ sentAt: `${DATE}T${clock}Z`, request: asked });
};
const response = ({ clock, code = '00', ...choice }: Half) => {
  const { response: answer } = JSON.parse(payInLine(choice));
  answer.headers['X-TIMESTAMP'] = `${DATE}T${clock}Z`;
  answer.body.transactionTime = `${DATE}T${clock}Z`;
  answer.body.code = code;
  return JSON.stringify({ receivedAt: `${DATE}T${clock}Z`, response: answer });
};

const rowsOf = (text: string): CsvRow[] => parse(text, { columns: true });

onEngines('requests and responses on lines of their own', (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = groundOf(await engine.open(), parseSettings({}));
  });
  afterAll(() => ground.leave());

  const reconcile = async (...files: string[][]) => {
    await ground.clear();
    await ground.read(...files);
    await ground.reconcile({ dates: [DATE], asOf: MORNING });
    return ground.facts();
  };
  const orders = async (...lines: string[]) =>
    rowsOf((await reconcile(lines))[`${DATE}/BR/orders.csv`] ?? '');

  it('of a simulated day give the facts that whole calls give, in whichever order they are read', async () => {
    const whole = [...dayLines({ date: DATE, seed: 5, orders: 300 })].map(({ line }) => line);
    const split = asSplit(whole);
    expect(split.length).toBeGreaterThan(whole.length * 1.3);
    const facts = await reconcile(whole);
    expect(await reconcile(split)).toEqual(facts);
    expect(await reconcile(split.toReversed())).toEqual(facts);
    expect(
      await reconcile(
        split.filter((line) => line.includes('"response"')),
        split,
      ),
    ).toEqual(facts);
    // Logged both ways: the call as a whole, and its response again.
    expect(
      await reconcile([...whole, ...split.filter((line) => line.startsWith('{"request"'))]),
    ).toBeDefined();
  });

  describe('are joined by their order', () => {
    it('a request waits for its response, whatever the other orders do', async () => {
      const rows = await orders(
        request({ clock: '10:00:00' }),
        request({ clock: '10:00:01', orderNo: 'ORDER00002' }),
        response({ clock: '10:00:02', orderNo: 'ORDER00002', tradeNo: 'T2' }),
      );
      expect(rows.map((row) => [row['order_no'], row['trade_no'], row['findings']])).toEqual([
        ['ORDER00001', '', 'CONTRACT_VIOLATION NO_RESPONSE STUCK_PROCESSING'],
        ['ORDER00002', 'T2', 'CONTRACT_VIOLATION STUCK_PROCESSING'],
      ]);
    });

    it('a retry’s response is not the first call’s: that one had none', async () => {
      const rows = await orders(
        request({ clock: '10:00:00' }),
        request({ clock: '10:10:00' }),
        response({ clock: '10:10:01' }),
      );
      // The order is judged by the call that was accepted: an hour after it, and the grace.
      expect(rows).toMatchObject([{ trade_no: 'T1', deadline_at_utc: `${DATE}T11:25:01Z` }]);
      expect(rows[0]!['findings']).not.toContain('NO_RESPONSE');
    });

    it('each call has its own response where two follow one another', async () => {
      const rows = await orders(
        request({ clock: '10:00:00' }),
        response({ clock: '10:00:01', code: '05' }),
        request({ clock: '10:10:00' }),
        response({ clock: '10:10:01', tradeNo: 'T2' }),
      );
      expect(rows).toMatchObject([{ trade_no: 'T2', requested_at_utc: `${DATE}T10:10:00Z` }]);
    });

    it('a response stamped in whole seconds answers the request of that second, whose time has milliseconds', async () => {
      const calls = [
        request({ clock: '10:00:00.700' }),
        response({ clock: '10:00:00', code: '05' }),
        request({ clock: '10:10:00.700' }),
        response({ clock: '10:10:00', tradeNo: 'T2' }),
      ];
      const answered = { trade_no: 'T2', requested_at_utc: `${DATE}T10:10:00Z`, outcome: 'STUCK' };
      expect(await orders(...calls)).toMatchObject([answered]);
      // A later response of the order does not take the place of its own.
      const [first, own] = [request({ clock: '10:00:00.700' }), response({ clock: '10:00:00' })];
      const [row] = await orders(first, own, response({ clock: '12:00:00', tradeNo: 'T9' }));
      expect(row).toMatchObject({ trade_no: 'T1', requested_at_utc: `${DATE}T10:00:00Z` });
      expect(row!['findings']).not.toContain('RESPONSE_MISMATCH');
    });

    it('a response is read as of its request: its amount by the request’s region, its time by when that was sent', async () => {
      const answer = JSON.parse(response({ clock: '10:00:01', currency: 'EGP' })).response;
      delete answer.headers;
      answer.body.money = { amount: 20000 };
      delete answer.body.channel;
      // UTC's reading is the only possible one, three hours before that of the request's zone.
      answer.body.transactionTime = `${DATE}T10:00:01`;
      const rows = await orders(request({ clock: '10:00:00' }), JSON.stringify({ response: answer }));
      expect(rows).toMatchObject([{ deadline_at_utc: `${DATE}T11:15:01Z` }]);
      expect(rows[0]!['findings']).toContain('OFFSET_DISAGREES');
      expect(rows[0]!['findings']).not.toContain('RESPONSE_MISMATCH');
    });

    it('a response whose clock is behind still belongs to the only request', async () => {
      const rows = await orders(request({ clock: '10:00:05' }), response({ clock: '10:00:03' }));
      expect(rows).toMatchObject([{ trade_no: 'T1', requested_at_utc: `${DATE}T10:00:05Z` }]);
      expect(rows[0]!['findings']).not.toContain('NO_RESPONSE');
    });

    it('an order of rejected calls only is REJECTED, and one with an unanswered call is not', async () => {
      const both = [
        request({ clock: '10:00:00' }),
        response({ clock: '10:00:01', code: '05' }),
        request({ clock: '10:10:00' }),
      ];
      expect(await orders(...both)).toMatchObject([{ outcome: 'STUCK' }]);
      expect(await orders(...both, response({ clock: '10:10:01', code: '06' }))).toMatchObject([
        { outcome: 'REJECTED' },
      ]);
    });

    it('a response without any request is a call of which no request was kept', async () => {
      const rows = await orders(response({ clock: '10:00:01' }));
      expect(rows).toMatchObject([
        { order_no: 'ORDER00001', trade_no: 'T1', requested_minor: '', outcome: 'STUCK' },
      ]);
      expect(rows[0]!['findings']).toContain('AMOUNT_UNREADABLE');
    });

    it('evidence after the as-of does not count: the request is then unanswered', async () => {
      await ground.clear();
      await ground.read([request({ clock: '10:00:00' }), response({ clock: '10:00:09' })]);
      await ground.reconcile({ dates: [DATE], asOf: `${DATE}T10:00:05Z` });
      expect(rowsOf(ground.facts()[`${DATE}/BR/orders.csv`]!)).toMatchObject([
        { findings: 'CONTRACT_VIOLATION NO_RESPONSE', outcome: 'PENDING' },
      ]);
    });
  });
});
