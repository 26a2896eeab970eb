/** Findings of dates that are named by the calendar of each region. */
import { expect, it } from 'vitest';
import { listFindings } from '../../../src/books/findings/listed-findings.ts';
import { namedRanges } from '../../../src/books/run/given-dates.ts';
import type { NamedDates } from '../../../src/books/run/named-dates.ts';
import { commandLine } from '../../../src/caller.ts';
import { transaction } from '../../../src/database/store.ts';
import { instant, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { caseBooks, MOMENTS } from './case-books.ts';

const ORPHAN_OF_EGYPT = callbackLine({
  ...{ merchantId: 'M0002', currency: 'EGP', method: 'FAWRY' },
  ...{ orderNo: 'ORDER00005', tradeNo: 'T5', amount: '10' },
});

onEngines('findings of dates', (engine) => {
  it("are of each region's own yesterday, month and days", async () => {
    const books = await caseBooks(engine);
    await books.feed('egypt.ndjson', [ORPHAN_OF_EGYPT], MOMENTS.first);
    await books.publish(MOMENTS.first);
    const regions = async (named: NamedDates, at: string) => {
      const dates = namedRanges(named, commandLine('findings'), { settings: SETTINGS, at: instant(at) });
      return books.store.session((session) =>
        transaction(session, async () => {
          const found = new Set<string>();
          const { blocks } = await listFindings(session, { dates });
          for await (const block of blocks) for (const { region } of block) found.add(region);
          return [...found].sort();
        }),
      );
    };
    // The evidence is of the 19th. At this moment that is yesterday in Cairo, and still today in São Paulo.
    const midnight = '2026-11-20T01:00:00Z';
    expect(await regions({ date: 'yesterday' }, midnight)).toEqual(['EG']);
    expect(await regions({ date: 'today' }, midnight)).toEqual(['BR']);
    expect(await regions({ last: '1d' }, midnight)).toEqual(['EG']);
    expect(await regions({ from: 'today' }, midnight)).toEqual(['BR']);
    expect(await regions({ to: 'yesterday' }, midnight)).toEqual(['EG']);
    expect(await regions({ month: '2026-11' }, midnight)).toEqual(['BR', 'EG']);
    expect(await regions({ month: '2026-10' }, midnight)).toEqual([]);
    expect(await regions({ date: 'yesterday' }, MOMENTS.first)).toEqual(['BR', 'EG']);
  });
});
