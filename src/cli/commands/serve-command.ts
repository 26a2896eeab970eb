import type { Argv } from 'yargs';
import { JOBS } from '../../../jobs/all.ts';
import { now } from '../../clock.ts';
import { notePage } from '../../database/folder-lock.ts';
import { openStore } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { storeInTurn } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { isEmbedded } from '../../settings/secret.ts';
import { pageRunsEnded } from '../../web/page-runs.ts';
import { absolute, settingsOf } from '../context.ts';
import { namedAsGiven } from '../named-as-given.ts';
import { note } from '../print.ts';
import { endOrBreakOff, runSchedule } from '../run-schedule.ts';
import { showProgress } from '../show-progress.ts';
import { onSignal } from '../signals.ts';
import { startServing } from '../start-serving.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 serve', 'the page at http://127.0.0.1:8080'],
  ['$0 serve --with-schedule', 'the page and the jobs in one process: for the embedded database'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('listen', {
      type: 'string',
      requiresArg: true,
      describe: 'host:port (default: setting page.listen)',
    })
    .option('with-schedule', {
      type: 'boolean',
      describe: 'Run the jobs in this process too, as payin-recon schedule does',
    })
    .epilogue(
      'People sign in with a name that payin-recon user add has added. With the embedded database, other commands ' +
        'cannot use it while the page is served.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options, { page: { listen: options.listen } });
  const log = createLog();
  const opened = await openStore(settings, process.cwd(), showProgress());
  let isBrokenOff = false;
  try {
    const store = storeInTurn(opened);
    const page = await namedAsGiven(options.listen, 'page.listen', () =>
      startServing({ settings, store, log, now }),
    );
    const isInFolder = isEmbedded(settings) && !settings.data.startsWith('memory:');
    const removeNote = isInFolder ? notePage(absolute(settings.data), page.url) : () => undefined;
    // Whoever reads that it has started may stop it at once.
    const stopped = new Promise<void>(onSignal);
    note(`The page is at ${page.url}`);
    log.info({ url: page.url }, 'page started');
    const serve = async () => {
      await stopped;
      log.info('stopping');
      await page.close();
      await endOrBreakOff(pageRunsEnded(), settings, 'Start the run again on the page.');
    };
    // The store stays open: closing it after a check would take it from the page.
    const open = async (): Promise<Store> => ({ ...store, close: async () => undefined });
    const request = { jobs: JOBS, settings, workingDirectory: process.cwd(), now, log, open };
    // At once, so that both together take no longer than jobs.stopSeconds.
    await Promise.all([serve(), options.withSchedule === true ? runSchedule(request, stopped) : undefined])
      .catch((error: unknown) => {
        isBrokenOff = error instanceof Fault && error.code === 'INTERRUPTED';
        throw error;
      })
      .finally(removeNote);
  } finally {
    // A run that is broken off has not ended: closing would wait for it. It ends with the process, which is left at once.
    if (!isBrokenOff) await opened.close();
  }
}
