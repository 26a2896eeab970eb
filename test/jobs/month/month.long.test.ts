import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { JOBS } from '../../../jobs/all.ts';
import { datesBetween } from '../../../src/books/run/given-dates.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../../src/database/store.ts';
import { Fault } from '../../../src/errors.ts';
import { addSeconds, type Instant, secondsBetween } from '../../../src/normalise/instant.ts';
import { addDays } from '../../../src/normalise/local-date.ts';
import { dueTimes } from '../../../src/operations/schedule/due-times.ts';
import { jobPlans } from '../../../src/operations/schedule/plans.ts';
import { runDue } from '../../../src/operations/schedule/run-due.ts';
import { loadSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { createRandom } from '../../../src/simulate/random.ts';
import { writeDay } from '../../../src/simulate/write-day.ts';
import { bytesBelow, instant } from '../../export/books.ts';
import { onPostgresql, type TestDatabase } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { Daemons } from './daemons.ts';
import { startMailbox } from './mailbox.ts';
import { readClock, setClock } from './wound-clock-file.ts';

/** Cairo's clock goes back within both; `npm run month` takes the whole. */
const [FIRST, LAST] =
  process.env['TEST_MONTH'] === 'whole' ? ['2026-10-15', '2026-11-14'] : ['2026-10-28', '2026-11-01'];
const DATES = datesBetween(FIRST, LAST);
const REGIONS = ['BR', 'EG', 'other'];
/** Of logged time in a second. */
const SPEED = 6 * 3600;
/** After the last night of the last region, and what is still to be done by then. */
const END = addSeconds(instant(`${addDays(LAST, 1)}T06:00:00Z`), 0);
const START = instant(`${FIRST}T12:00:00Z`);
const FACTS = [
  'orders',
  'payments',
  'daily-summary',
  'payments-summary',
  'amount-mismatches',
  'orphan-callbacks',
];

const settingsText = (mailPort: number) => `
out: reports
ingest: {folders: [../logs], workers: 0}
jobs: {ingest: 0 */6 * * *, watch: 0 0 1 1 *, verify: 0 5 * * 0, attempts: 3}
alerts:
  channels:
    - {name: finance, kind: email, url: 'smtp://127.0.0.1:${mailPort}', from: recon@shop.example, to: [finance@shop.example]}
`;

onPostgresql('a month of nights', (engine) => {
  it('comes out as an undisturbed one, whatever falls over', { timeout: 1_200_000 }, async () => {
    const folder = temporaryFolder();
    for (const [index, date] of DATES.entries()) {
      await writeDay({ date, seed: index + 1, orders: 12, folder: join(folder, 'logs') });
    }
    const mailbox = await startMailbox();
    const calm = await world(folder, 'calm', await engine.database(), mailbox.port);
    await undisturbed(calm);
    const calmMails = mailbox.take();
    const wild = await world(folder, 'wild', await engine.database(), mailbox.port);
    const { kills, done } = await disturbed(wild, folder, mailbox);

    expect(kills).toBeGreaterThan(DATES.length);
    const runs = await nightsOf(wild);
    expect(runs).toEqual(await nightsOf(calm));
    expect(runs).toHaveLength(DATES.length * REGIONS.length);
    expect(runs.filter(({ outcome, replaces_runs }) => outcome !== 'done' || replaces_runs !== 1)).toEqual(
      [],
    );
    // One that ended well was not begun again.
    expect(done.filter((one, index) => done.indexOf(one) !== index)).toEqual([]);

    const written = await wild.store.session(({ db }) =>
      db.selectFrom('outbox').select(['key', 'topic', 'sent_at']).orderBy('key').execute(),
    );
    expect(written.filter(({ sent_at }) => sent_at === null)).toEqual([]);
    const nights = written
      .filter(({ topic }) => topic === 'night')
      .map(({ key }) => key.split('/').slice(1, 3))
      .filter(([, date]) => date! <= LAST!);
    // Nothing is known of a region without orders, so nobody is told of it.
    const told = ['BR', 'EG'].flatMap((region) => DATES.map((date) => [region, date]));
    expect(nights.map(String).toSorted()).toEqual(told.map(String).toSorted());
    const mails = mailbox.take();
    expect(new Set(mails).size).toBe(written.length);
    // Who was killed between sending and noting repeats what was sent.
    expect(mails.length - written.length).toBeLessThanOrEqual(kills);
    expect(new Set(calmMails).size).toBe(calmMails.length);

    expect(await factsOf(wild)).toEqual(await factsOf(calm));
  });
});

interface World {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly store: Store;
}

async function world(folder: string, name: string, database: TestDatabase, mailPort: number): Promise<World> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(
    join(cwd, 'payin-recon.yaml'),
    settingsText(mailPort).replace('../logs', join(folder, 'logs')),
  );
  const { environment } = database;
  const settings = loadSettings({ environment, workingDirectory: cwd });
  return { cwd, environment, settings, store: await database.open() };
}

