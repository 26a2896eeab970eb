import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PROGRAM, run } from '../cli/command.ts';
import { bytesBelow } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AFTER, type GeneratedMonth, SETTINGS, STEPS, writeMonth } from './generated-month.ts';
import * as accounts from './month-accounts.ts';
import { FIRST, LAST } from './month-orders.ts';
import { isInMonth, rowsAfterClose, sumBy, type Truth, truths } from './month-truth.ts';

const CLOCK = fileURLToPath(new URL('../docs/fixed-clock.ts', import.meta.url));
const MONTH = [FIRST, LAST] as const;
const FIRST_SEED = Number(process.env['TEST_SEED'] ?? 1);
const SEEDS = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);

/** Statement findings of faults that make a difference between what was notified and what is stated. */
const NOT_AS_NOTIFIED = ['lost-callback', 'not-stated', 'other-amount', 'stated-failed', 'stated-twice'];
const COLUMNS = ['requested', 'paid', 'stated', 'fee', 'net'] as const;

type Books = accounts.Accounts;
type Command = (at: string, words: readonly string[]) => Promise<string>;

/** Reads and judges the month: in three steps, or in two where nothing was read while rows were still wrong. */
async function readMonth(command: Command, seed: number): Promise<void> {
  const steps = seed % 2 === 1 ? [2, 4, 5] : [4, 5];
  let [from, read] = ['2026-10-31', 0];
  for (const last of steps) {
    const at = STEPS[last - 1]!;
    const to = at.slice(0, 10);
    const folders = ['1', '2', '3', '4', '5'].slice(read, last);
    await command(at, ['reconcile', '--from', from, '--to', to, '--region', 'BR', '--in', ...folders]);
    [from, read] = [to, last];
  }
}

/** Every bridge has to tie, row by row and in sum. */
function tied(bridge: accounts.Bridge): accounts.Bridge {
  expect(bridge).toMatchObject({ unnamed: [], idle: [], unexplained: 0n });
  return bridge;
}

/** From what was requested to what was booked, and no difference without a name. */
function checkBridges(books: Books, { bank }: GeneratedMonth, known: readonly Truth[]): void {
  const own = known.filter(isInMonth);
  const sum = (column: (typeof COLUMNS)[number]) => BigInt(sumBy(own, (one) => one[column]));
  const ordersWith = (isOne: (one: Truth) => boolean) => own.filter(isOne).map(({ orderNo }) => orderNo);

  const notified = tied(accounts.requestedToNotified(books, MONTH));
  expect([notified.from, notified.to]).toEqual([sum('requested'), sum('paid')]);
  expect(Object.keys(notified.named).sort()).toEqual(ordersWith((one) => one.requested !== one.paid).sort());

  const stated = tied(accounts.notifiedToStated(books, MONTH));
  expect([stated.from, stated.to]).toEqual([sum('paid'), sum('stated')]);
  const notAsNotified = ordersWith(({ fault }) => NOT_AS_NOTIFIED.includes(fault));
  expect(Object.keys(stated.named).sort()).toEqual(notAsNotified.sort());

  for (const column of ['gross', 'fee', 'net'] as const) {
    const statement = tied(accounts.statedToStatement(books, MONTH, column));
    expect(statement.from).toBe(sum(column === 'gross' ? 'stated' : column));
    const unknown = Object.values(statement.named).filter((name) => name.startsWith('matched none'));
    expect(unknown).toHaveLength(3);
  }
  expect(Object.keys(tied(accounts.statementToPayouts(books)).named)).toHaveLength(2);
  expect(tied(accounts.payoutsToBank(books)).named).toEqual({
    [bank.short.payoutId]: `difference ${bank.short.minor}`,
    [bank.missing.payoutId]: `not booked ${bank.missing.minor}`,
    [bank.tooMuch.reference]: `no payout ${bank.tooMuch.minor}`,
  });
  expect(Object.keys(tied(accounts.expectedToCharged(books)).named)).toHaveLength(3);
}

/** Each planted fault has its findings, and nothing else has one. */
function checkFindings(books: Books, { rows }: GeneratedMonth, known: readonly Truth[]): void {
  const expected = known.map(({ orderNo, findings }) => [orderNo, findings.join(' ')]);
  const shown = books.rows('orders').map((row) => {
    const codes = row['findings']!.split(' ').filter((code) => code !== '');
    expect([row['order_no'], codes.includes('STUCK_PROCESSING')]).toEqual([
      row['order_no'],
      row['outcome'] === 'STUCK',
    ]);
    return [row['order_no'], codes.filter((code) => code !== 'STUCK_PROCESSING').join(' ')];
  });
  expect(shown.sort()).toEqual(expected.sort());

  const statement = books.rows('statement');
  expect(statement.map((row) => row['row_id']).sort()).toEqual(rows.map(({ rowId }) => rowId).sort());
  const byOrder = new Map(known.map((one) => [one.orderNo, one.findings]));
  for (const row of statement) {
    const codes = row['findings']!.split(' ').filter((code) => code !== '');
    const own = row['matched'] === 'none' ? [] : byOrder.get(row['order_no']!);
    expect(own, row['row_id']).toEqual(expect.arrayContaining(codes));
  }
  expect(statement.filter((row) => row['matched'] === 'none')).toHaveLength(4);
}

