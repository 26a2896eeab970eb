/** New versions that are made from the files of the version before are what they are when they are written whole. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { runOf, scopeOf } from '../../../src/books/run/report-scope.ts';
import { freshSumsOf, sumsOf } from '../../../src/export/date-sums.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine, type RecordChoice } from '../../support/records.ts';
import { bytesBelow, DATE, NOON, publish, SETTINGS } from '../books.ts';
import { corrected, LATE, madeOfEarlier } from './corrected-books.ts';

const SPLICED = ['orders', 'payments', 'daily-summary', 'payments-summary', 'findings', 'stuck-orders'];
/** Names of the reports of sums that are made from the version before, and those whose bytes differ from the whole ones. */
async function summed(engine: Engine, more: readonly string[], late: readonly string[]) {
  const made = await corrected(engine, more, late);
  await publish(made.store, made.out, NOON);
  const spliced = await madeOfEarlier(made);
  const names = ['daily-summary', 'payments-summary'];
  return {
    made: names.filter((name) => spliced[name] !== undefined),
    differing: names.filter(
      (name) =>
        spliced[name] !== undefined &&
        spliced[name].text !== readFileSync(join(made.books, `v2/${name}.csv`), 'utf8'),
    ),
    rows: readFileSync(join(made.books, 'v2/daily-summary.csv'), 'utf8').split('\r\n').length - 2,
  };
}

onEngines('a new version', (engine) => {
  it('has reports of orders made from those of the version before, as if they were written whole', async () => {
    const made = await corrected(engine);
    await publish(made.store, made.out, NOON);
    const bytes = bytesBelow(join(made.books, 'v2'));
    const spliced = await madeOfEarlier(made);
    expect(Object.keys(spliced).sort()).toEqual([...SPLICED].sort());
    for (const name of SPLICED) {
      const whole = readFileSync(join(made.books, `v2/${name}.csv`), 'utf8');
      expect(whole).not.toBe(readFileSync(join(made.books, `v1/${name}.csv`), 'utf8'));
      expect(spliced[name]).toEqual({ text: whole, rows: whole.split('\r\n').length - 2 });
    }
    // A version that is missing is written again from the store alone.
    rmSync(join(made.books, 'v2'), { recursive: true });
    await publish(made.store, made.out, NOON);
    expect(bytesBelow(join(made.books, 'v2'))).toEqual(bytes);
  });

  it('has sums made from those of the version before, where these can be told', async () => {
    const both = ['daily-summary', 'payments-summary'];
    const of = (subMerchantId: string, choice: RecordChoice) =>
      payInLine(choice).replace(
        '"merchant":{',
        `"merchant":{"subMerchantId":${JSON.stringify(subMerchantId)},`,
      );
    // The only orphan is asked for after all, so that its row of sums ends, and so does that of its currency.
    const asked = [payInLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '700' })];
    expect(await summed(engine, [], asked)).toEqual({ made: both, differing: [], rows: 1 });
    const foreign = [
      callbackLine({ orderNo: 'ORDER00005', tradeNo: 'T5', currency: 'MXN', method: 'SPEI', amount: '9' }),
    ];
    // A row more.
    const other = [payInLine({ orderNo: 'OTHER', tradeNo: 'TO', merchantId: 'M0000' })];
    expect(await summed(engine, foreign, other)).toMatchObject({ made: ['payments-summary'], differing: [] });
    // An empty sub-merchant is none; two others look alike.
    const odd = [of('', { orderNo: 'E1', tradeNo: 'TE1' }), of('=1', { orderNo: 'E2', tradeNo: 'TE2' })];
    const empty = [...LATE, of('', { orderNo: 'E3', tradeNo: 'TE3' })];
    expect(await summed(engine, odd, empty)).toMatchObject({ made: both, differing: [] });
    const alike = [of("'=1", { orderNo: 'E4', tradeNo: 'TE4' })];
    expect(await summed(engine, odd.slice(1), alike)).toMatchObject({
      made: ['payments-summary'],
      differing: [],
    });
    const same = [of('=1', { orderNo: 'E5', tradeNo: 'TE5' })];
    expect(await summed(engine, odd.slice(1), same)).toMatchObject({ made: both, differing: [] });
  });

  it('has stored sums made from earlier ones, as if all orders were summed', async () => {
    const made = await corrected(engine);
    await publish(made.store, made.out, NOON);
    const rows = await made.store.session(async (session) => {
      const { rows: runs } = await sql<{ run_id: number }>`select max(run_id) as run_id from runs`.execute(
        session.db,
      );
      const scope = scopeOf(await runOf(session, SETTINGS, runs[0]!.run_id), DATE, 'BR');
      const { rows: stored } = await sql<{ runs: string }>`
        select count(distinct run_id) as runs from date_totals where region = 'BR'`.execute(session.db);
      const totalsOf = async (from: RawBuilder<unknown>) => {
        const found = await sql`
          select outcome, currency, paid_currency, is_paid, orders::text, requested_minor::text, paid_minor::text
          from ${from} order by 1, 2, 3, 4`.execute(session.db);
        return found.rows;
      };
      const kept = await totalsOf((await sumsOf(session, scope)).totals);
      return { stored: stored[0]!.runs, kept, fresh: await totalsOf(freshSumsOf(scope).totals) };
    });
    expect(rows.stored).toBe('2');
    expect(rows.kept).toEqual(rows.fresh);
    expect(rows.kept.length).toBeGreaterThan(2);
  });

  it.each([
    ['a row was changed', (v1: string) => change(join(v1, 'orders.csv'), 'MATCHED', 'MISSING')],
    ['a row was added', (v1: string) => appendFileSync(join(v1, 'payments.csv'), `${DATE},x,y\r\n`)],
    ['a file is gone', (v1: string) => rmSync(join(v1, 'orders.csv'))],
    ['the manifest is gone', (v1: string) => rmSync(join(v1, 'manifest.json'))],
    ['the manifest was changed', (v1: string) => change(join(v1, 'manifest.json'), '"rows": 2', '"rows": 3')],
    ['the manifest is no JSON', (v1: string) => writeFileSync(join(v1, 'manifest.json'), 'x')],
  ])('is what the store says where %s', async (_what, harm) => {
    const whole = await corrected(engine);
    await publish(whole.store, whole.out, NOON);
    const facts = (books: string) =>
      SPLICED.map((name) => readFileSync(join(books, `v2/${name}.csv`), 'utf8'));
    const expected = facts(whole.books);
    const harmed = await corrected(engine);
    harm(join(harmed.books, 'v1'));
    await publish(harmed.store, harmed.out, NOON);
    expect(facts(harmed.books)).toEqual(expected);
  });

  it('is written whole where the numbers of orders are written otherwise than they are', async () => {
    const odd = ['=SUM(A1)', 'A,B', 'A"B', "'A"].map((orderNo, index) =>
      payInLine({ orderNo, tradeNo: `TODD${index}` }),
    );
    const made = await corrected(engine, odd);
    await publish(made.store, made.out, NOON);
    const bytes = bytesBelow(join(made.books, 'v2'));
    rmSync(join(made.books, 'v2'), { recursive: true });
    await publish(made.store, made.out, NOON);
    expect(bytesBelow(join(made.books, 'v2'))).toEqual(bytes);
  });
});

function change(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}
