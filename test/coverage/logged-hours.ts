/** Logs of a date of Brazil and the hours around it, hour by hour, so that some can be left out. */
import { callbackLine, payInLine } from '../support/records.ts';

/** Midnight in São Paulo. */
export const BEGINS = Date.parse('2026-11-19T03:00:00Z');
export const HOUR = 3_600_000;

/** What was logged in an hour of the date (of the day before if negative): an order every three minutes, each paid a minute later. */
function logged(hour: number): { readonly payIns: string[]; readonly callbacks: string[] } {
  const minutes = Array.from({ length: 20 }, (_, at) => BEGINS + hour * HOUR + at * 180_000);
  return {
    payIns: minutes.map(payInAt),
    callbacks: minutes.map((at) => callbackLine({ ...choiceAt(at), at: timeOf(at + 60_000) })),
  };
}

const timeOf = (at: number) => new Date(at).toISOString().replace('.000', '');
const choiceAt = (at: number) => ({ orderNo: `ORDER${at / 1000}`, tradeNo: `T${at / 1000}` });

/** An order that was requested then; epoch milliseconds. */
export function payInAt(at: number): string {
  const line = JSON.parse(payInLine({ ...choiceAt(at), at: timeOf(at) }));
  delete line.request.headers;
  return JSON.stringify(line);
}

export const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
export const payIns = (some: readonly number[]) => some.flatMap((hour) => logged(hour).payIns);
export const callbacks = (some: readonly number[]) => some.flatMap((hour) => logged(hour).callbacks);
export const at = (hour: number, minutes = 0) => timeOf(BEGINS + hour * HOUR + minutes * 60_000);
