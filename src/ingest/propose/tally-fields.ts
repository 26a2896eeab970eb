import { recordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { addTallies, type FieldTally, NO_FIELDS } from '../field-tally.ts';
import { findFiles } from '../files/files-of-source.ts';
import { findSources } from '../files/paths-of-command.ts';
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
  const tally = async (names: readonly string[], read: Settings, kind?: RecordKind) => {
    const sample = fileSampler(read, kind, LINES);
    for (const name of names.slice(0, MOST_FILES)) {
      const result = await unlessFault(() => sample(name), undefined);
      if (result !== undefined && !(result instanceof Fault)) found = addTallies(found, result.fields);
    }
  };
  for (const source of settings.sources.filter(({ query }) => query === undefined)) {
    const { files } = await findFiles(source.paths ?? [], 0, now);
    const names = files.map(({ name }) => name);
    await tally(names, sourceSettings(source, settings), recordKind(source.kind));
  }
  for (const folder of settings.ingest.folders) {
    await tally(await unlessFault(async () => (await findSources([folder])).names, []), settings);
  }
  return found;
}

async function unlessFault<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) return otherwise;
    throw error;
  }
}
