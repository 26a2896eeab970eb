/** Worlds of a program with a fault in it: played, each must show that something does not hold. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyTree } from '../support/copy-of-tree.ts';
import { inTurn } from '../support/in-turn.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Planted {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A seed whose world meets the fault. */
  readonly seed: number;
  readonly steps: number;
  /** What the world says. */
  readonly says: RegExp;
}

const PLANTED: readonly Planted[] = [
  {
    what: 'an underpayment counts as asked',
    file: 'src/reconcile/rules/amount-mismatch.ts',
    from: 'abs(e.paid_minor - e.requested_minor)',
    to: '(e.paid_minor - e.requested_minor)',
    seed: 41,
    steps: 8,
    says: /orders\.csv: .*\n.*outcome MATCHED \(must be MISMATCH\)/,
  },
  {
    what: 'a callback that comes alone to a known order is not judged',
    file: 'sql/reconcile/choose/orders_with_news.sql',
    from: 'not in (0, 1, 1000000001)',
    to: 'not in (0, 1, 1000000000, 1000000001)',
    seed: 41,
    steps: 10,
    says: /BOOKS_DO_NOT_TIE.*\n.*paid orders: 11, not 16/,
  },
  {
    what: 'money that an order brought to a date is not taken back when the order is restated',
    file: 'sql/changes/020_flows.sql',
    from: 'select -1, business_date, closed_on',
    to: 'select -1, business_date, null::date',
    seed: 2,
    steps: 10,
    says: /seed 2: Error: verify: [\s\S]*"subject": "books",\s+"state": "changed"/,
  },
  {
    what: 'a stated refund counts as a payment',
    file: 'sql/reconcile/choose/stated_by_order.sql',
    from: '       count(*) filter (where is_paid),\n',
    to: '       count(*),\n',
    seed: 2,
    steps: 12,
    says: /statements: \d+ differ\n[\s\S]*: STATEMENT_DUPLICATE \(must be \)/,
  },
];
const TRIED = inTurn(PLANTED, ({ what }) => what);

it.each(TRIED)('are found out where $what', ({ file, from, to, seed, steps, says }) => {
  const folder = temporaryFolder();
  copyTree(folder);
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from), `"${from}" once in ${file}`).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
  const words = ['--seed', String(seed), '--steps', String(steps), '--no-shrink'];
  const played = spawnSync(process.execPath, [join(folder, 'test/world/main.ts'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(played.stdout).toMatch(says);
  expect(played.status).toBe(1);
});
