/** What tests of the findings read from the page, and their store. */
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { findingsOf, newestAsOf } from '../../src/books/findings/current-findings.ts';
import { writeOffAmounts } from '../../src/books/findings/write-off-amount.ts';
import type { Store } from '../../src/database/store.ts';
import { chosenNow, chosenText, valuesDigest } from '../../src/web/findings/chosen-key.ts';
import { paidOf } from './findings-store.ts';
import type { Client } from './served-page.ts';

export interface ListedFinding {
  readonly code: string;
  readonly order_no: string;
  readonly merchant_id: string;
  readonly expected: string;
  readonly actual: string;
  readonly [column: string]: string;
}

/** The findings of a filter as its CSV lists them. */
export async function csvOf(client: Client, query = ''): Promise<ListedFinding[]> {
  const answer = await client.get(`/findings.csv${query}`);
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`);
  return parse(Buffer.from(await answer.arrayBuffer()), { columns: true, record_delimiter: '\r\n' });
}

/** The values of the boxes of a page by which findings are chosen. */
export function boxesOf(html: string): string[] {
  return [...html.matchAll(/name="finding" value="([^"]+)"/g)].map(([, value]) => value!);
}

/** The key in the value of a box: merchant, order, code. */
export function keyOfBox(box: string): [string, string, string] {
  const [merchant, order, code] = JSON.parse(Buffer.from(box, 'base64url').toString());
  return [merchant, order, code];
}

/** The value of the box of a finding as its CSV lists it, whose write-off does not wait, and is of one amount. */
export function boxOf(row: ListedFinding): string {
  const { merchant_id, order_no, code, expected, actual, reason, write_off_amount, newest_entry } = row;
  const [currency, amount] = write_off_amount!.split(' ');
  const writeOff = { currency: currency!, amountMinor: amount!.replace(/[.,]/g, '') };
  const shown = { expected: expected || null, actual: actual || null, reason: reason || null };
  const values = valuesDigest(shown, [writeOff]);
  return chosenText({ merchant_id, order_no, code, request: '', values, entry: newest_entry! });
}

/** The value of the box of an order of {@link findingsStore} that was paid too little, before the first decision. */
export function mismatchBox(order_no: string, merchant_id = 'M0001', actual = paidOf(order_no)): string {
  const less = 200 - Number(actual.replace('BRL ', ''));
  return boxOf({
    ...{ merchant_id, order_no, code: 'AMOUNT_MISMATCH', expected: 'BRL 200.00', actual },
    ...{ reason: 'underpaid', write_off_amount: `BRL ${less.toFixed(2)}`, newest_entry: '' },
  });
}

/** The value of the box of an order's finding as it is now; throws if there is none. */
export function boxNow(
  store: Store,
  order_no: string,
  { code = 'AMOUNT_MISMATCH', merchant_id = 'M0001' } = {},
): Promise<string> {
  return store.session(async (session) => {
    const asOf = await newestAsOf(session);
    const [finding] = await findingsOf(session, asOf!, [{ order_no, merchant_id, code }]);
    const amountsOf = await writeOffAmounts(session, [finding!]);
    return chosenText(chosenNow(finding!, amountsOf(finding!)));
  });
}

/** The text of a page as it is read aloud, without tags, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** A page as text; throws if it is not there. */
export async function pageText(client: Client, path: string): Promise<string> {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return textOf(await answer.text());
}

/** Decisions about findings in the audit trail, in order: who did what, about which order, and why. */
export async function trailOf(store: Store): Promise<string[]> {
  const { rows } = await store.session((session) =>
    sql<{ line: string }>`
      select concat_ws(' ', who, action, order_no, code, reason) as line
      from audit_entries
      where code is not null
      order by entry`.execute(session.db),
  );
  return rows.map(({ line }) => line);
}
