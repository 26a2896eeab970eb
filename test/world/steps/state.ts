/** The provider's statement: of what was asked for and paid by then it states a part, and some of it wrongly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mix32 } from '../../../src/simulate/random.ts';
import type { State } from '../actions.ts';
import { Violation, type World } from '../world.ts';

interface SourceJson {
  readonly name: string;
  readonly records: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly unchanged?: boolean;
}

interface Body {
  readonly orderNo?: string;
  readonly tradeNo?: string;
  readonly merchantId?: string;
  readonly merchant?: { readonly merchantId?: string };
  readonly paymentMethod?: string;
  readonly money?: { readonly currency?: string; readonly amount?: number };
}

interface Line {
  readonly sentAt?: string;
  readonly receivedAt?: string;
  readonly request?: { readonly body?: Body };
  readonly response?: { readonly body?: Body };
  readonly body?: Body;
}

type StatedRow = Readonly<Record<string, string | number | undefined>>;

/** Writes a statement and reads it. */
export async function state(world: World, { at, fault, draw, share }: State): Promise<void> {
  const lines = world.pool.some(draw, share, Date.parse(at));
  const rows = lines.flatMap((line, index) => rowsOf(line, mix32(draw ^ mix32(index + 1))));
  if (rows.length === 0) return;
  const name = `logs/${world.nextFile()}.ndjson`;
  const text = rows.map((statement) => `${JSON.stringify({ statement })}\n`).join('');
  writeFileSync(join(world.place.cwd, name), text);
  const { stdout } = await world.command(['ingest', name, '--json'], { at, fault });
  world.hasStatements = true;
  const { sources } = JSON.parse(stdout) as { sources: SourceJson[] };
  const source = sources.find((one) => one.name === name);
  // Killed after the commit, the first try has read it.
  if (fault !== undefined && source?.unchanged === true) return;
  if (source?.records !== rows.length || source.rejected > 0)
    throw new Violation(`${name}: read ${JSON.stringify(source)}, must be ${rows.length} records`);
  if (source.records !== source.accepted + source.duplicate)
    throw new Violation(`${name}: ${JSON.stringify(source)} does not tie`);
}

/** Most payments are stated as they were called back; of what was only asked for, some is stated as paid. */
function rowsOf(text: string, chance: number): StatedRow[] {
  let line: Line;
  try {
    line = JSON.parse(text) as Line;
  } catch {
    return [];
  }
  const { body = line.request?.body } = line;
  const time = line.sentAt ?? line.receivedAt;
  if (typeof body?.orderNo !== 'string' || typeof time !== 'string') return [];
  const of = (kinds: number) => mix32(chance + kinds) % kinds;
  if (line.body === undefined && of(3) > 0) return [];
  const row: StatedRow = {
    order_no: of(9) === 0 ? undefined : body.orderNo,
    trade_no: of(11) === 0 ? undefined : (body.tradeNo ?? line.response?.body?.tradeNo),
    merchant_id: of(2) === 0 ? undefined : (body.merchantId ?? body.merchant?.merchantId),
    type: 'payment',
    status: of(8) === 0 ? 'failed' : 'paid',
    payment_method: body.paymentMethod,
    currency: of(13) === 0 ? undefined : body.money?.currency,
    gross: amountOf(body, of(7) === 0 ? 1 : 0),
    completed_at: time.endsWith('Z') ? time : `${time}Z`,
    payout_id: `PO-${of(4)}`,
    row_id: of(5) === 0 ? undefined : `R-${body.tradeNo ?? body.orderNo}`,
  };
  if (row['order_no'] === undefined && row['trade_no'] === undefined) return [];
  const rows = [row];
  if (of(6) === 0) rows.push({ ...row, type: 'refund', row_id: `B-${body.orderNo}` });
  // The provider gives back its fee, and nothing goes to the payer.
  const given = { type: 'refund', gross: '0.00', fee: '-1.10', net: '1.10', row_id: `F-${body.orderNo}` };
  if (of(10) === 0) rows.push({ ...row, ...given });
  return rows;
}

/** In the units in which statements write their currencies. */
function amountOf({ money }: Body, more: number): string | undefined {
  if (typeof money?.amount !== 'number') return undefined;
  const minor = money.currency === 'BRL' ? money.amount : Math.round(money.amount * 100);
  return ((minor + more) / 100).toFixed(2);
}
