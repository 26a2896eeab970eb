/** Unverified callbacks whose times a renormalise moves across the as-of: versions list them as their runs knew them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { bytesBelow, DATE, instant, readCsv } from '../../export/books.ts';
import { write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AS_OF = instant('2026-11-19T23:00:00Z');
const UTC = parseSettings({});
const SAO_PAULO = parseSettings({ logs: { zone: 'America/Sao_Paulo' } });

/** A record with a time of the merchant's clock and no other. */
const local = (line: string) =>
  line.replace(/("(?:sentAt|receivedAt)":"[^"]*)Z"/, '$1"').replaceAll('-03:00', '');
const unsigned = local(callbackLine({ orderNo: 'UNSIGNED01', at: `${DATE}T21:30:00Z` })).replace(
  '"verified":true',
  '"verified":false',
);
const early = unsigned.replace('T21:30', 'T15:30');
const request = local(payInLine({ orderNo: 'UNSIGNED01', at: `${DATE}T21:30:00Z` })).replace(
  /"headers":\{"X-TIMESTAMP[^}]*\}/,
  '"headers":{}',
);

onEngines('rejected-records.csv of a version', (engine) => {
  it.each([
    ['a callback moves past the as-of', [unsigned], UTC, SAO_PAULO, 1],
    ['a callback moves before the as-of', [unsigned], SAO_PAULO, UTC, 0],
    ['a request moves past the as-of', [early, request], UTC, SAO_PAULO, 0],
    ['a request moves before the as-of', [early, request], SAO_PAULO, UTC, 1],
  ] as const)('stays as it was: %s', async (_title, lines, read, corrected, listed) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const path = write(folder, 'day.ndjson', lines.map((line) => `${line}\n`).join(''));
    await ingest(store, read, { paths: [path], readAt: instant(`${DATE}T22:50:00Z`) });
    await reconcileDates(store, read, { dates: [DATE], asOf: AS_OF, startedAt: AS_OF, out });
    const first = join(out, DATE, 'BR/v1');
    expect(readCsv(join(first, 'rejected-records.csv'))).toHaveLength(listed);
    const before = bytesBelow(first);
    const unchanged = async (settings: typeof UTC) => {
      expect(deviationsOf(await verify(store, settings, { dates: [DATE], out }))).toEqual([]);
      rmSync(first, { recursive: true });
      const at = instant('2026-11-23T12:00:00Z');
      await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
      expect(bytesBelow(first)).toEqual(before);
    };
    for (const [settings, at] of [
      [corrected, instant('2026-11-21T12:00:00Z')],
      [read, instant('2026-11-22T12:00:00Z')],
      [corrected, instant('2026-11-23T12:00:00Z')],
    ] as const) {
      const { payIns, callbacks } = await renormalise(store, settings, { asOf: at, startedAt: at, out });
      expect(payIns + callbacks).toBeGreaterThan(0);
      expect(deviationsOf(await verify(store, settings, { dates: [DATE], out }))).toEqual([]);
    }
    await unchanged(corrected);
    const at = instant('2026-11-24T12:00:00Z');
    await withdraw(store, corrected, {
      ...{ source: 'day.ndjson', who: 'ana', reason: 'wrong file', at, asOf: at, out },
    });
    expect(deviationsOf(await verify(store, corrected, { dates: [DATE], out }))).toEqual([]);
  });
});
