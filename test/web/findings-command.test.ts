import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ingest } from '../../src/ingest/ingest.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { run } from '../cli/command.ts';
import { DATE, instant, MORNING, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boxOf, csvOf } from './findings-pages.ts';
import { servePage } from './served-page.ts';

onEngines('the file of a filter', (engine) => {
  it('has the bytes of `findings list --csv` with the same filter', async () => {
    const database = await engine.database();
    const store = await database.open();
    const folder = temporaryFolder();
    await writeDay({ date: DATE, seed: 20, orders: 300, folder: join(folder, 'logs') });
    await ingest(store, SETTINGS, { paths: [join(folder, 'logs')], readAt: instant(MORNING) });
    await publish(store, join(folder, 'reports'));
    const page = await servePage(store, SETTINGS, { out: join(folder, 'reports') });
    await page.addUser('ana', 'operator');
    const ana = await page.signedIn('ana');
    const keys = (await csvOf(ana)).slice(0, 5).map(boxOf);
    const decision = { finding: keys, action: 'resolve', text: '=1+1' };
    await ana.send('/findings', '/findings/decide', decision);
    const filters: ReadonlyArray<readonly [string, readonly string[]]> = [
      ['', []],
      ['?state=all', ['--state', 'all']],
      ['?state=resolved', ['--state', 'resolved']],
      ['?severity=high&region=BR', ['--severity', 'high', '--region', 'BR']],
      ['?code=AMOUNT_MISMATCH&from=2026-11-19', ['--code', 'AMOUNT_MISMATCH', '--from', '2026-11-19']],
      ['?age=0-1&region=other', ['--bucket', '0-1', '--region', 'other']],
    ];
    const files: Buffer[] = [];
    for (const [query] of filters) {
      files.push(Buffer.from(await (await ana.get(`/findings.csv${query}`)).arrayBuffer()));
    }
    await page.close();
    await store.close();
    for (const [index, [query, words]] of filters.entries()) {
      const command = ['findings', 'list', '--csv', ...words, ...database.options];
      const { stdout, stderr } = await run(command, { cwd: folder });
      expect(stderr, query).not.toContain('error');
      expect(files[index]!.toString(), query).toBe(stdout);
    }
    expect(files[2]!.toString().split('\r\n').length).toBe(7);
  });
});
