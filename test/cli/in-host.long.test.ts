/** Commands that tests run in one process after another say what they say in a process of their own. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { hostsStarted } from '../support/in-host.ts';
import { filesOf } from '../support/state.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['reconcile', '--help'],
  ['reconcile', '--dat', DAY],
  ['findings', 'list'],
  ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs', '--fail-on', 'high'],
  ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs', '--json'],
  ['reconcile', '--date', '2024-11-18', '--as-of', '2024-11-19T12:00:00Z'],
  ['order', 'ORDER00001'],
  ['order', 'NO-SUCH-ORDER'],
  ['report', 'orders', '--date', DAY, '--version', '1'],
  ['report', 'orders', '--date', DAY, '--version', '7'],
  ['ingest', 'no-such-file.ndjson'],
  ['findings', 'list', '--csv', '--severity', 'high'],
  ['verify'],
];

/** Reports that say when a file was read, and the manifest with their digests. */
const HAS_TIME_OF_READING = /\/(rejected-records\.csv|manifest\.json)$/;

onEngines('commands in one process', (engine) => {
  it('end with the same code and text as in processes of their own, and write the same files', async () => {
    await run(['--version'], { cwd: workingFolder() });
    const hosts = hostsStarted();
    const told = [];
    for (const isApart of [true, false]) {
      const cwd = workingFolder();
      const { environment } = await engine.database();
      const outcomes = [];
      for (const words of COMMANDS) {
        const outcome = await run(words, { cwd, environment, isApart });
        outcomes.push(withoutPlaces(outcome, [cwd, ...Object.values(environment)]));
      }
      const files = Object.entries(filesOf(join(cwd, 'payin-recon-reports')));
      told.push({
        outcomes,
        files: Object.fromEntries(files.filter(([name]) => !HAS_TIME_OF_READING.test(name))),
      });
    }
    expect(told[1]).toEqual(told[0]);
    // Else each would load the program again, and the host would be good for nothing.
    expect(hostsStarted()).toBe(hosts);
    const codes = told[0]!.outcomes.map((outcome) => JSON.parse(outcome).code);
    expect(codes).toEqual([0, 0, 2, 0, 1, 0, 0, 0, 2, 0, 2, 4, 0, 0]);
    expect(Object.keys(told[0]!.files)).toContain(`${DAY}/BR/v1/orders.csv`);
  });

  it('start from nothing each: folder, variables and words of the one before are gone', async () => {
    const { environment } = await engine.database();
    const first = await run(['ingest', 'logs'], { cwd: workingFolder(), environment });
    expect(first.stdout).toContain('day.ndjson');
    const cwd = workingFolder();
    const other = await run(['migrate', '--data', 'own'], { cwd });
    expect(other.code).toBe(0);
    expect(filesBelow(cwd).some((name) => name.startsWith('own/'))).toBe(true);
    const { stdout } = await run(['findings', 'list', '--data', 'own'], { cwd });
    expect(stdout).toBe('Nothing was reconciled yet.\n');
  });
});

/** An outcome as text, without the names of folder and database, which each has for itself. */
function withoutPlaces(outcome: object, names: readonly string[]): string {
  return names.reduce((text, name) => text.replaceAll(name, '<place>'), JSON.stringify(outcome));
}
