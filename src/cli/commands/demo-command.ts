import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Argv } from 'yargs';
import { addUser } from '../../access/change-users.ts';
import { generatePassword } from '../../access/password.ts';
import { planRun, readAndReconcile } from '../../books/run/read-and-reconcile.ts';
import { reconcileText } from '../../books/run/summary-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { folderFault } from '../../database/folder-fault.ts';
import { lockFolder } from '../../database/folder-lock.ts';
import { makeFolders } from '../../database/make-folders.ts';
import { openStore } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { storeInTurn } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import { createLog } from '../../log.ts';
import { addSeconds, type Instant, parseWrittenTime, secondsBetween } from '../../normalise/instant.ts';
import { addDays } from '../../normalise/local-date.ts';
import { SILENT } from '../../progress.ts';
import { parseSettings } from '../../settings/load-settings.ts';
import type { Settings } from '../../settings/schema.ts';
import { writeDay } from '../../simulate/write-day.ts';
import { counted, quoted } from '../../terminal-text.ts';
import { absolute, withStore } from '../context.ts';
import { liveSettings, runLiveDemo } from '../live-demo.ts';
import { print } from '../print.ts';
import { onSignal } from '../signals.ts';
import { startServing } from '../start-serving.ts';
import type { Example } from '../usage.ts';

/** The business date of the demo. It is fixed, so that every run shows the same. */
const DATE = '2026-11-19';
/** The next day: late callbacks have been received, and orders that were never paid are stuck. */
const AS_OF = '2026-11-20T12:00:00Z';
const DAY_SECONDS = 86_400;
const FOLDER = 'payin-recon-demo';
/** Marks a folder as the demo's, so that a folder with files of the user is never emptied. */
const MARK_FILE = '.payin-recon-demo';

