/** What the page of a date says of a gap in the logs. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callbacks, hours, payIns } from '../coverage/logged-hours.ts';
import { DATE, feed, instant, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { servePage } from './served-page.ts';
import { textOf } from './shown-html.ts';

const LATER = '2026-11-21T12:00:00Z';

onEngines('a gap in the logs', (engine) => {
  it('is shown on the page of its date with what was expected and what waits, its money to who may see all', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await feed(store, join(folder, 'pay-ins.ndjson'), payIns(hours(-6, 30)), LATER);
    const left = callbacks([...hours(-6, 10), ...hours(14, 30)]);
    await feed(store, join(folder, 'callbacks.ndjson'), left, LATER);
    await publish(store, out, LATER);
    const page = await servePage(store, SETTINGS, { out, at: () => instant(LATER) });
    await page.addUser('ana', 'operator');
    await page.addUser('lia', 'operator', ['M0001']);
    const shown = async (name: string, language: string) => {
      const answer = await (await page.signedIn(name)).get(`/dates/BR/${DATE}`, {
        'Accept-Language': language,
      });
      return textOf(await answer.text()).replace(/\s+/g, ' ');
    };
    const text = await shown('ana', 'en');
    expect(text).toContain('Provisional: orders or payments may be missing.');
    expect(text).toMatch(
      /There are no callback records from .*09:58:00.* – .*14:01:00.* Records expected: 81 /,
    );
    expect(text).toContain('Orders waiting for them: 80 , BRL 16,000.00');
    expect(await shown('ana', 'pt')).toContain('Registros esperados: 81 ');
    expect(await shown('ana', 'ar')).toContain('السجلات المتوقعة');
    const limited = await shown('lia', 'en');
    expect(limited).toContain('There are no callback records from');
    expect(limited).not.toContain('Orders waiting for them');
    expect(limited).not.toContain('Records expected');
  });
});
