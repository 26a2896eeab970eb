/** Logs of a date of Brazil and the hours around it, hour by hour, so that some can be left out. */
import { callbackLine, payInLine } from '../support/records.ts';

/** Midnight in São Paulo. */
export const BEGINS = Date.parse('2026-11-19T03:00:00Z');
export const HOUR = 3_600_000;

/** What was logged in an hour of the date (of the day before if negative): an order every three minutes, each paid a minute later. */
function logged(hour: number): { readonly payIns: string[]; readonly callbacks: string[] } {
  const minutes = Array.from({ length: 20 }, (_, at) => BEGINS + hour * HOUR + at * 180_000);
  const time = (at: number) => new Date(at).toISOString().replace('.000', '');
  const choice = (at: number) => ({ orderNo: `ORDER${at / 1000}`, tradeNo: `T${at / 1000}` });
  return {
    payIns: minutes.map((at) => {
      const line = JSON.parse(payInLine({ ...choice(at), at: time(at) }));
      delete line.request.headers;
      return JSON.stringify(line);
    }),
    callbacks: minutes.map((at) => callbackLine({ ...choice(at), at: time(at + 60_000) })),
  };
}

export const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
export const payIns = (some: readonly number[]) => some.flatMap((hour) => logged(hour).payIns);
export const callbacks = (some: readonly number[]) => some.flatMap((hour) => logged(hour).callbacks);
export const at = (hour: number, minutes = 0) =>
  new Date(BEGINS + hour * HOUR + minutes * 60_000).toISOString().replace('.000', '');
