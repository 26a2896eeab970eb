import { recordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { addTallies, type FieldTally, NO_FIELDS } from '../field-tally.ts';
import { findFiles } from '../files/files-of-source.ts';
import { fileSampler } from '../sample/sample-files.ts';
import { sourceSettings } from '../source-settings.ts';

/** How many lines of each file are read, and of how many files. */
const LINES = 200;
const MOST_FILES = 20;

/**
 * Which fields the first records have, in the first files of each source and folder of the settings. Needs no
 * database and keeps nothing. Skips what cannot be read: other checks report that.
 */
export async function tallyFields(settings: Settings, now: Instant): Promise<FieldTally> {
  let found = NO_FIELDS;
  const tally = async (paths: readonly string[], read: Settings, kind?: RecordKind) => {
    const sample = fileSampler(read, kind, LINES);
    const { files } = await findFiles(paths, 0, now);
    for (const { name } of files.slice(0, MOST_FILES)) {
      const result = await sample(name);
      if (result !== undefined && !(result instanceof Fault)) found = addTallies(found, result.fields);
    }
  };
  for (const source of settings.sources.filter(({ query }) => query === undefined)) {
    await tally(source.paths ?? [], sourceSettings(source, settings), recordKind(source.kind));
  }
  for (const folder of settings.ingest.folders) await tally([folder], settings);
  return found;
}
