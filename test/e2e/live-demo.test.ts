import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/errors.ts';
import { start } from '../cli/command.ts';
import { readCsv } from '../export/books.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openWindow } from '../web/browser.ts';
import { CHROMIUM } from '../web/chromium.ts';

describe.skipIf(CHROMIUM === undefined)('the live demo', () => {
  it('shows an order as MATCHED once its payer has clicked, and as MISMATCH for another amount', async () => {
    const cwd = temporaryFolder();
    const child = start(['demo', '--live', '--listen', '127.0.0.1:0'], { cwd });
    child.stderr!.resume();
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`the demo ended before ${pattern}`);
        const found = pattern.exec(value);
        if (found !== null) return found;
      }
    };
    const [, url] = await until(/^Open (\S+) and pay/);
    await until(/LIVE05 .* PENDING/);
    const page = await openWindow();
    await page.goto(url!);
    await page.getByRole('link', { name: 'LIVE01' }).click();
    await page.getByRole('button', { name: 'Pay BRL 129.90' }).click();
    await until(/LIVE01 .* MATCHED$/);
    await page.goto(url!);
    await page.getByRole('link', { name: 'LIVE04' }).click();
    await page.getByLabel('Another amount').fill('300');
    await page.getByRole('button', { name: 'Pay this amount' }).click();
    await until(/LIVE04 .* MISMATCH \(AMOUNT_MISMATCH\)$/);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(EXIT.done);
    // Two dates, if one ended meanwhile; the next one has begun in Cairo first.
    const reports = join(cwd, 'payin-recon-demo/reports');
    const rows = readdirSync(reports)
      .filter((name) => /^\d/.test(name) && existsSync(join(reports, name, 'BR')))
      .sort()
      .flatMap((date) => {
        const brazil = join(reports, date, 'BR');
        const newest = readdirSync(brazil).filter((name) => /^v\d+$/.test(name)).length;
        return readCsv(join(brazil, `v${newest}`, 'orders.csv'));
      });
    expect(rows.map((row) => [row['order_no'], row['outcome']])).toEqual([
      ['LIVE01', 'MATCHED'],
      ['LIVE02', 'PENDING'],
      ['LIVE03', 'PENDING'],
    ]);
  });
});
