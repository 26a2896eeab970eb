import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Contest, inTurn, profileOf } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { AS_OF, type Day, dayOf, linesOf } from './days.ts';
import { runProgram } from './program.ts';
import { measureNight } from './program-steps.ts';

/** The share of orders that the provider lists. */
const LISTED = 0.96;

/** One row in so many has a fee, or an amount, that is a centavo off, or belongs to no order. */
const FEE_OFF = 701;
const AMOUNT_OFF = 1009;
const OF_NO_ORDER = 2003;

const SETTINGS = {
  map: {
    portal: {
      kind: 'statement',
      columns: {
        row: 'row_id',
        order: 'order_no',
        trade: 'trade_no',
        status: 'status',
        method: 'payment_method',
        currency: 'currency',
        gross: 'gross',
        fee: 'fee',
        net: 'net',
        time: 'completed_at',
        settled: 'settled_on',
        payout: 'payout_id',
      },
      words: { status: { Paid: 'paid', Open: 'pending' } },
    },
  },
  fees: ['BR', 'EG'].map((region) => ({ region, from: '2026-01-01', percent: '1', rounding: 'half-up' })),
};

/**
 * Runs one round of scenario statements: the same night over the same day, in a store without statements, and in one where
 * the provider's statement was read before. Both have the same settings. The first store then reads the statement too, and
 * its orders are judged again, as on the day after.
 */
export async function statementsRound(contest: Contest, round: number): Promise<void> {
  const { server, options, data, folder, note } = contest;
  const { orders } = options;
  const day = await dayOf(data, orders);
  const statement = await statementOf(day, orders);
  const config = join(folder('statement'), 'settings.yaml');
  writeFileSync(config, JSON.stringify(SETTINGS));
  const without = await createDatabase(server);
  const given = ['--config', config];
  await runProgram({ work: folder('ingest'), environment: without, options: given }, ['ingest', day.folder]);
  const stated = await createDatabase(server, without);
  await runProgram({ work: folder('ingest'), environment: stated, options: given }, ['ingest', statement]);
  const asOf = nightAfterNow();
  const measure = (
    what: 'night without statements' | 'night with statements' | 'night of a later statement',
    environment: typeof stated,
    work = folder('night'),
    at = asOf,
  ) => {
    const profile = profileOf(contest, `${what.replaceAll(' ', '-')}-${round}`);
    return measureNight(what, 'PostgreSQL', orders, { work, environment, options: given, profile }, at);
  };
  await inTurn(round, [
    async () => {
      const work = folder('night');
      note([await measure('night without statements', without, work)]);
      await runProgram({ work: folder('ingest'), environment: without, options: given }, [
        'ingest',
        statement,
      ]);
      note([await measure('night of a later statement', without, work, nightAfterNow())]);
    },
    async () => note([await measure('night with statements', stated)]),
  ]);
  for (const store of [without, stated]) await dropDatabase(server, store);
}

/** The usual as-of, or now where that is later: a statement is known from when it was read. */
function nightAfterNow(): string {
  const now = new Date().toISOString();
  return now > AS_OF ? now : AS_OF;
}

/**
 * The provider's statement of a day: each order that it accepted, until there are enough, with what was paid of it. The file
 * is created once and kept beside the day.
 */
async function statementOf(day: Day, orders: number): Promise<string> {
  const path = join(dirname(day.folder), `portal-${orders}.csv`);
  if (existsSync(path)) return path;
  const paid = new Map<string, string>();
  for (const file of day.callbacks) {
    for await (const line of linesOf(file)) {
      if (!line.includes('"status":"SUCCESS"')) continue;
      const [tradeNo, time] = [textOf(line, 'tradeNo'), textOf(line, 'transactionTime')];
      if (tradeNo !== undefined && time !== undefined) paid.set(tradeNo, time);
    }
  }
  const out = createWriteStream(`${path}.part`);
  out.write(`${Object.keys(SETTINGS.map.portal.columns).join(',')}\n`);
  const most = Math.round(orders * LISTED);
  let rows = 0;
  const listed = new Set<string>();
  for (const file of day.payIns) {
    for await (const line of linesOf(file)) {
      const tradeNo = textOf(line, 'tradeNo');
      if (rows === most || tradeNo === undefined || listed.has(tradeNo)) continue;
      listed.add(tradeNo);
      rows += 1;
      if (!out.write(`${rowOf(line, tradeNo, paid.get(tradeNo), rows)}\n`)) await once(out, 'drain');
    }
  }
  await finished(out.end());
  renameSync(`${path}.part`, path);
  return path;
}

function rowOf(line: string, tradeNo: string, paidAt: string | undefined, row: number): string {
  const currency = textOf(line, 'currency') ?? '';
  const amount = Number(/"amount":([\d.]+)/.exec(line)?.[1] ?? 0);
  // Brazil's amounts are in centavos.
  const asked = currency === 'BRL' ? amount : Math.round(amount * 100);
  const gross = row % AMOUNT_OFF === 0 ? asked + 1 : asked;
  const fee = Math.floor((gross + 50) / 100) + (row % FEE_OFF === 0 ? 1 : 0);
  const ofNone = row % OF_NO_ORDER === 0;
  return [
    `R${row}`,
    ofNone ? `NONE${row}` : textOf(line, 'orderNo'),
    ofNone ? `NONE${row}` : tradeNo,
    paidAt === undefined ? 'Open' : 'Paid',
    textOf(line, 'paymentMethod'),
    currency,
    ...[gross, fee, gross - fee].map((minor) => (minor / 100).toFixed(2)),
    paidAt ?? textOf(line, 'X-TIMESTAMP'),
    '2026-11-20',
    `PO-${currency}-${row % 20}`,
  ].join(',');
}

function textOf(line: string, name: string): string | undefined {
  return new RegExp(`"${name}":"([^"]*)"`).exec(line)?.[1];
}
