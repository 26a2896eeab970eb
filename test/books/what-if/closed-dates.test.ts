/** What other settings do to a closed date: no version of it comes, but adjustments of a later one. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { whatIf } from '../../../src/books/what-if/what-if.ts';
import { WHAT_IF_SCHEMA, whatIfJson } from '../../../src/books/what-if/what-if-json.ts';
import { whatIfText } from '../../../src/books/what-if/what-if-text.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { DATE, EVIDENCE, feed, instant, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { decision } from '../periods/closed-books.ts';

const NIGHT = '2026-11-20';
const AT = instant('2026-11-20T15:00:00Z');

onEngines('what-if of a closed date', (engine) => {
  it('says that it would get adjustments, and how many, on the date that would have them', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), [...EVIDENCE]);
    const asked = { dates: [DATE, NIGHT], asOf: AT, startedAt: AT };
    await reconcileDates(store, SETTINGS, { ...asked, out: join(folder, 'out') });
    await closePeriod(store, SETTINGS, { ...decision(DATE), at: AT });
    const preview = join(folder, 'preview');
    const tried = (set: readonly string[], asOf = AT) =>
      whatIf(store, SETTINGS, {
        ...{ ...asked, asOf, preview, limit: 10 },
        changed: changeSettings(SETTINGS, set),
      });

    const result = await tried(['graceSeconds=172800']);
    const rows = readCsv(join(preview, NIGHT, 'BR/adjustments.csv'));
    const values = rows.length;
    expect(new Set(rows.map((row) => row['business_date']))).toEqual(new Set([DATE]));
    expect(result.dates).toMatchObject([
      { date: DATE, orders: 1, closed: [{ region: 'BR', values, knownDate: NIGHT }] },
      { date: NIGHT, orders: 0, closed: [] },
    ]);
    expect(result.adjusted).toEqual([{ knownDate: NIGHT, region: 'BR', dates: 1, values }]);
    const json = whatIfJson(result);
    expect(WHAT_IF_SCHEMA.parse(json)).toEqual(json);
    expect(json.dates).toMatchObject([
      { closed: [{ region: 'BR', values, known_date: NIGHT }] },
      { closed: [] },
    ]);
    expect(json.adjusted).toEqual([{ known_date: NIGHT, region: 'BR', dates: 1, values }]);
    const text = whatIfText(result, preview);
    expect(text).toContain(
      `${DATE}\n\nBR: closed, would get adjustments: ${values} values, in adjustments.csv of ${NIGHT}\n\n1 order would differ`,
    );
    expect(text).toContain(
      'No order and no payment of the date differs.\n\n' +
        `Adjustments: ${values} values of 1 closed date, in adjustments.csv of ${NIGHT} BR\n\n`,
    );

    const same = await tried(['graceSeconds=900']);
    expect(same.dates).toMatchObject([
      { closed: [{ region: 'BR', values: 0, knownDate: null }] },
      { closed: [] },
    ]);
    expect(same.adjusted).toEqual([]);
    expect(whatIfText(same, preview)).toContain('BR: closed, would get no new version');

    const early = await tried(['graceSeconds=172800'], instant('2026-11-20T14:00:00Z'));
    expect(early.dates[0]).toMatchObject({ orders: 1, closed: [{ region: 'BR', values: 0 }] });
  });
});
