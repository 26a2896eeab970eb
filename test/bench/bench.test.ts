import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { onOwnServer } from '../support/own-server.ts';
import { createDatabase } from './databases.ts';
import { datesOf, dayOf, lateCallbacks } from './days.ts';
import { measureEngine } from './engines.ts';
import { tableOf } from './figures.ts';
import { HISTORY_AGAINST, measureHistory } from './history.ts';
import { checkTotals, LATE_AGAINST, measureLate } from './late.ts';

function folder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), `payin-recon-bench-${name}-`));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

onOwnServer('the benchmark', (start) => {
  it('measures late callbacks and DuckDB on the same day, and both say the same of what was requested', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const work = folder('late');
    const day = await dayOf(join(work, 'data'), 400);
    const place = { work, environment: await createDatabase(server) };
    const engine = measureEngine('postgresql', day, 400, place);
    const result = measureLate(day, await lateCallbacks(day, 10), 400, place);
    checkTotals(result);
    expect(Object.keys(result.ours)).toContain('BR MATCHED');
    const table = tableOf([...engine, ...result.measured], LATE_AGAINST);
    for (const phase of ['ingest', 'reconcile', 'again', 'late', 'late again', 'duckdb']) {
      expect(table).toContain(` ${phase} `);
    }
    expect(table).toMatch(/ of duckdb/);
  });

  it('measures a date with others before it and alone', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const work = folder('history');
    const data = join(work, 'data');
    mkdirSync(data);
    const measured = await measureHistory(server, work, await datesOf(data, 2, 100), 100);
    expect(tableOf(measured, HISTORY_AGAINST)).toMatch(/with history .* of alone/);
  });
});
