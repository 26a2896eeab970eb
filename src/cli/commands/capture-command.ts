import type { Logger } from 'pino';
import type { Argv } from 'yargs';
import { openCaptureLog } from '../../capture/capture-log.ts';
import { openPendingCalls } from '../../capture/pending-calls.ts';
import { type Capture, startCapture } from '../../capture/start-capture.ts';
import { storeLog } from '../../capture/store-log.ts';
import { now } from '../../clock.ts';
import { storeInTurn } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { loadSignatures } from '../../signatures/load-signatures.ts';
import { absolute, settingsOf, withStore } from '../context.ts';
import type { GlobalOptions } from '../global-options.ts';
import { namedAsGiven } from '../named-as-given.ts';
import { untilStopped } from '../until-stopped.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  [
    '$0 capture --listen 127.0.0.1:8070 --log logs',
    'callbacks by POST on any path, logged, then acknowledged',
  ],
  [
    '$0 capture --forward https://service.example',
    'pay-in requests too: passed on, and logged with their responses',
  ],
  ['$0 capture --store', 'straight into the database, without files'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('listen', {
      type: 'string',
      requiresArg: true,
      describe: 'host:port (default: setting capture.listen)',
    })
    .option('log', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of the logs (default: setting capture.log)',
    })
    .option('forward', {
      type: 'string',
      requiresArg: true,
      describe: 'Base address of the service, for pay-in requests (default: setting capture.forward)',
    })
    .option('store', { type: 'boolean', describe: 'Write into the database instead of files' })
    .conflicts('store', ['log', 'forward'])
    .epilogue(
      'A callback is answered with SUCCESS only after it is on disk. ingest reads the logs without settings. Payer data is ' +
        'masked in them, unless capture.keepPayer is set.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & GlobalOptions;

export async function handler(options: Options): Promise<void> {
  const { listen, log: folderOption, forward } = options;
  const settings = settingsOf(options, { capture: { listen, log: folderOption, forward } });
  const log = createLog();
  const workingDirectory = process.cwd();
  const signatures = await loadSignatures(settings.signatures.module, workingDirectory);
  const mostLineBytes = settings.ingest.maxLineBytes;
  const request = { settings: settings.capture, mostLineBytes, workingDirectory, now, log, signatures };
  const begin = (start: () => Promise<Capture>) => namedAsGiven(listen, 'capture.listen', start);
  if (options.store === true) {
    checkStore(settings.capture.forward);
    await withStore(settings, async (opened) => {
      const store = storeInTurn(opened);
      const openLog = async (onStored: (lines: number) => void) => storeLog(store, settings, now, onStored);
      await serve(await begin(() => startCapture({ ...request, openLog })), log, 'the database');
    });
    return;
  }
  const folder = absolute(settings.capture.log);
  const isForwarding = settings.capture.forward !== undefined;
  const capture = await begin(() =>
    startCapture({
      ...request,
      openLog: (onStored) => openCaptureLog({ folder, now, log, onStored, isForwarding }),
      openPending: () => openPendingCalls(folder),
    }),
  );
  await serve(capture, log, folder);
}

/** Throws USAGE if calls are passed on: a database keeps no file of calls under way. */
function checkStore(forward: string | undefined): void {
  if (forward === undefined) return;
  throw new Fault('USAGE', {
    where: '--store',
    found: `capture.forward is ${forward}`,
    expected: 'callbacks only, which are not passed on',
    remedy:
      'Leave --store out, or take capture.forward out of the settings and run another capture for pay-in requests.',
  });
}

async function serve(capture: Capture, log: Logger, place: string): Promise<void> {
  await untilStopped(capture, log, 'capture', `Callbacks are taken at ${capture.url} and logged to ${place}`);
}
