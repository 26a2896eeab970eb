import { addDays } from '../../src/normalise/local-date.ts';
import { createRandom } from '../../src/simulate/random.ts';
import type { StatedRow } from './month-rows.ts';

/** A row of the merchant's bank account, in centavos. */
export interface BankRow {
  readonly id: string;
  readonly bookedOn: string;
  readonly minor: number;
  readonly reference: string;
}

/** What was wrong at the bank: differences are booked less what was paid out. */
export interface BankFaults {
  readonly short: { readonly payoutId: string; readonly minor: number };
  readonly missing: { readonly payoutId: string; readonly minor: number };
  readonly tooMuch: { readonly reference: string; readonly minor: number };
}

export const payoutIdOf = (settledOn: string) =>
  settledOn === '' ? '' : `PO-${settledOn.replaceAll('-', '')}`;

/** The net amount of each payout by its date. */
export function payoutNets(rows: readonly StatedRow[]): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { settledOn, net = 0 } of rows) {
    if (settledOn !== '') nets.set(settledOn, (nets.get(settledOn) ?? 0) + net);
  }
  return new Map([...nets].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Books each payout on its date or the day after: one short, one not at all, some without their name; and one more. */
export function bankRows(seed: number, rows: readonly StatedRow[]): { rows: BankRow[]; faults: BankFaults } {
  const random = createRandom(seed, 52);
  random.seek(0);
  const nets = payoutNets(rows);
  const days = [...nets.keys()];
  const short = days[random.between(4, 8)]!;
  const missing = days[random.between(12, 18)]!;
  const unnamed = days.filter((_, index) => index % 9 === 3);
  const lacking = random.between(1, 500);
  const booked: BankRow[] = [];
  for (const [settledOn, net] of nets) {
    if (settledOn === missing) continue;
    const isNamed = settledOn === short || !unnamed.includes(settledOn);
    booked.push({
      id: `B${booked.length + 1}`,
      bookedOn: addDays(settledOn, random.between(0, 1)),
      minor: settledOn === short ? net - lacking : net,
      reference: isNamed
        ? `PIX RECEBIDO ${payoutIdOf(settledOn)}`
        : `TED ${String(booked.length).padStart(6, '0')}`,
    });
  }
  const tooMuch = { reference: 'TED 999999', minor: random.between(1, 400) };
  booked.push({ id: 'B999', bookedOn: '2026-11-24', ...tooMuch });
  return {
    rows: booked,
    faults: {
      short: { payoutId: payoutIdOf(short), minor: -lacking },
      missing: { payoutId: payoutIdOf(missing), minor: -nets.get(missing)! },
      tooMuch,
    },
  };
}
