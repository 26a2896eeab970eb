import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { finalDates } from '../periods/final-dates.ts';

/** A date and region whose report would change. */
export interface ChangedDate {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly orders: number;
  /** Whether a version of it was published. */
  readonly reported: boolean;
  /** Whether only other regions of the date were published, so that it gets its first version; absent if not. */
  readonly first?: true;
  /** Whether its newest version is final, so that its changes become adjustments; absent if it is not. */
  readonly final?: true;
}

/** Payments of a paid date, region and currency: before as published or judged, after as the records now read. */
export interface ChangedPayments {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly currency: string | null;
  readonly beforePayments: number;
  /** Minor units, as text, because a sum can exceed a safe number. */
  readonly beforeMinor: string;
  readonly afterPayments: number;
  readonly afterMinor: string;
}

/** What a change of stored evidence does to the reports. */
export interface ReportChanges {
  /** Orders whose evidence changed. */
  readonly orders: number;
  readonly dates: readonly ChangedDate[];
  /** Paid dates whose number of payments or amounts change, by region and currency. */
  readonly payments: readonly ChangedPayments[];
}

interface ChangedRow {
  readonly date: string;
  readonly region: string;
  readonly orders: string;
  readonly reported: boolean;
  readonly first: boolean;
}

/**
 * What changed for the orders in work_changed_orders, which stored evidence was changed or withdrawn of.
 * @param run the one that judged them again
 * @param withFirsts whether regions get their first version on dates that were published of others
 */
export async function changesOfReports(
  session: Session,
  run: number,
  withFirsts = false,
): Promise<ReportChanges> {
  const { count } = await session.db
    .selectFrom((db) => db.selectFrom('work_changed_orders').selectAll().distinct().as('changed'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const { rows } = await runSqlFile<ChangedRow>(session, 'renormalise/050_changed_dates.sql', {
    run,
    with_firsts: withFirsts,
  });
  const final = await finalDates(session);
  const dates = rows.map(({ first, ...row }) => ({
    ...{ ...row, orders: Number(row.orders) },
    ...(first && !final.isFinal(row.date, row.region) ? { first: true as const } : {}),
    ...(final.isFinal(row.date, row.region) ? { final: true as const } : {}),
  }));
  return { orders: Number(count), dates, payments: await changedPayments(session, run) };
}

async function changedPayments(session: Session, run: number): Promise<ChangedPayments[]> {
  const { rows } = await runSqlFile<
    Record<
      'paid_date' | 'region' | 'before_payments' | 'before_minor' | 'after_payments' | 'after_minor',
      string
    > & { currency: string | null }
  >(session, 'renormalise/055_changed_payments.sql', { run });
  return rows.map((row) => ({
    date: row.paid_date,
    region: row.region,
    currency: row.currency,
    beforePayments: Number(row.before_payments),
    beforeMinor: row.before_minor,
    afterPayments: Number(row.after_payments),
    afterMinor: row.after_minor,
  }));
}
