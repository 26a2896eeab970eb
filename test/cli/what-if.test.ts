/** Which dates and regions `what-if` compares. */
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

onEngines('what-if', (engine) => {
  it('takes the name of a region that only the tried settings have', async () => {
    const options = { cwd: workingFolder(), environment: (await engine.database()).environment };
    expect((await run(['ingest', 'logs'], options)).code).toBe(0);
    const tried = ['what-if', '--set', 'regions.EG.name=CA', '--date', DAY, '--as-of', DAY_AFTER, '--json'];
    const { code, stdout, stderr } = await run([...tried, '--region', 'CA'], options);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const { dates, previews } = JSON.parse(stdout);
    expect(dates[0].outcomes).toMatchObject([{ region: 'CA', before: { orders: 0 }, after: { orders: 1 } }]);
    expect(previews).toMatchObject([{ date: DAY, region: 'CA' }]);
    const former = await run([...tried, '--region', 'EG'], options);
    expect([former.code, former.stderr]).toEqual([2, expect.stringContaining('expected: BR, CA, other')]);
  });

  it('compares a date only in the regions that were asked about', async () => {
    const options = { cwd: workingFolder(), environment: (await engine.database()).environment };
    expect((await run(['ingest', 'logs'], options)).code).toBe(0);
    // In Cairo the next day has begun.
    const asked = ['--date', 'yesterday', '--as-of', '2024-11-20T23:00:00Z'];
    const { stdout } = await run(['what-if', '--set', 'graceSeconds=1', ...asked, '--json'], options);
    const { dates, previews } = JSON.parse(stdout);
    const compared = dates.flatMap((one: { date: string; outcomes: Array<{ region: string }> }) =>
      one.outcomes.map(({ region }) => `${one.date} ${region}`),
    );
    expect([...new Set(compared)]).toEqual([`${DAY} BR`]);
    expect(previews.map((one: Record<string, string>) => `${one['date']} ${one['region']}`)).toContain(
      `${DAY} BR`,
    );
    const begun = ['--date', '2024-11-21', '--as-of', '2024-11-20T23:00:00Z'];
    const { stderr } = await run(['what-if', '--set', 'graceSeconds=1', ...begun], options);
    expect(stderr).toContain('Left out, since they have not begun: 2024-11-21 in BR');
  });
});
