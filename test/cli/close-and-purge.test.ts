/** The commands close and purge, as a person and a program meet them. */
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER];
const WHY = ['--by', 'ana', '--reason', 'it is booked'];

onEngines('a period', (engine) => {
  it('is closed, opened again and purged, and each time it is said what that comes to', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const say = (...words: string[]) => run(words, { cwd, environment });
    await say(...ON_DAY, '--in', 'logs');

    const closed = await say('close', '--through', DAY, ...WHY, '--json');
    expect(closed.stderr).toBe('');
    expect(JSON.parse(closed.stdout)).toEqual({
      dry_run: false,
      regions: ['BR', 'EG', 'other'].map((region) => ({ region, before: null, after: DAY })),
      not_ready: [],
      provisional: ['BR', 'EG'].map((region) => ({
        ...{ date: DAY, region },
        reason: expect.stringMatching(
          /^pay-ins are complete only until .*; orders and payments may be missing$/,
        ),
      })),
    });
    const twice = await say('close', '--through', DAY, '--region', 'BR', ...WHY);
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain('error CLOSED_ALREADY: ');
    expect(twice.stderr).toContain(`found:    BR is closed through ${DAY}`);

    const asked = await say(...ON_DAY);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`${DAY}/BR/v1 (closed, final)`);

    const opened = await say('close', '--through', DAY, '--reopen', '--region', 'BR', ...WHY);
    expect(opened.stdout).toBe(`BR: open (was closed through ${DAY})\n`);

    const dry = await say('purge', '--older-than', '1d', '--dry-run');
    expect(dry.stdout).toMatch(new RegExp(`^Date +Region +Orders +Payments +Records\n${DAY} +BR `));
    expect(dry.stdout).toContain('would be removed.\nNothing was changed.');
    const told = JSON.parse((await say('purge', '--older-than', '1d', '--dry-run', '--json')).stdout);
    const went = JSON.parse((await say('purge', '--older-than', '1d', ...WHY, '--json')).stdout);
    expect(went).toEqual({ ...told, dry_run: false });
    expect(went.dates[0]).toMatchObject({ date: DAY, region: 'BR' });

    const version = await say('report', 'orders', '--date', DAY, '--region', 'BR', '--version', '1');
    expect(version).toMatchObject({ code: 2, stdout: '' });
    expect(version.stderr).toContain('error VERSION_PURGED: ');
    const verified = await say('verify', '--date', DAY);
    expect(verified.stdout).toContain('purged (entry ');
    expect(verified.stdout).toContain('No deviations.');
    expect(verified.code).toBe(0);
  });
});
