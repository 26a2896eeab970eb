/** What statements add to verdicts: taken over where the model of orders knows none, and compared with that of statements. */
import { isDeepStrictEqual } from 'node:util';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Session } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { bothVerdicts, STATED_CODES } from '../reconcile/stated-model.ts';
import type { Judged } from './model/judge.ts';
import type { Row } from './model/reports.ts';
import { type Place, storeFolder, Violation, type World } from './world.ts';

/** Those of statements that block a match. */
const CONTRADICTING = ['STATEMENT_AMOUNT_MISMATCH', 'STATEMENT_STATUS_MISMATCH', 'STATEMENT_DUPLICATE'];

/** A row without the findings that statements give. */
export function withoutStated(row: Row): Row {
  const { findings } = row;
  if (findings === undefined) return row;
  const kept = findings.split(' ').filter((code) => !STATED_CODES.has(code));
  return { ...row, findings: kept.join(' ') };
}

/** The orders as the model judges them, contradicted by statements as the program says: compareStated has the proof. */
export async function contradicted(world: World, orders: readonly Judged[]): Promise<readonly Judged[]> {
  if (!world.hasStatements) return orders;
  const rows = await inStore(world.place, (session) =>
    session.db
      .selectFrom('order_rows')
      .select(['order_no', 'merchant_id', 'findings'])
      .where('until_run', 'is', null)
      .execute(),
  );
  const found = new Set(
    rows
      .filter(({ findings }) => CONTRADICTING.some((code) => findings.split(' ').includes(code)))
      .map((row) => `${row.merchant_id} ${row.order_no}`),
  );
  return orders.map((order) =>
    order.outcome === 'MATCHED' && found.has(`${order.merchantId} ${order.orderNo}`)
      ? { ...order, outcome: 'MISMATCH' }
      : order,
  );
}

/** Compares the findings and the orders of all rows that are stored with the model of statements. */
export async function compareStated({ place }: World, asOf: number): Promise<void> {
  const { graceSeconds } = parseSettings({}).statements;
  const given = { asOf, graceSeconds, tolerances: {} };
  const { program, model } = await inStore(place, (session) => bothVerdicts(session, given));
  if (isDeepStrictEqual(program, model)) return;
  const keys = new Set([...Object.keys(program), ...Object.keys(model)]);
  const other = [...keys].filter((key) => program[key] !== model[key]);
  const texts = other.map((key) => `  ${key}: ${program[key]} (must be ${model[key]})`);
  throw new Violation(`statements: ${other.length} differ\n${texts.slice(0, 12).join('\n')}`);
}

/** Works in the store of a world, between commands. */
export async function inStore<Result>(
  place: Place,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: url } = place.environment;
  const store = await (url === undefined ? openEmbedded(storeFolder(place)) : openPostgres(url));
  try {
    return await store.session(work);
  } finally {
    await store.close();
  }
}
