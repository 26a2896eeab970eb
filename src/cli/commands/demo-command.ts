import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Argv } from 'yargs';
import { planRun, readAndReconcile } from '../../books/run/read-and-reconcile.ts';
import { reconcileText } from '../../books/run/summary-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { lockFolder } from '../../database/folder-lock.ts';
import { openStore } from '../../database/open-store.ts';
import { Fault } from '../../errors.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import { type Instant, parseWrittenTime, secondsBetween } from '../../normalise/instant.ts';
import { SILENT } from '../../progress.ts';
import { parseSettings } from '../../settings/load-settings.ts';
import { writeDay } from '../../simulate/write-day.ts';
import { counted, quoted } from '../../terminal-text.ts';
import { absolute } from '../context.ts';
import { print } from '../print.ts';
import type { Example } from '../usage.ts';

/** The business date of the demo. It is fixed, so that every run shows the same. */
const DATE = '2026-11-19';
/** The next day: late callbacks have been received, and orders that were never paid are stuck. */
const AS_OF = '2026-11-20T12:00:00Z';
const FOLDER = 'payin-recon-demo';
/** Marks a folder as the demo's, so that a folder with files of the user is never emptied. */
const MARK_FILE = '.payin-recon-demo';

export const examples: readonly Example[] = [
  ['$0 demo', 'a few thousand orders, both regions'],
  ['$0 demo --orders 100000 --seed 7', 'more of them, and others'],
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
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']>;

export async function handler(options: Options): Promise<void> {
  if (!Number.isInteger(options.orders) || options.orders < 1 || options.orders > 50_000_000) {
    throw new Fault('USAGE', { where: '--orders', found: String(options.orders), expected: '1 to 50000000' });
  }
  const folder = absolute(options.out);
  clearDemo(folder);
  const logs = join(folder, 'logs');
  const written = await writeDay({ date: DATE, seed: options.seed, orders: options.orders, folder: logs });
  print(
    `Made ${counted(options.orders, 'order')} of ${DATE}: ${counted(written.files.length, 'log file')} in ${shown(logs)}`,
  );
  const settings = parseSettings({ data: join(folder, 'store'), out: join(folder, 'reports') });
  const asOf: Instant = { seconds: parseWrittenTime(AS_OF)!.localSeconds, micros: 0 };
  const store = await openStore(settings, process.cwd());
  try {
    // If the clock of this machine is before the demo's date, use the demo's time: its records must not be in the
    // future.
    const startedAt = latest(now(), asOf);
    const asked = { dates: { date: DATE }, in: [shown(logs)], asOf, startedAt, out: settings.out };
    const plan = planRun(asked, commandLine('demo'), settings);
    const { result } = await readAndReconcile(store, settings, plan, {
      progress: SILENT,
      onRead: (sources) => print(ingestText(sources)),
    });
    print(
      `\n${reconcileText(result, { workingDirectory: process.cwd(), options: ` --data ${quoted(shown(join(folder, 'store')))}` })}`,
    );
  } finally {
    await store.close();
  }
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
    mkdirSync(folder, { recursive: true });
    writeFileSync(mark, 'Made by payin-recon demo, which empties this folder when it runs again.\n');
  } catch (error) {
    throw new Fault('FOLDER_NOT_WRITABLE', {
      where: shown(folder),
      found: (error as Error).message,
      cause: error,
    });
  }
}

function latest(one: Instant, other: Instant): Instant {
  return secondsBetween(one, other) > 0 ? other : one;
}

function shown(path: string): string {
  return relative(process.cwd(), path) || '.';
}
