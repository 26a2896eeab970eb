/** A thread that parses lines and comes to an end: the files it was at work on are not kept, and the next try keeps them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { run } from './command.ts';
import { toPast, workingFolder } from './past-day.ts';

const LINES = 2000;

/** Loaded by every thread of the program: those that parse end as they start. */
const ENDS = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) process.exit(7);",
)}`;

onEngines('an ingest whose worker ends', (engine) => {
  it('keeps nothing of the file, says what to do, and the same again does it', async () => {
    const cwd = workingFolder();
    const lines = Array.from({ length: LINES }, (_, index) => {
      const number = `WORKER${String(index).padStart(6, '0')}`;
      return `${toPast(payInLine({ orderNo: number, tradeNo: `T${number}` }))}\n`;
    });
    writeFileSync(join(cwd, 'many.ndjson'), lines.join(''));
    const { environment } = await engine.database();
    const lost = await run(['ingest', 'many.ndjson'], {
      cwd,
      environment: { ...environment, NODE_OPTIONS: `--import ${ENDS}` },
    });
    expect(lost.stderr).toContain('error WORKER_FAILED: ');
    expect(lost.stderr).toContain('it ended with 7');
    expect(lost.stderr).toContain('ingest.workers');
    expect(lost.code).toBe(3);
    const again = await run(['ingest', 'many.ndjson', '--json'], { cwd, environment });
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout).sources[0]).toMatchObject({ accepted: LINES, duplicate: 0 });
    const without = await run(['ingest', 'many.ndjson', '--json'], {
      cwd,
      environment: { ...environment, NODE_OPTIONS: `--import ${ENDS}`, PAYIN_RECON_INGEST_WORKERS: '0' },
    });
    expect(without.code, without.stderr).toBe(0);
  });
});
