/** Which dates statements cover: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, type Row, undone } from './put-rows.ts';
import { BEYOND, NEW, NEWEST, put, RUN, rowsOf, UNREAD } from './stated-cases.ts';

const AS_OF = '2026-11-20T12:00:00Z';

/** Rows of statements of a region that is in UTC, from the first to the last instant. */
const counted = (
  region: string,
  source_id: number,
  [first, last]: readonly string[],
  more: Row = {},
): Row => ({
  ...{ region, source_id, kind: 'statement', slot_at: `2026-11-${first}:00Z`, records: 2 },
  ...{ first_at: `2026-11-${first}:00Z`, last_at: `2026-11-${last}:00Z`, ...more },
});
const gap = (region: string, [from, to]: readonly string[], more: Row = {}): Row => ({
  ...{ region, kind: 'statement', from_at: `2026-11-${from}:00Z`, to_at: `2026-11-${to}:00Z`, ...more },
});
/** More than ten years before its source was read. */
const LONG_AGO = {
  slot_at: '2016-11-19T12:55:00Z',
  first_at: '2016-11-19T12:56:00Z',
  last_at: '2016-11-19T12:57:00Z',
};
const DAY = ['17T00:00', '18T00:00'] as const;
const WEEK = ['15T00:00', '18T00:00'] as const;

/** By regions: what statements cover, and what they are said to cover before and after. */
const REGIONS: Readonly<Record<string, readonly [counts: readonly Row[], kept: string]>> = {
  WHOLE: [[counted('WHOLE', NEW, DAY)], '17 from 7'],
  QUIET: [[counted('QUIET', NEW, ['17T01:00', '17T23:00'])], '17 from 7'],
  LATE: [[counted('LATE', NEW, ['17T01:01', '18T00:00'])], ''],
  EARLY: [[counted('EARLY', NEW, ['17T00:00', '17T22:59'])], ''],
  NEWEST: [[counted('NEWEST', NEWEST, DAY)], '17 from 7'],
  UNREAD: [[counted('UNREAD', UNREAD, DAY)], ''],
  BEYOND: [[counted('BEYOND', BEYOND, DAY)], ''],
  CALLED: [[counted('CALLED', NEW, DAY, { kind: 'callback' })], ''],
  TWO: [
    [counted('TWO', 1, ['16T00:00', '16T09:00']), counted('TWO', NEW, ['17T09:00', '18T00:00'])],
    '16 from 7, 17 from 7',
  ],
  DATES: [
    [counted('DATES', NEW, ['17T00:00', '17T00:00']), counted('DATES', NEW, ['18T00:00', '18T00:00'])],
    '17 from 7',
  ],
  DATEAFTER: [
    [
      counted('DATEAFTER', NEW, ['17T00:01', '17T22:40']),
      counted('DATEAFTER', NEW, ['18T00:00', '18T00:00']),
    ],
    '',
  ],
  DATEBEFORE: [
    [
      counted('DATEBEFORE', NEW, ['17T00:00', '17T00:00']),
      counted('DATEBEFORE', NEW, ['17T10:00', '18T00:30']),
    ],
    '17 from 7',
  ],
  DATESAPART: [
    [
      counted('DATESAPART', 1, ['17T00:01', '17T22:40']),
      counted('DATESAPART', NEW, ['18T00:00', '18T00:00']),
    ],
    '17 from 7',
  ],
  OLDROW: [[counted('OLDROW', NEW, DAY), counted('OLDROW', 1, DAY, LONG_AGO)], '17 from 7'],
  NOW: [[counted('NOW', NEW, ['19T00:00', '21T00:00'])], '19 from 7'],
  KEPT: [[counted('KEPT', NEW, DAY)], '17 from 1'],
  ENDED: [[counted('ENDED', NEW, DAY)], '16 from 1 until 7, 17 from 7'],
  AGAIN: [[counted('AGAIN', NEW, DAY)], '17 from 1 until 3, 17 from 7'],
  GONE: [[], '17 from 1 until 7'],
  GAP: [[counted('GAP', NEW, WEEK)], '15 from 7, 17 from 7'],
  BESIDE: [[counted('BESIDE', NEW, WEEK)], '15 from 7, 17 from 7'],
  CLOSED: [[counted('CLOSED', NEW, DAY)], '17 from 7'],
  OFOTHERKIND: [[counted('OFOTHERKIND', NEW, DAY)], '17 from 7'],
};
const GAPS = [
  gap('GAP', ['16T10:00', '16T12:00']),
  gap('BESIDE', ['16T00:00', '17T00:00']),
  gap('CLOSED', ['17T10:00', '17T12:00'], { until_run: 3 }),
  gap('OFOTHERKIND', ['17T10:00', '17T12:00'], { kind: 'callback' }),
];
const BEFORE = [
  { region: 'KEPT', date: '2026-11-17' },
  { region: 'ENDED', date: '2026-11-16' },
  { region: 'AGAIN', date: '2026-11-17', until_run: 3 },
  { region: 'GONE', date: '2026-11-17' },
];

onEngines('dates', (engine) => {
  it('are covered by statements that reach over them, but for gaps and quiet hours', async () => {
    const regions = Object.keys(REGIONS);
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, []);
      await putRows(session, 'record_counts', [
        ...Object.values(REGIONS).flatMap(([counts]) => counts),
        counted('NOWHERE', NEW, DAY),
      ]);
      await putRows(session, 'coverage_gaps', GAPS);
      await putRows(session, 'stated_dates', BEFORE);
      await runSqlFile(session, 'reconcile/choose/stated_dates.sql', {
        ...{ ...RUN, run: 7, as_of: AS_OF, quiet_seconds: 3600 },
        ...{ regions, zones: regions.map(() => 'UTC') },
      });
      return rowsOf<readonly [string, string]>(
        session,
        'stated_dates',
        sql`jsonb_build_array(region, concat_ws(' ', to_char(date, 'DD'), 'from', from_run, 'until ' || until_run))`,
      );
    });
    const byRegion = [...regions, 'NOWHERE'].map((region) => [
      region,
      found.flatMap(([of, date]) => (of === region ? [date] : [])).join(', '),
    ]);
    expect(Object.fromEntries(byRegion)).toEqual({
      ...Object.fromEntries(Object.entries(REGIONS).map(([region, [, kept]]) => [region, kept])),
      NOWHERE: '',
    });
  });
});
