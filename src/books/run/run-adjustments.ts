import type { Session } from '../../database/store.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';

/** What a run learned of closed dates of a region. */
export interface RunAdjustments {
  /** Date whose adjustments.csv has it, `yyyy-MM-dd`. */
  readonly knownDate: string;
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  /** Closed dates that changed, and values of theirs. */
  readonly dates: number;
  readonly values: number;
}

/** What a run learned of closed dates; absent if that is nothing. */
export async function adjustmentsOfRun(
  session: Session,
  run: number,
): Promise<{ readonly adjusted?: readonly RunAdjustments[] }> {
  const rows = await session.db
    .selectFrom('adjustments')
    .select(({ fn }) => [
      'known_date',
      'region',
      fn.count<string>('business_date').distinct().as('dates'),
      fn.countAll<string>().as('values'),
    ])
    .where('run_id', '=', run)
    .groupBy(['known_date', 'region'])
    .orderBy('known_date')
    .orderBy('region')
    .execute();
  if (rows.length === 0) return {};
  return {
    adjusted: rows.map((row) => ({
      knownDate: row.known_date,
      region: row.region,
      dates: Number(row.dates),
      values: Number(row.values),
    })),
  };
}

/** Which dates have the adjustments, a line each. */
export function runAdjustmentsText(adjusted: readonly RunAdjustments[]): string {
  return adjusted
    .map(({ knownDate, region, dates, values }) => {
      const what = `${counted(values, 'value')} of ${counted(dates, 'closed date')}`;
      return `Adjustments: ${what}, in adjustments.csv of ${knownDate} ${regionFolder(region)}`;
    })
    .join('\n');
}
