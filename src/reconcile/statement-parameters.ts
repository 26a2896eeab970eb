import { sql } from 'kysely';
import type { SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import type { Settings } from '../settings/schema.ts';
import { tariffBegins } from '../settings/statements.ts';

/** Whether the store has a row of a statement or of a bank, or a run knew one that is gone. */
export async function hasAnyStatement(session: Session): Promise<boolean> {
  const { rows } = await sql<{ has_any: boolean }>`
    select exists (select source_id from statements) or exists (select source_id from bank_rows) as has_any`.execute(
    session.db,
  );
  return rows[0]!.has_any || (await hadStatements(session));
}

/** Whether any run knew a row of a statement or of a bank. */
export async function hadStatements(session: Session): Promise<boolean> {
  const { rows } = await sql`select run_id from runs where has_statements limit 1`.execute(session.db);
  return rows.length > 0;
}

/** The settings by which statements are judged, as parameters of SQL files. */
export function statementParameters(settings: Settings): SqlParameters {
  const zones = new Map(settings.regions.map(({ name, zone }) => [name, zone]));
  const { fees } = settings;
  return {
    bank_days: settings.bank.days,
    statement_grace_seconds: settings.statements.graceSeconds,
    quiet_seconds: settings.coverage.quietSeconds,
    tolerance_currencies: Object.keys(settings.tolerances),
    tolerances: Object.values(settings.tolerances),
    tariff_regions: fees.map(({ region }) => region),
    tariff_methods: fees.map(({ method }) => method ?? null),
    tariff_merchants: fees.map(({ merchant }) => merchant ?? null),
    tariff_currencies: fees.map(({ currency }) => currency ?? null),
    tariff_begins: fees.map(({ from, region }) => tariffBegins(from, zones.get(region) ?? 'UTC')),
    tariff_percents: fees.map(({ percent }) => percent),
    tariff_fixed: fees.map(({ fixed }) => fixed),
    tariff_least: fees.map(({ least }) => least),
    tariff_most: fees.map(({ most }) => most ?? null),
    tariff_roundings: fees.map(({ rounding }) => rounding),
    tariff_tolerances: fees.map(({ tolerance }) => tolerance),
  };
}

/** What the first steps of a run found of statements, as parameters of the later ones. */
export async function foundParameters(session: Session): Promise<SqlParameters> {
  const { rows: dates } = await sql<{ region: string; date: string }>`
    select region, date from stated_dates where until_run is null order by region, date`.execute(session.db);
  const { rows: sources } = await sql<{ source_id: number }>`
    select source_id from scaled_sources where until_run is null order by source_id`.execute(session.db);
  return {
    stated_regions: dates.map(({ region }) => region),
    stated_dates: dates.map(({ date }) => date),
    scaled: sources.map(({ source_id }) => source_id),
  };
}
