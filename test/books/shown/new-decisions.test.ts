/** The decisions that are new in a version are those about its region, and about findings that it can list. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decideAll, decideFindings } from '../../../src/books/findings/decide.ts';
import { readDateVersions } from '../../../src/books/shown/date-versions.ts';
import { scopedVersions } from '../../../src/books/shown/version-scope.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { DATE, feed, instant, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine, type RecordChoice } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NEXT = '2026-11-20';
const [FIRST, DECIDED, PAID, SECOND] = ['12', '13', '14', '15'].map(
  (hour) => `2026-11-21T${hour}:00:00Z`,
) as [string, string, string, string];
const EGYPT = { merchantId: 'M0002', currency: 'EGP', method: 'FAWRY', amount: '150.50' };
/** One order of the date in Brazil, two in Egypt, and four of the next date in Brazil: the counts differ, so that none can be mistaken for another. */
const ORDERS: readonly RecordChoice[] = [
  { orderNo: 'BRAZIL0001', tradeNo: 'T1' },
  { orderNo: 'EGYPT00001', tradeNo: 'T2', ...EGYPT },
  { orderNo: 'EGYPT00002', tradeNo: 'T3', ...EGYPT },
];
const LATER: readonly RecordChoice[] = ['4', '5', '6', '7'].map((each) => ({
  ...{ orderNo: `BRAZIL000${each}`, tradeNo: `T${each}` },
}));

function linesOf(line: (choice: RecordChoice) => string, at?: { readonly at: string }): string[] {
  return [
    ...ORDERS.map((order) => line({ ...order, ...at })),
    ...LATER.map((order) => line({ ...order, ...at }).replaceAll(DATE, NEXT)),
  ];
}

onEngines('decisions that are new in a version', (engine) => {
  it('are of its region and of no later date', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const dates = [DATE, NEXT];
    await feed(store, join(folder, 'day.ndjson'), linesOf(payInLine), FIRST);
    await publish(store, out, FIRST, { dates });
    const decided = await decideFindings(
      store,
      { at: instant(DECIDED), who: 'ana', settings: SETTINGS },
      (session) => decideAll(session, { code: 'STUCK_PROCESSING' }, { action: 'assign', text: 'bruno' }),
    );
    expect(decided.length).toBe(ORDERS.length + LATER.length);
    await feed(store, join(folder, 'paid.ndjson'), linesOf(callbackLine, { at: PAID }), SECOND);
    await publish(store, out, SECOND, { dates });
    const assigned = (date: string, region: string, merchants?: readonly string[]) =>
      readAtOnce(store, async (session) => {
        const at = { date, region, merchants };
        const { versions } = await readDateVersions(session, at, await scopedVersions(session, SETTINGS, at));
        expect(versions.map(({ version }) => version)).toEqual([2, 1]);
        return versions[0]!.reasons!.decisions;
      });
    expect(await assigned(DATE, 'BR')).toEqual([{ action: 'assign', entries: 1 }]);
    expect(await assigned(DATE, 'EG')).toEqual([{ action: 'assign', entries: 2 }]);
    // The later date lists what is open of the earlier one, too.
    expect(await assigned(NEXT, 'BR')).toEqual([{ action: 'assign', entries: 5 }]);
    expect(await assigned(NEXT, 'BR', ['M0002'])).toEqual([]);
  });
});
