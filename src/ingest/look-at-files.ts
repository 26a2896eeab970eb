import { Fault } from '../errors.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings/schema.ts';
import type { SourceSettings } from '../settings/sources.ts';
import type { FoundFiles } from './files/files-of-source.ts';
import { firstLines } from './files/first-lines.ts';
import { openSource } from './files/open-source.ts';
import { isRegularFile } from './files/paths-of-command.ts';
import { ParsePool } from './lines/parse-pool.ts';
import { sourceKind, sourceSettings } from './source-settings.ts';
import { stageSource } from './stage-source.ts';
import type { Staged } from './staging/record-stager.ts';

/** The result of reading the header and the first lines of a file. */
export interface LookedAtFile {
  readonly name: string;
  /** The records of those lines, or why the file cannot be read. */
  readonly came: Staged | Fault;
}

/** Takes rows and drops them. */
const NOWHERE = { add: async () => undefined, finish: async () => undefined };

/**
 * Reads the header and the first lines of every file of a source, also of files still being written; needs no store.
 * Skips pipes, because what is read from them is gone.
 * @param lines how many of each file
 */
export async function lookAtFiles(
  source: SourceSettings,
  settings: Settings,
  { files, left }: Pick<FoundFiles, 'files' | 'left'>,
  lines: number,
): Promise<LookedAtFile[]> {
  const look = lookWith(sourceSettings(source, settings), sourceKind(source), lines);
  const looked: LookedAtFile[] = [];
  for (const { name } of files) {
    const came = await look(name);
    if (came !== undefined) looked.push({ name, came });
  }
  for (const { name } of left) {
    const came = await look(name);
    // A file still being written may break off anywhere; its header is whole.
    const isHeader = !(came instanceof Fault) || came.code === 'SOURCE_COLUMNS';
    if (came !== undefined && isHeader) looked.push({ name, came });
  }
  return looked;
}

/**
 * Returns a function that samples one file: it gives undefined for anything but a regular file, and a fault for a
 * file that cannot be read.
 * @param settings those of the file's source
 * @param lines how many of each file
 */
export function lookWith(
  settings: Settings,
  forcedKind: RecordKind | undefined,
  lines: number,
): (name: string) => Promise<Staged | Fault | undefined> {
  const single = { ...settings, ingest: { ...settings.ingest, workers: 0 } };
  const pool = new ParsePool({ settings: single, forcedKind });
  return async (name) => {
    try {
      if (!(await isRegularFile(name))) return undefined;
      const content = firstLines(openSource(name, settings.ingest.maxFileBytes), name, lines);
      return await stageSource(name, content, { settings, forcedKind, pool, sender: NOWHERE });
    } catch (error) {
      if (error instanceof Fault && error.code.startsWith('SOURCE_')) return error;
      throw error;
    }
  };
}
