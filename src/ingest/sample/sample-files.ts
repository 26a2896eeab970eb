import { recordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import type { FoundFiles } from '../files/files-of-source.ts';
import { firstLines } from '../files/first-lines.ts';
import { openSource } from '../files/open-source.ts';
import { isRegularFile } from '../files/paths-of-command.ts';
import { ParsePool } from '../lines/parse-pool.ts';
import { withStatementHint } from '../propose/statement-header.ts';
import { sourceSettings } from '../source-settings.ts';
import { stageSource } from '../stage-source.ts';
import type { Staged } from '../staging/record-stager.ts';

/** The result of reading the header and the first lines of a file. */
export interface SampledFile {
  readonly name: string;
  /** The records of those lines, or why the file cannot be read. */
  readonly result: Staged | Fault;
}

const NOWHERE = { add: async () => undefined, finish: async () => undefined };

/**
 * Reads the header and the first lines of every file of a source, also of files still being written; needs no store.
 * Skips pipes, because what is read from them is gone.
 * @param lines how many of each file
 */
export async function sampleFiles(
  source: SourceSettings,
  settings: Settings,
  { files, left }: Pick<FoundFiles, 'files' | 'left'>,
  lines: number,
): Promise<SampledFile[]> {
  const sample = fileSampler(sourceSettings(source, settings), recordKind(source.kind), lines);
  const sampled: SampledFile[] = [];
  for (const { name, mayGrow } of files) {
    const result = await sample(name, mayGrow);
    if (result !== undefined) sampled.push({ name, result });
  }
  for (const { name } of left) {
    const result = await sample(name, true);
    // A file still being written may break off anywhere; its header is whole.
    const isHeader = !(result instanceof Fault) || result.code === 'SOURCE_COLUMNS';
    if (result !== undefined && isHeader) sampled.push({ name, result });
  }
  return sampled;
}

/**
 * Returns a function that samples one file: it gives undefined for anything but a regular file, and a fault for a
 * file that cannot be read.
 * @param settings those of the file's source
 * @param lines how many of each file; undefined for all
 */
export function fileSampler(
  settings: Settings,
  forcedKind: RecordKind | undefined,
  lines: number | undefined,
): (name: string, mayGrow?: boolean) => Promise<Staged | Fault | undefined> {
  const pool = new ParsePool({ settings, forcedKind }, 0);
  return async (name, mayGrow) => {
    try {
      if (!(await isRegularFile(name))) return undefined;
      const whole = openSource(name, settings.ingest.maxFileBytes, mayGrow);
      const content = lines === undefined ? whole : firstLines(whole, name, lines, settings);
      return await stageSource(name, content, { settings, forcedKind, pool, sender: NOWHERE });
    } catch (error) {
      if (error instanceof Fault && error.code.startsWith('SOURCE_'))
        return withStatementHint(error, name, settings, forcedKind);
      throw error;
    }
  };
}
