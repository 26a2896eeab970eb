import { resolve } from 'node:path';
import { EXIT } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import { isEmbedded } from '../../settings/secret.ts';
import { checkChannels } from './channels.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkSources } from './check-sources.ts';
import { checkDataFolder } from './data-folder.ts';
import { checkFolders } from './folders.ts';
import { attempt, doubtful, type GradedCheck, ok } from './graded-check.ts';
import { checkProgram, checkProgramZones } from './program.ts';
import type { Examination } from './request.ts';
import { checkServerDatabase } from './server.ts';

/** Precedence of exit codes if several checks are bad. Invalid settings come first because they hide other problems. */
const HIGHEST_FIRST = [EXIT.usage, EXIT.unreachable, EXIT.failed];

/** Checks everything that a run needs. It changes nothing and never throws. */
export async function examine(examination: Examination): Promise<readonly GradedCheck[]> {
  let settings: Settings | undefined;
  const checks = [
    ...(await attempt('settings', () => {
      settings = examination.loadSettings();
      return [ok('settings', `valid: ${examination.settingsFrom}`)];
    })),
    ...(await attempt('node', checkProgram)),
    ...(await attempt('time zones', checkProgramZones)),
  ];
  if (settings === undefined) {
    const found = 'database, folders and disk were not checked: the settings that name them are invalid';
    return [...checks, doubtful('the rest', found, 'Correct the settings, then run doctor again.')];
  }
  return [...checks, ...(await checkPlaces(settings, examination))];
}

/**
 * The exit code of doctor: 0 if no check is bad, otherwise the first by precedence of those with which runs would end.
 */
export function exitCodeOf(checks: readonly GradedCheck[]): number {
  const codes = checks.flatMap(({ exitCode }) => (exitCode === undefined ? [] : [exitCode]));
  return HIGHEST_FIRST.find((code) => codes.includes(code)) ?? codes[0] ?? EXIT.done;
}

async function checkPlaces(settings: Settings, examination: Examination): Promise<GradedCheck[]> {
  const { workingDirectory } = examination;
  const folders = await attempt('folders', () => checkFolders(settings, workingDirectory));
  const database = await attempt('database', () =>
    isEmbedded(settings)
      ? checkDataFolder(resolve(workingDirectory, settings.data), settings, examination)
      : checkServerDatabase(settings, examination),
  );
  const sources = await checkSources(settings, examination);
  const channels = await checkChannels(settings, workingDirectory);
  const deliveries = await checkDeliveries(settings, workingDirectory);
  return [...database, ...folders, ...sources, ...channels, ...deliveries];
}
