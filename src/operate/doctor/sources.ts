import { constants } from 'node:fs';
import { findFiles } from '../../ingest/find-files.ts';
import { testQuery } from '../../ingest/query/test-query.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import type { Settings } from '../../settings.ts';
import { counted } from '../text.ts';
import { attempt, type Check, doubtful, ok } from './check.ts';
import { may } from './folders.ts';
import type { Examination } from './request.ts';

/** Each source of the settings: files that can be read, a query that is understood; nothing of it is read. */
export async function checkSources(
  settings: Settings,
  examination: Pick<Examination, 'now' | 'workingDirectory'>,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const source of settings.sources) {
    const subject = `source ${source.name}`;
    const look = () =>
      source.query === undefined
        ? checkFiles(subject, source, examination.now())
        : checkQuery(subject, source, settings, examination.workingDirectory);
    checks.push(...(await attempt(subject, look)));
  }
  return checks;
}

async function checkQuery(
  subject: string,
  source: SourceSettings,
  settings: Settings,
  workingDirectory: string,
): Promise<Check[]> {
  const { address, columns } = await testQuery(source, settings, workingDirectory);
  return [ok(subject, `${address}, ${counted(columns, 'column')} understood, watermark ${source.watermark}`)];
}

function checkFiles(subject: string, source: SourceSettings, now: ReturnType<Examination['now']>): Check[] {
  const { files, left, unmatched, faults } = findFiles(source.paths ?? [], source.quietSeconds, now);
  if (faults[0] !== undefined) throw faults[0];
  const closed = files.filter(({ name }) => !may(name, constants.R_OK));
  if (closed.length > 0) {
    const found = `${counted(closed.length, 'file')} cannot be read, such as ${closed[0]!.name}`;
    return [doubtful(subject, found, 'Give this user the right to read them.')];
  }
  const writing = left.length === 0 ? '' : `, ${left.length} still being written`;
  const empty = unmatched.length === 0 ? '' : `; none yet at ${unmatched.join(', ')}`;
  return [ok(subject, `${counted(files.length + left.length, 'file')}${writing}${empty}`)];
}