export const examples: readonly Example[] = [
  ['$0 demo', 'a few thousand orders, both regions'],
  ['$0 demo --orders 100000 --seed 7', 'more of them, and others'],
  ['$0 demo --serve', 'a week, and the page to look at it'],
  ['$0 demo --live', 'a few orders to pay yourself, at a cashier page'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('orders', { type: 'number', default: 3000, requiresArg: true, describe: 'How many orders' })
    .option('seed', { type: 'number', default: 1, requiresArg: true, describe: 'Another seed, another day' })
    .option('out', {
      type: 'string',
      default: FOLDER,
      requiresArg: true,
      describe: 'Folder for logs, store and reports',
    })
    .option('dates', {
      type: 'number',
      requiresArg: true,
      describe: 'How many dates up to that one, each with so many orders (default: 1, with --serve 7)',
    })
    .option('serve', { type: 'boolean', describe: 'Serve the page of the demo until stopped' })
    .option('live', {
      type: 'boolean',
      describe: 'Start the sandbox and the endpoint for callbacks, and reconcile what you pay, until stopped',
    })
    .conflicts('live', ['serve', 'dates'])
    .option('listen', {
      type: 'string',
      requiresArg: true,
      default: '127.0.0.1:8080',
      describe: 'With --serve: host:port of the page; with --live: of the cashier',
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

export async function handler(options: Options): Promise<void> {
  if (!Number.isInteger(options.orders) || options.orders < 1 || options.orders > 50_000_000) {
    throw new Fault('USAGE', { where: '--orders', found: String(options.orders), expected: '1 to 50000000' });
  }
  const { dates: dateCount = options.serve === true ? 7 : 1 } = options;
  if (!Number.isInteger(dateCount) || dateCount < 1 || dateCount > 31) {
    throw new Fault('USAGE', { where: '--dates', found: String(dateCount), expected: '1 to 31' });
  }
  const folder = absolute(options.out);
  clearDemo(folder);
  if (options.live === true) {
    const live = await liveSettings({ folder, listen: options.listen });
    await withStore(live, (store) => runLiveDemo(storeInTurn(store), live));
    return;
  }
  const dates = Array.from({ length: dateCount }, (_, index) => addDays(DATE, index + 1 - dateCount));
  const logs = await writeLogs(folder, dates, options);
  const settings = parseSettings({
    ...{ data: join(folder, 'store'), out: join(folder, 'reports'), page: { listen: options.listen } },
    // So that a write-off that needs a second person can be tried.
    decisions: { writeOffLimits: { BRL: 10_000, EGP: 50_000 } },
  });
  const store = await openStore(settings, process.cwd());
  try {
    await reconcileDemo(store, settings, logs, dates);
    if (options.serve === true) await serveDemo(store, settings);
  } finally {
    await store.close();
  }
}

/** The next day of the demo. */
const AS_OF_INSTANT: Instant = { seconds: parseWrittenTime(AS_OF)!.localSeconds, micros: 0 };

/** Writes the logs of every date and returns their folder. */
async function writeLogs(
  folder: string,
  dates: readonly string[],
  { seed, orders }: Pick<Options, 'seed' | 'orders'>,
): Promise<string> {
  const logs = join(folder, 'logs');
  for (const [index, date] of dates.entries()) {
    const own = dates.length === 1 ? logs : join(logs, date);
    // The last date is that of a demo of one date.
    const written = await writeDay({ date, seed: seed + dates.length - 1 - index, orders, folder: own });
    print(
      `Made ${counted(orders, 'order')} of ${date}: ${counted(written.files.length, 'log file')} in ${shown(own)}`,
    );
  }
  return logs;
}

/** Reads and reconciles date by date, as nights do: each as of the noon after it. */
async function reconcileDemo(
  store: Store,
  settings: Settings,
  logs: string,
  dates: readonly string[],
): Promise<void> {
  for (const [index, date] of dates.entries()) {
    const asOf = addSeconds(AS_OF_INSTANT, (index + 1 - dates.length) * DAY_SECONDS);
    const own = dates.length === 1 ? logs : join(logs, date);
    // If the clock of this machine is before the demo's date, use the demo's time: its records must not be in the
    // future.
    const startedAt = latest(now(), asOf);
    const asked = { dates: { date }, in: [shown(own)], asOf, startedAt, out: settings.out };
    const { result } = await readAndReconcile(
      store,
      settings,
      planRun(asked, commandLine('demo'), settings),
      {
        progress: SILENT,
        onRead: (sources) => print(ingestText(sources)),
      },
    );
    const data = ` --data ${quoted(shown(settings.data))}`;
    print(`\n${reconcileText(result, { workingDirectory: process.cwd(), options: data })}`);
  }
}

/** People who can sign in to the demo: one who decides, and a second one who approves. */
const DEMO_USERS = [
  ['ana', 'admin'],
  ['omar', 'approver'],
] as const;

/** Serves the page of the demo until a signal ends it. Its clock begins on the next day of the demo. */
async function serveDemo(opened: Store, settings: Settings): Promise<void> {
  const store = storeInTurn(opened);
  const started = now();
  const demoNow = () => addSeconds(AS_OF_INSTANT, secondsBetween(started, now()));
  const password = generatePassword();
  for (const [name, role] of DEMO_USERS) {
    await addUser(store, { at: demoNow(), who: 'demo' }, { name, role, password });
  }
  const page = await startServing({ settings, store, log: createLog(), now: demoNow });
  const stopped = new Promise<void>(onSignal);
  const names = DEMO_USERS.map(([name, role]) => `${name} (${role})`).join(' or ');
  print(`\nThe page is at ${page.url}\nSign in as ${names} with the password ${password}`);
  print('Press Ctrl+C to end.');
  await stopped;
  await page.close();
}

/**
 * Empties the folder of an earlier demo, which its mark file identifies. Throws for any other folder that is not empty.
 */
function clearDemo(folder: string): void {
  const mark = join(folder, MARK_FILE);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    const [first] = readdirSync(folder);
    if (!existsSync(mark)) {
      throw new Fault('FOLDER_NOT_WRITABLE', {
        where: shown(folder),
        found: `${first}, which was not created by a demo`,
        remedy: 'Name an empty folder with --out.',
      });
    }
    const store = join(folder, 'store');
    if (existsSync(store)) lockFolder(join(store, 'lock'))();
    rmSync(folder, { recursive: true });
  }
  try {
    makeFolders(folder);
    writeFileSync(mark, 'Made by payin-recon demo, which empties this folder when it runs again.\n');
  } catch (error) {
    throw folderFault(error, shown(folder));
  }
}

function latest(one: Instant, other: Instant): Instant {
  return secondsBetween(one, other) > 0 ? other : one;
}

function shown(path: string): string {
  return relative(process.cwd(), path) || '.';
}
