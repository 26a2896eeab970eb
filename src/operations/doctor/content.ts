import { sql } from 'kysely';
import { targetsOf } from '../../alerts/targets.ts';
import { checkForeignTables } from '../../database/foreign-tables.ts';
import { appliedMigrations, checkHistory } from '../../database/migrate.ts';
import { MIGRATIONS } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { formatInstant, isoSeconds, secondsBetween } from '../../normalise/instant.ts';
import { checkZones } from '../../reconcile/checks.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted } from '../../terminal-text.ts';
import { aheadWarning, clockWarning } from '../schedule/clock-warning.ts';
import { checkWaiting } from './check-deliveries.ts';
import { checkSchedule } from './check-schedule.ts';
import { attempt, doubtful, type GradedCheck, ok } from './graded-check.ts';
import type { Examination } from './request.ts';

/** Reading the time of every record can take long on a large store. */
const LONGEST_SECONDS = 20;

/** Checks the schema, the time zone data, the clock and the newest record of a database of either engine. */
export async function checkContent(
  store: Store,
  settings: Settings,
  { now, plans }: Examination,
): Promise<readonly GradedCheck[]> {
  const checkers: readonly (readonly [string, (session: Session) => Promise<readonly GradedCheck[]>])[] = [
    ['layout', (session) => checkLayout(session, store.address)],
    ['database zones', (session) => checkDatabaseZones(session, settings, now)],
    ['clock', (session) => checkClock(session, settings, now)],
    ['newest record', (session) => checkNewest(session, settings, now)],
    ['deliveries', (session) => checkWaiting(session, settings)],
    ['schedule', (session) => checkSchedule(session, plans(settings), now(), namesOf(settings))],
  ];
  const checks: GradedCheck[] = [];
  for (const [subject, check] of checkers) {
    checks.push(...(await attempt(subject, () => reading(store, check))));
  }
  return checks;
}

/** Reads in a read-only transaction that waits for a lock for 2 seconds at most. */
export function reading<T>(store: Store, check: (session: Session) => Promise<T>): Promise<T> {
  return store.session((session) =>
    transaction(session, async () => {
      await session.script(
        `set transaction read only; set local lock_timeout = '2s'; set local statement_timeout = '${LONGEST_SECONDS}s'`,
      );
      return new Rollback(await check(session));
    }),
  );
}

function namesOf(settings: Settings): string[] {
  return targetsOf(settings).map(({ name }) => name);
}

async function checkLayout(session: Session, address: string): Promise<GradedCheck[]> {
  const applied = await appliedMigrations(session);
  if (applied === undefined) {
    await checkForeignTables(session, address);
    return [ok('layout', 'none yet, made by the first command')];
  }
  checkHistory(applied, address);
  const missing = MIGRATIONS.length - applied.length;
  if (missing === 0) return [ok('layout', `up to date (${MIGRATIONS.at(-1)})`)];
  return [ok('layout', `older, ${counted(missing, 'step')} to go, made by the next command`)];
}

async function checkDatabaseZones(
  session: Session,
  settings: Settings,
  now: Examination['now'],
): Promise<GradedCheck[]> {
  await checkZones(session, settings, now());
  return [ok('database zones', "the database's time zone data say what the program's do")];
}

async function checkClock(
  session: Session,
  settings: Settings,
  now: Examination['now'],
): Promise<GradedCheck[]> {
  const before = now();
  const { rows } = await sql<{ epoch: string }>`
    select extract(epoch from clock_timestamp())::numeric(20, 6) as epoch`.execute(session.db);
  const after = now();
  const middle = before.seconds + before.micros / 1_000_000 + secondsBetween(before, after) / 2;
  const ahead = Number(rows[0]!.epoch) - middle;
  const checks = [gradeClock(ahead, settings.allowedSkewSeconds)];
  if ((await appliedMigrations(session)) === undefined) return checks;
  for (const warning of [await clockWarning(session, after), await aheadWarning(session, after)]) {
    if (warning !== undefined) checks.push(doubtful('clock', warning.found, warning.remedy));
  }
  return checks;
}

/**
 * Grades the difference between the two clocks.
 * @param ahead seconds that the database's clock is ahead of the program's
 */
export function gradeClock(ahead: number, allowedSkewSeconds: number): GradedCheck {
  const seconds = Math.round(Math.abs(ahead));
  const side = ahead < 0 ? 'behind' : 'ahead of';
  if (seconds <= allowedSkewSeconds)
    return ok('clock', `the database's is within ${seconds + 1} s of this one`);
  return doubtful(
    'clock',
    `the database's is ${seconds} s ${side} this machine's`,
    "Synchronize both by NTP: deadlines and as-of are taken from this machine's clock.",
  );
}

async function checkNewest(
  session: Session,
  settings: Settings,
  now: Examination['now'],
): Promise<GradedCheck[]> {
  const subject = 'newest record';
  if ((await appliedMigrations(session)) === undefined) return [];
  const at = now();
  const horizon = formatInstant({ ...at, seconds: at.seconds + settings.allowedSkewSeconds });
  try {
    const { rows } = await sql<{ newest: string | null; counted: string | null }>`
      select greatest((select max(received_at) from callbacks), (select max(requested_at) from pay_ins)) as newest,
             greatest(
               (select max(received_at) from callbacks where received_at <= ${horizon}::timestamptz),
               (select max(requested_at) from pay_ins where requested_at <= ${horizon}::timestamptz)
             ) as counted`.execute(session.db);
    const { newest, counted } = rows[0]!;
    if (newest === null) return [ok(subject, 'none yet')];
    if (newest === counted) return [ok(subject, isoSeconds(newest))];
    return [
      doubtful(
        subject,
        `${isoSeconds(newest)}, which is in the future; before it ${counted === null ? 'none' : isoSeconds(counted)}`,
        'Check the clock of the machine that writes the logs, and the setting logs.zone; no run counts it before then.',
      ),
    ];
  } catch (error) {
    // SQLSTATE 57014: cancelled by statement_timeout, or by an administrator.
    if ((error as { code?: string }).code !== '57014') throw error;
    return [ok(subject, `not checked, since it takes more than ${LONGEST_SECONDS} s here`)];
  }
}
