import { join } from 'node:path';
import { JOBS } from '../../jobs/all.ts';
import { createLog } from '../../src/log.ts';
import { runDue } from '../../src/operations/schedule/run-due.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant } from '../export/books.ts';
import type { Engine } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The job that a test is not about: once a year. */
export const NEVER = '0 0 1 1 *';

/** A schedule that looks once at each of several moments, over a log of 2026-11-19; gives what it logged. */
export async function dueAtMoments(engine: Engine, more: SettingsInput = {}) {
  const workingDirectory = temporaryFolder();
  const database = await engine.database();
  writeLog(join(workingDirectory, 'day.ndjson'), EVIDENCE);
  const settingsOf = (others: SettingsInput) =>
    parseSettings({
      ...database.settings,
      out: join(workingDirectory, 'reports'),
      ingest: { folders: [join(workingDirectory, 'day.ndjson')], workers: 0 },
      jobs: { ingest: NEVER, watch: NEVER, verify: NEVER, attempts: 2 },
      ...more,
      ...others,
    });
  const lines: Array<Record<string, unknown>> = [];
  const log = createLog({ write: (line: string) => void lines.push(JSON.parse(line)) });
  /** Looks at a moment, with other settings if some were changed. */
  const at = async (text: string, others: SettingsInput = {}) => {
    const { failures } = await runDue({
      jobs: JOBS,
      ...{ settings: settingsOf(others), workingDirectory, now: () => instant(text), log },
      stop: new AbortController().signal,
    });
    return failures;
  };
  return { at, lines, database, workingDirectory, settings: settingsOf({}) };
}
