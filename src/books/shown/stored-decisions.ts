import { sql } from 'kysely';
import { assigneeAfter } from '../../audit/entry-json.ts';
import type { Session } from '../../database/store.ts';
import type { FindingKey } from '../findings/current-findings.ts';

/** A decision about a finding as the audit trail has it; the time as PostgreSQL writes it in UTC. */
export interface StoredDecision extends FindingKey {
  /** Name of the order's region, `''` for orders without one. */
  readonly region: string;
  readonly entry: number;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly reason: string | null;
  /** Who is responsible after it. */
  readonly assignee: string | null;
  /** Whether nothing was decided about the finding after it. */
  readonly isNewest: boolean;
}

interface Row extends Omit<StoredDecision, 'entry' | 'assignee' | 'region'> {
  readonly region: string | null;
  readonly entry: string;
  readonly after: string | null;
}

const COLUMNS = sql`
  e.entry, e.at, e.who, e.action, e.merchant_id, e.order_no, e.code, e.region, e.reason, e.after,
  exists (
    select from case_states c
    where c.order_no = e.order_no and c.merchant_id = e.merchant_id and c.code = e.code
      and c.from_entry = e.entry and c.until_entry is null
  ) as "isNewest"`;

/**
 * The decisions about findings among some entries, in their order.
 * @param merchants the only merchants whose findings the reader sees; undefined for all
 */
export async function storedDecisions(
  session: Session,
  { first, last }: { readonly first: number; readonly last: number },
  merchants: readonly string[] | undefined,
): Promise<StoredDecision[]> {
  const seen = merchants === undefined ? sql`true` : sql`e.merchant_id = any (${[...merchants]}::text[])`;
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from audit_entries e
    where e.entry between ${first}::bigint and ${last}::bigint
      and e.merchant_id is not null and e.order_no is not null and e.code is not null
      and ${seen}
    order by e.entry`.execute(session.db);
  return rows.map(decisionOf);
}

/**
 * The newest decision about each of these findings, by order, merchant and code; those without one are left out.
 * @param isAboutState leaves out notes and assignments
 */
export async function newestDecisions(
  session: Session,
  keys: readonly FindingKey[],
  isAboutState: boolean,
): Promise<StoredDecision[]> {
  if (keys.length === 0) return [];
  const wanted = isAboutState ? sql`a.action not in ('note', 'assign')` : sql`true`;
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from unnest(${keys.map((key) => key.order_no)}::text[], ${keys.map((key) => key.merchant_id)}::text[],
                ${keys.map((key) => key.code)}::text[]) k (order_no, merchant_id, code)
    cross join lateral (
      select *
      from audit_entries a
      where a.order_no = k.order_no collate "C" and a.merchant_id = k.merchant_id collate "C"
        and a.code = k.code collate "C" and ${wanted}
      order by a.entry desc
      limit 1
    ) e
    order by e.entry`.execute(session.db);
  return rows.map(decisionOf);
}

function decisionOf({ after, entry, region, ...row }: Row): StoredDecision {
  return { ...row, entry: Number(entry), region: region ?? '', assignee: assigneeAfter(after) };
}
