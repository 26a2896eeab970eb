/** Stories of one row of a statement and of a bank that are told by files, some of which are withdrawn. */
import { sql } from 'kysely';
import { judgeNow } from '../../../src/books/run/judge-as-of.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant } from '../../export/books.ts';
import { lines, read, write } from '../../ingest/reading.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { takeBack } from './withdrawn-books.ts';

/** A file with the amounts of the row, and whose bytes it has; or a copy of another file; or the name of a file that is withdrawn. */
export type Event =
  | { readonly file: string; readonly says: readonly number[]; readonly as?: string }
  | { readonly file: string; readonly copies: string }
  | { readonly withdrawn: string };

export const says = (file: string, ...amounts: number[]): Event => ({ file, says: amounts });
export const copies = (file: string, other: string): Event => ({ file, copies: other });
export const withdrawn = (file: string): Event => ({ withdrawn: file });

const NONE = parseSettings({});
const AS_OF = instant('2027-01-01T00:00:00Z');

/** Rows of a bank in one file with one identifier and several amounts are several rows, so that only one is in each file. */
const content = (as: string, amounts: readonly number[]) =>
  lines(
    ...amounts.map(
      (amount) =>
        `{"statement":{"row_id":"R1","order_no":"P1","gross":"${amount}","currency":"BRL","settled_on":"2026-11-20"}}`,
    ),
    `{"bank":{"row_id":"D1","booked_on":"2026-11-20","amount":"${amounts.at(-1)}","currency":"BRL","reference":"PO-1"}}`,
    `{"only in":"${as}"}`,
  );

/** Plays events one after the other. @returns what counts at the end: of the statement and of the bank */
export async function play(store: Store, events: readonly Event[]): Promise<string[]> {
  const folder = temporaryFolder();
  const out = temporaryFolder();
  const bytes = new Map<string, string>();
  for (const event of events) {
    if ('withdrawn' in event) {
      await takeBack(store, out, `${folder}/${event.withdrawn}.ndjson`, { asOf: AS_OF, at: AS_OF }, NONE);
      continue;
    }
    const text = 'says' in event ? content(event.as ?? event.file, event.says) : bytes.get(event.copies)!;
    bytes.set(event.file, text);
    await read(store, [write(folder, `${event.file}.ndjson`, text)]);
  }
  return counting(store);
}

/** The same events as if the files that are withdrawn had never been read. */
export function withoutWithdrawn(events: readonly Event[]): Event[] {
  const gone = new Set(events.flatMap((event) => ('withdrawn' in event ? [event.withdrawn] : [])));
  const said = new Map<string, readonly [as: string, says: readonly number[]]>();
  return events.flatMap((event): Event[] => {
    if ('withdrawn' in event) return [];
    const { file } = event;
    const [as, says] = 'says' in event ? [file, event.says] : said.get(event.copies)!;
    said.set(file, [as, says]);
    return gone.has(file) ? [] : [{ file, says, as }];
  });
}

async function counting(store: Store): Promise<string[]> {
  await judgeNow(store, NONE, AS_OF);
  const { rows } = await store.session(({ db }) =>
    sql<{ row: string }>`
      select 'statement ' || gross_minor as row from statement_results where until_run is null
      union all
      select 'bank ' || bank_minor from payout_rows where until_run is null
      order by row`.execute(db),
  );
  return rows.map(({ row }) => row);
}
