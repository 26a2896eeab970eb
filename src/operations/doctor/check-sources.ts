import { constants } from 'node:fs';
import { FAULTS, Fault } from '../../errors.ts';
import { type FoundFiles, findFiles } from '../../ingest/files/files-of-source.ts';
import { limitWarning } from '../../ingest/query/query-text.ts';
import { testQuery } from '../../ingest/query/read-query.ts';
import { FOLDERS, namedSources } from '../../ingest/read-sources.ts';
import { sampleFiles } from '../../ingest/sample/sample-files.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { counted, plain } from '../../terminal-text.ts';
import { may } from './folders.ts';
import { attempt, bad, doubtful, type GradedCheck, ok } from './graded-check.ts';
import type { Examination } from './request.ts';

/** Lines tested in each file. */
const FIRST_LINES = 20;

/**
 * Checks the sources of the settings: files are readable, their headers and first lines are understood, and queries are
 * valid. For ingest.folders only problems are reported. Nothing is stored.
 */
export async function checkSources(
  settings: Settings,
  examination: Pick<Examination, 'now' | 'workingDirectory'>,
): Promise<GradedCheck[]> {
  const checks: GradedCheck[] = [];
  for (const source of namedSources(settings).filter(({ name }) => name === FOLDERS)) {
    const found = await findFiles(source.paths ?? [], source.quietSeconds, examination.now());
    checks.push(...(await attempt(FOLDERS, () => checkContents(FOLDERS, source, settings, found))));
  }
  for (const source of settings.sources) {
    const subject = `source ${source.name}`;
    const look = () =>
      source.query === undefined
        ? checkFiles(subject, source, settings, examination.now())
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
): Promise<GradedCheck[]> {
  const { address, columns } = await testQuery(source, settings, workingDirectory);
  const warning = limitWarning(source);
  if (warning !== undefined) return [doubtful(subject, warning.found, warning.remedy)];
  return [ok(subject, `${address}, ${counted(columns, 'column')} understood, watermark ${source.watermark}`)];
}

async function checkFiles(
  subject: string,
  source: SourceSettings,
  settings: Settings,
  now: ReturnType<Examination['now']>,
): Promise<GradedCheck[]> {
  const found = await findFiles(source.paths ?? [], source.quietSeconds, now);
  const { files, left, leftOut, unmatched, faults } = found;
  if (faults[0] !== undefined) throw faults[0];
  const closed = files.filter(({ name }) => !may(name, constants.R_OK));
  if (closed.length > 0) {
    const what = `${counted(closed.length, 'file')} cannot be read, such as ${closed[0]!.name}`;
    return [doubtful(subject, what, 'Give this user the right to read them.')];
  }
  const problems = await checkContents(subject, source, settings, found);
  if (problems.length > 0) return problems;
  const writing = left.length === 0 ? '' : `, ${left.length} still being written`;
  const empty = unmatched.length === 0 ? '' : `; none yet at ${unmatched.join(', ')}`;
  const others =
    leftOut.length === 0 ? '' : `, ${leftOut.length} left out by name, such as ${plain(leftOut[0]!)}`;
  return [ok(subject, `${counted(files.length + left.length, 'file')}${writing}${others}${empty}`)];
}

/** Checks the headers and first lines of all files. Equal problems are reported together. */
async function checkContents(
  subject: string,
  source: SourceSettings,
  settings: Settings,
  found: Pick<FoundFiles, 'files' | 'left' | 'misnamed'>,
): Promise<GradedCheck[]> {
  const sampled = await sampleFiles(source, settings, found, FIRST_LINES);
  const groups = new Map<string, Fault[]>();
  const notUnderstood: string[] = [];
  const group = (fault: Fault) => {
    const key = [fault.code, fault.detail.found, fault.detail.remedy].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  };
  for (const fault of found.misnamed ?? []) group(fault);
  for (const { name, result } of sampled) {
    if (result instanceof Fault) group(result);
    else if (result.records > 0 && result.rejected === result.records) notUnderstood.push(name);
  }
  const checks = [...groups.values()].map((faults) => unreadable(subject, faults));
  if (notUnderstood.length > 0) {
    const files = `${counted(notUnderstood.length, 'file')} such as ${notUnderstood[0]}`;
    const remedy = `See payin-recon source test ${source.name}, and docs/guides/load-logs.md.`;
    checks.push(doubtful(subject, `${files}: none of the first lines is understood`, remedy));
  }
  return checks;
}

function unreadable(subject: string, faults: readonly Fault[]): GradedCheck {
  const { code, exitCode, detail } = faults[0]!;
  const found = [detail.found ?? FAULTS[code].title].flat().join('; ');
  const which =
    faults.length === 1 ? detail.where : `${counted(faults.length, 'file')} such as ${detail.where}`;
  return { ...bad(subject, `${which}: ${found}`, detail.remedy ?? FAULTS[code].remedy, exitCode), code };
}