/** One process that is always there, and looks a minute after each time that something is due. */
async function undisturbed({ cwd, settings }: World): Promise<void> {
  const times = jobPlans(JOBS, settings).flatMap((plan) => dueTimes(plan, START, END));
  const looks = [
    START,
    ...times.sort((a, b) => a.seconds - b.seconds).map((time) => addSeconds(time, 60)),
    END,
  ];
  for (const at of looks) {
    const { failures } = await runDue({
      jobs: JOBS,
      ...{ settings, workingDirectory: cwd, now: () => at, stop: new AbortController().signal },
      log: pino({ level: 'silent' }),
    });
    expect(failures).toEqual([]);
  }
}

/** Two daemons that are killed again and again, at times both away, and no mail for a day in the middle. */
async function disturbed(
  { cwd, environment, store, settings }: World,
  folder: string,
  mailbox: Awaited<ReturnType<typeof startMailbox>>,
): Promise<{ kills: number; done: readonly string[] }> {
  const random = createRandom(7, 1);
  random.seek(1);
  const clock = join(folder, 'clock');
  setClock(clock, START, 0);
  const daemons = new Daemons(cwd, environment, clock);
  // Both know the plan before time goes on; otherwise nothing is due yet.
  await daemons.start(0);
  await until(async () => (await plannedOf(store)) === jobPlans(JOBS, settings).length);
  setClock(clock, START, SPEED);
  const noMailFrom = addSeconds(instant(`${addDays(FIRST, 2)}T00:00:00Z`), 0);
  const noMailUntil = addSeconds(noMailFrom, 86_400);
  let kills = 0;
  for (let at = START; secondsBetween(at, END) > 0 || kills <= DATES.length; at = readClock(clock)) {
    // The clock stays there while a busy machine has killed too few.
    if (secondsBetween(at, END) <= 0) setClock(clock, END, 0);
    const isDown = secondsBetween(noMailFrom, at) >= 0 && secondsBetween(at, noMailUntil) > 0;
    await (isDown ? mailbox.close() : mailbox.open());
    await sleep(random.between(100, 1500));
    const which = random.between(0, 1);
    if (daemons.isRunning(which)) {
      daemons.kill(which);
      kills += 1;
    } else await daemons.start(which);
  }
  await mailbox.open();
  setClock(clock, END, 0);
  await daemons.start(0);
  await daemons.start(1);
  await until(
    async () => (await owedOf(store)) === 0,
    () => windOn(store, clock),
  );
  const ends = await daemons.stop();
  expect(ends).toEqual([0, 0]);
  return { kills, done: daemons.doneNights() };
}

/** Lets time go on, but while a run is in progress: otherwise nights would become due faster than a slow machine does them. */
async function windOn(store: Store, clock: string): Promise<void> {
  const windOnce = async () => setClock(clock, addSeconds(readClock(clock), 120), 0);
  await store.exclusively(windOnce).catch((error: unknown) => {
    if (!(error instanceof Fault && error.code === 'STORE_LOCKED')) throw error;
  });
}

async function plannedOf(store: Store): Promise<number> {
  return (await store.session(({ db }) => db.selectFrom('job_plans').select('job').execute())).length;
}

/** What is still to be done, or to be sent. */
async function owedOf(store: Store): Promise<number> {
  return store.session(async ({ db }) => {
    const runs = await db
      .selectFrom('job_runs')
      .select('job')
      .where('outcome', 'in', ['due', 'running', 'failed'])
      .execute();
    const nights = await db
      .selectFrom('job_runs')
      .select('job')
      .where('job', '=', 'nightly')
      .where('outcome', '=', 'done')
      .execute();
    const messages = await db.selectFrom('outbox').select('key').where('sent_at', 'is', null).execute();
    return runs.length + messages.length + (DATES.length * REGIONS.length - nights.length);
  });
}

function nightsOf({ store }: World) {
  return store.session(({ db }) =>
    db
      .selectFrom('job_runs')
      .select(['region', 'date', 'due_at', 'outcome', 'replaces_runs', 'failures', 'by_hand'])
      .where('job', '=', 'nightly')
      // While the last are made up for, the clock may come to nights of another month.
      .where('date', '<=', LAST!)
      .orderBy('due_at')
      .orderBy('region')
      .execute(),
  );
}

/** What was published of the facts, once both worlds are looked at from the same moment. */
async function factsOf({ cwd, settings, store }: World): Promise<Record<string, string>> {
  const asOf: Instant = addSeconds(END, 5 * 86_400);
  await reconcileDates(store, settings, { dates: DATES, asOf, startedAt: asOf, out: join(cwd, 'reports') });
  const newest = DATES.flatMap((date) =>
    ['BR', 'EG'].map((region) => join(cwd, 'reports', date, region, 'latest')),
  );
  return Object.fromEntries(
    newest.flatMap((path) =>
      Object.entries(bytesBelow(`${path}/`))
        .filter(([name]) => FACTS.includes(name.replace('.csv', '')))
        .map(([name, digest]) => [join(path.slice(cwd.length), name), digest]),
    ),
  );
}

async function until(
  holds: () => Promise<boolean>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  while (!(await holds())) {
    await meanwhile();
    await sleep(100);
  }
}