/** What is owed to payers, by the list and by the roll-forward, and the fees of the month by merchant. */
function checkOwedAndFees(books: Books, known: readonly Truth[]): void {
  const last = STEPS.at(-1)!.slice(0, 10);
  const left = known.filter((one) => one.left > 0).map((one) => [one.orderNo, String(one.left)]);
  const due = books.rows('refunds-due', last, last);
  expect(due.map((row) => [row['order_no'], row['left_minor']]).sort()).toEqual(left.sort());
  const [closing] = books.rows('roll-forward', last, last);
  expect(closing?.['owed_closing_minor']).toBe(String(sumBy(known, (one) => one.left)));
  for (const row of books.rows('roll-forward')) {
    const minor = (name: string) => accounts.minorOf(row, `${name}_minor`);
    const gone = ['paid', 'rejected', 'failed', 'expired', 'reversed'].reduce(
      (sum, one) => sum + minor(one),
      0n,
    );
    expect(minor('opening') + minor('requested') - gone, row['date']).toBe(minor('closing'));
    const owed = minor('owed_opening') + minor('owed_new') - minor('owed_returned');
    expect(owed, row['date']).toBe(minor('owed_closing'));
  }

  const charged = books.rows('statement', ...MONTH).filter((row) => row['type'] === 'payment');
  const fees = books.rows('fees', LAST, LAST);
  expect(accounts.sumOf(fees, 'charged_minor')).toBe(accounts.sumOf(charged, 'fee_minor'));
  expect(accounts.sumOf(fees, 'expected_minor')).toBe(
    accounts.sumOf(
      charged.filter((row) => row['status'] === 'paid'),
      'expected_fee_minor',
    ),
  );
  expect(accounts.sumOf(fees, 'other_fees_minor')).toBe(990n);
}

/** What was published of the closed month, and the adjustments, add up to what is known now. */
function checkAdjustments(books: Books, month: GeneratedMonth): void {
  const { orderNo: late } = month.deliveredLate.order;
  const minor = sumBy(month.deliveredLate.payments, (one) => one.minor);
  const now = truths(month, rowsAfterClose(month))
    .filter(isInMonth)
    .map((one) => (one.orderNo === late ? { ...one, paid: minor } : one));
  const published = books.rows('orders', ...MONTH);
  const rows = books.rows('adjustments').filter((row) => row['business_date']! <= LAST);
  for (const column of COLUMNS) {
    const own = rows.filter((row) => row['field'] === `${column}_minor`);
    const change = accounts.sumOf(own, 'current') - accounts.sumOf(own, 'previous');
    const known = BigInt(sumBy(now, (one) => one[column]));
    expect(accounts.sumOf(published, `${column}_minor`) + change, column).toBe(known);
  }

  const isMoney = (row: Readonly<Record<string, string>>) => /^(paid|stated)_minor$/.test(row['field']!);
  const changed = now.filter(
    ({ orderNo, fault, nth }) =>
      orderNo === late || fault === 'not-stated' || (fault === 'other-amount' && nth < 2),
  );
  const ordersOf = (few: typeof rows) => [...new Set(few.map((row) => row['order_no']!))].sort();
  expect(ordersOf(rows.filter(isMoney))).toEqual(changed.map(({ orderNo }) => orderNo).sort());
  // Each of them has lost the finding that named its difference.
  for (const { orderNo } of changed) {
    const findings = rows.find((row) => row['order_no'] === orderNo && row['field'] === 'findings');
    expect(findings?.['current'], orderNo).toBe(orderNo === late ? 'LATE_CALLBACK' : '');
  }
}

function closedBytes(out: string): Record<string, string> {
  return Object.fromEntries(Object.entries(bytesBelow(out)).filter(([name]) => name.slice(0, 10) <= LAST));
}

onEngines('a generated month with its statements', (engine) => {
  it.each(SEEDS)('closes to the centavo from requested to booked, seed %i', async (seed) => {
    const cwd = temporaryFolder();
    const month = writeMonth(seed, cwd);
    writeFileSync(join(cwd, 'payin-recon.yaml'), SETTINGS);
    const { environment } = await engine.database();
    const command: Command = async (at, words) => {
      const outcome = await run(words, {
        cwd,
        environment: { ...environment, FIXED_CLOCK: at },
        program: [process.execPath, '--import', CLOCK, PROGRAM],
      });
      expect({ words, code: outcome.code, stderr: outcome.code === 0 ? '' : outcome.stderr }).toMatchObject({
        code: 0,
      });
      return outcome.stdout;
    };
    const out = join(cwd, 'payin-recon-reports');
    const books = new accounts.Accounts(out);
    const known = truths(month, month.rows);

    await readMonth(command, seed);
    checkBridges(books, month, known);
    checkFindings(books, month, known);
    checkOwedAndFees(books, known);

    const close = ['close', '--through', LAST, '--region', 'BR', '--reason', 'booked', '--by', 'ana'];
    await command(STEPS.at(-1)!, close);
    const closed = closedBytes(out);
    const date = AFTER.slice(0, 10);
    await command(AFTER, ['reconcile', '--date', date, '--region', 'BR', '--in', 'after']);
    expect(closedBytes(out)).toEqual(closed);
    checkAdjustments(books, month);
    const verified = await command(AFTER, ['verify', '--month', LAST.slice(0, 7), '--region', 'BR']);
    expect(verified).toContain('No deviations.');
  });
});
