import { tmpdir } from 'node:os';
import { checkServerDatabase } from '../../../src/operations/doctor/server.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant, MORNING } from '../../export/books.ts';

/** What doctor finds on a server. */
export function checksOfServer(databaseUrl: string, more = {}) {
  const settings = parseSettings({ databaseUrl, ...more });
  return checkServerDatabase(settings, {
    settingsFrom: 'test',
    loadSettings: () => settings,
    workingDirectory: tmpdir(),
    now: () => instant(MORNING),
    plans: () => [],
  });
}
