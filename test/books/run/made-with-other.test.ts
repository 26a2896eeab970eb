/** A restated date says where not only evidence made the difference: its run had other settings, or another program. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { resultJson } from '../../../src/books/run/result-json.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, feed, instant, LATE_CALLBACK, NOON } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instant(NOON);

onEngines('the next version of a date', (engine) => {
  it('says what it was made with that the version before was not', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const run = async (settings: Parameters<typeof parseSettings>[0]) => {
      const request = { dates: [DATE], region: 'BR', asOf: AT, startedAt: AT, out };
      const result = await reconcileDates(store, parseSettings(settings), request);
      const text = reconcileText(result, { workingDirectory: out });
      const [version] = resultJson([], result).versions;
      return { version, restated: /^Restated.*\n {2}(.*)$/m.exec(text)?.[1] };
    };
    await feed(store, join(folder, 'day.ndjson'), [
      payInLine(),
      callbackLine({ amount: '20001' }),
      payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' }),
    ]);
    const first = await run({});
    expect(first.version).toMatchObject({ version: 1, state: 'new' });
    expect(first.version).not.toHaveProperty('madeWithOther');
    expect(first.restated).toBeUndefined();

    const tolerant = { tolerances: { BRL: 1 } };
    expect(await run(tolerant)).toMatchObject({
      version: { version: 2, madeWithOther: ['settings'] },
      restated: `${DATE}  BR  v2  3 changed values  made with other settings than v1`,
    });
    expect((await run(tolerant)).version).not.toHaveProperty('madeWithOther');

    await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK]);
    const late = await run(tolerant);
    expect(late.version).toMatchObject({ version: 3, state: 'new' });
    expect(late.version).not.toHaveProperty('madeWithOther');
    expect(late.restated).toMatch(/ {2}v3 {2}[0-9]+ changed values$/);

    await store.session(({ db }) =>
      sql`update runs set program_version = '0.0.1', zone_version = '2020a'`.execute(db),
    );
    expect(await run({})).toMatchObject({
      version: { version: 4, madeWithOther: ['settings', 'program', 'time_zones'] },
      restated:
        `${DATE}  BR  v4  3 changed values  ` +
        'made with other settings and version of this program and rules of time zones than v3',
    });
  });
});
