import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Argv } from 'yargs';
import { now } from '../../clock.ts';
import { PAY_IN_PATH } from '../../contract/endpoints.ts';
import { Fault } from '../../errors.ts';
import { hostOf, isLoopback } from '../../http/loopback.ts';
import { createLog } from '../../log.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { clockTimeline } from '../../sandbox/timeline.ts';
import { loadSignatures } from '../../signatures/load-signatures.ts';
import { absolute, settingsOf } from '../context.ts';
import type { GlobalOptions } from '../global-options.ts';
import { namedAsGiven } from '../named-as-given.ts';
import { untilStopped } from '../until-stopped.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 sandbox', 'the service at http://127.0.0.1:8090, with a page to pay on'],
  [
    '$0 sandbox --callback-url http://127.0.0.1:8070/callbacks',
    'callbacks of orders without callbackUrl go there',
  ],
  ['$0 sandbox --faults faults.yaml --seed 7', 'late: 0.1 and so on: a share of orders with each fault'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('listen', {
      type: 'string',
      requiresArg: true,
      describe: 'host:port (default: setting sandbox.listen)',
    })
    .option('seed', {
      type: 'number',
      requiresArg: true,
      describe: 'Seed of faults (default: setting sandbox.seed)',
    })
    .option('faults', {
      type: 'string',
      requiresArg: true,
      describe: 'YAML file with the rate of each fault (default: setting sandbox.faults)',
    })
    .option('callback-url', {
      type: 'string',
      requiresArg: true,
      describe: 'Address for callbacks of orders without one (default: setting sandbox.callbackUrl)',
    })
    .epilogue(
      'What the interface does not show, such as error codes and the schedule of callbacks, is set below sandbox in the ' +
        'settings. Orders are kept in the folder sandbox.folder.',
    );
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & GlobalOptions;

export async function handler(options: Options): Promise<void> {
  const { listen, seed, callbackUrl } = options;
  const faults = options.faults === undefined ? undefined : readFaults(options.faults);
  const settings = settingsOf(options, { sandbox: { listen, seed, callbackUrl, faults } });
  const log = createLog();
  const workingDirectory = process.cwd();
  const signatures = await loadSignatures(settings.signatures.module, workingDirectory);
  const timeline = clockTimeline(now);
  const sandbox = await namedAsGiven(options.listen, 'sandbox.listen', () =>
    startSandbox({ settings, workingDirectory, timeline, log, signatures }),
  );
  if (!isLoopback(hostOf(settings.sandbox.listen))) {
    log.warn('the sandbox can be reached from other machines; it asks nobody who he is');
  }
  const said = `The sandbox is at ${sandbox.url}: pay-in requests at ${sandbox.url}${PAY_IN_PATH}, its orders at /`;
  await untilStopped(sandbox, log, 'sandbox', said);
}

/** The rates of a file; they are checked with the settings. */
function readFaults(file: string): unknown {
  const path = absolute(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Fault('USAGE', {
      where: `--faults ${file}`,
      found: code,
      expected: 'a file that can be read',
      cause: error,
    });
  }
  try {
    return parse(text) ?? {};
  } catch (error) {
    throw new Fault('USAGE', {
      where: `--faults ${file}`,
      found: (error as Error).message.split('\n')[0]!,
      expected: 'a YAML file with the rate of each fault, such as late: 0.1',
      cause: error,
    });
  }
}
