import { bindSql, readSql } from '../../database/sql-file.ts';
import { cursorRows, Rollback, type Store, transaction } from '../../database/store.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import { chosenRegions } from '../run/chosen-regions.ts';
import { AmountUnit } from './amount-unit.ts';
import { askStatements } from './ask-statements.ts';
import { CallbackOffset } from './callback-offset.ts';
import type { CallbackRow } from './callback-row.ts';
import type { Question, Tally } from './question.ts';

export interface CalibrateRequest {
  /** Name of the only region; if absent, all regions. */
  readonly region?: string | undefined;
  readonly progress?: Progress;
}

/**
 * Compares the readings of what the interface leaves open with the stored evidence, and those of statements with the callbacks of
 * the same trades. It changes nothing.
 */
export function calibrate(
  store: Store,
  settings: Settings,
  { region, progress = SILENT }: CalibrateRequest,
): Promise<Question[]> {
  const names = chosenRegions(settings, region);
  const regions = settings.regions.filter(({ name }) => names.includes(name));
  const questions = regions.map((one): [string, Tally<CallbackRow>[]] => [
    one.name,
    [new AmountUnit(one), new CallbackOffset(one, settings)],
  ]);
  const tallies = new Map(questions);
  const query = bindSql(readSql('calibrate/010_callbacks.sql'), { regions: [...tallies.keys()] });
  return store.session((session) =>
    transaction(session, async () => {
      progress.begin('Comparing', undefined, 'record');
      try {
        for await (const rows of cursorRows<CallbackRow>(session, query)) {
          for (const row of rows) for (const tally of tallies.get(row.region)!) tally.take(row);
          progress.advance(rows.length);
        }
        const ofStatements = await askStatements(session, settings, regions, progress);
        const ofCallbacks = [...tallies.values()].flat().map((tally) => tally.question());
        return new Rollback([...ofCallbacks, ...ofStatements]);
      } finally {
        progress.end();
      }
    }),
  );
}
