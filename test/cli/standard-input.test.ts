import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, LINES } from './past-day.ts';

onEngines('standard input', (engine) => {
  it('is read where a path is -, alone or among others', async () => {
    const cwd = temporaryFolder();
    const { environment } = await engine.database();
    const input = `${LINES.join('\n')}\n`;
    const read = await run(['ingest', '-'], { cwd, environment, input });
    expect(read.stderr).toBe('');
    expect(read.stdout).toMatch(new RegExp(`^Read 1 file, ${LINES.length} records: `));
    expect(read.code).toBe(0);
    const out = join(cwd, 'out');
    const words = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', '-', '--out', out];
    const again = await run(words, { cwd, environment, input });
    expect(again.stderr).toContain('0 accepted');
    expect(again.code).toBe(0);
  });
});

onEngines('a command that cannot be meant', (engine) => {
  it.each([
    [['reconcile', '--date'], 'date'],
    [['reconcile', '--date', DAY, '--in'], 'in'],
    [['report', 'orders', '--date', DAY, '--version', 'x'], '--version'],
    [['job', 'run', 'nightly', '--region', 'XX'], 'BR, EG, other'],
    [['job', 'run', 'ingest', '--region', 'BR'], 'neither --region nor --date'],
  ])('is a fault of usage: %j', async (words, told) => {
    const { environment } = await engine.database();
    const { code, stdout, stderr } = await run(words, { cwd: temporaryFolder(), environment });
    expect(stderr).toContain('error USAGE: ');
    expect(stderr).toContain(told);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
