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
});
