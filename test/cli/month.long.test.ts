import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDays } from '../../src/normalise/local-date.ts';
import { alone } from '../crashes/contents.ts';
import { filesBelow, identitiesBelow, sha256Of } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { run, start } from './command.ts';
import { workingFolder, writeLog } from './past-day.ts';
import { signalledAtPipe } from './signalled-at-pipe.ts';

const FIRST = '2024-10-01';
const DATES = Array.from({ length: 30 }, (_, index) => addDays(FIRST, index));
const MONTH = [
  ...['reconcile', '--from', FIRST, '--to', DATES.at(-1)!, '--as-of', '2024-11-20T12:00:00Z'],
  ...['--region', 'BR'],
];
/** The run is broken off once so many dates are published. */
const DONE = 3;

/** A working folder with an order of each date in its logs, and a database of its own. */
async function atWork(engine: Engine) {
  const cwd = workingFolder();
  const lines = DATES.flatMap((date, index) => {
    const order = { orderNo: `MONTH${String(index).padStart(5, '0')}`, tradeNo: `M${index}` };
    return [payInLine(order), callbackLine(order)].map((line) => line.replaceAll('2026-11-19', date));
  });
  writeLog(join(cwd, 'logs/month.ndjson'), lines);
  const { environment, open } = await engine.database();
  return { cwd, environment, open, out: join(cwd, 'payin-recon-reports') };
}

/** Starts the month and ends it with a signal when it comes to the date after those. */
async function brokenOff(signal: 'SIGINT' | 'SIGKILL', where: Awaited<ReturnType<typeof atWork>>) {
  // What another store published there is compared with what this one writes.
  const theirs = join(where.out, DATES[DONE]!, 'BR/v1');
  mkdirSync(theirs, { recursive: true });
  const outcome = await signalledAtPipe(join(theirs, 'orders.csv'), signal, () =>
    start([...MONTH, '--in', 'logs/month.ndjson'], where),
  );
  rmSync(theirs, { recursive: true });
  // What the server has not noticed to be gone would hold the store.
  await alone(where);
  return outcome;
}

/** The dates whose folder has versions, each of which has to be whole: every file as the manifest says. */
function wholeDates(out: string): string[] {
  return readdirSync(out).filter((date) => {
    const region = join(out, date, 'BR');
    const versions = existsSync(region) ? readdirSync(region).filter((name) => /^v\d+$/.test(name)) : [];
    for (const version of versions) {
      const manifest = JSON.parse(readFileSync(join(region, version, 'manifest.json'), 'utf8'));
      for (const { name, sha256 } of manifest.files) {
        expect(sha256Of(readFileSync(join(region, version, name))), `${date} ${name}`).toBe(sha256);
      }
    }
    return versions.length > 0;
  });
}

onEngines('a month in one command', (engine) => {
  it.each([
    ['SIGINT', 130, null],
    ['SIGKILL', null, 'SIGKILL'],
  ] as const)(
    'that is broken off by %s leaves whole dates, and the same again goes on',
    async (signal, code, killed) => {
      const where = await atWork(engine);
      const first = await brokenOff(signal, where);
      expect({ code: first.code, signal: first.signal }).toEqual({
        code: killed === null ? code : null,
        signal: killed,
      });
      expect(first.stdout).toBe('');
      // What is kept is told, as far as a process can tell it.
      if (killed === null) {
        expect(first.stderr).toMatch(/found: {4}kept:\n/);
        expect(first.stderr).toContain(`            ${DATES[DONE - 1]}: BR v1 new`);
      }

      const done = wholeDates(where.out);
      expect(done.length).toBeGreaterThanOrEqual(DONE);
      expect(done.length).toBeLessThan(DATES.length);
      expect(done).toEqual(DATES.slice(0, done.length));
      const before = Object.fromEntries(
        done.map((date) => [date, identitiesBelow(join(where.out, date, 'BR/v1'))]),
      );

      const second = await run([...MONTH, '--json'], where);
      expect(second.code).toBe(0);
      const versions: { date: string; version: number; state: string }[] = JSON.parse(second.stdout).versions;
      expect(versions.map(({ date }) => date)).toEqual(DATES);
      // None is published twice: what was there is known unchanged, and every date has one version.
      for (const { date, version, state } of versions) {
        expect(version, date).toBe(1);
        if (done.includes(date)) expect(state, date).toBe('unchanged');
      }
      // One that was kept and not yet put in its place is written as it was kept; those after it are new.
      const states = versions.slice(done.length).map(({ state }) => state);
      expect(states.slice(1).every((state) => state === 'new')).toBe(true);
      expect(['new', 'restored']).toContain(states[0]);

      expect(wholeDates(where.out)).toEqual(DATES);
      for (const date of done) expect(identitiesBelow(join(where.out, date, 'BR/v1'))).toEqual(before[date]);
      const left = filesBelow(where.out).filter((name) => name.includes('.writing-'));
      expect(left).toEqual([]);
    },
  );
});
