/** Rows of statements that only have a date tell nothing of its hours, whichever run came before they were followed by others. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keepRunCoverage } from '../../src/coverage/keep-run-coverage.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { instantOf } from '../reconcile/run-scenario.ts';
import { putStatement } from '../reconcile/statement-evidence.ts';
import { onEngines } from '../support/engines.ts';

const SETTINGS = parseSettings({});
const READ_AT = '2026-11-20T10:00:00Z';
const NOON = '2026-11-20T12:00:00Z';
const TIMED = "interval '4 minutes'";
const DATE_ONLY = "interval '0'";

type Filled = readonly [
  kind: 'callback' | 'statement',
  from: string,
  to: string,
  step: string,
  lasts: string,
];

/** Keeps a source with twenty records in every step of a stretch. */
async function fill(session: Session, [kind, from, to, step, lasts]: Filled) {
  const source = await putStatement(session, [{ rowId: `${kind} ${from}`, orderNo: 'NOBODY0001' }], READ_AT);
  await session.script(`
    insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
    select ${source}, 'BR', '${kind}', at, 20, at, at + ${lasts}
    from generate_series('${from}'::timestamptz, '${to}'::timestamptz - interval '1 second', '${step}') s (at)`);
}

async function run(session: Session) {
  const at = instantOf(NOON);
  const begun = (started: Parameters<typeof keepRunCoverage>[2]) =>
    keepRunCoverage(session, SETTINGS, started);
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: at, startedAt: at, begun }));
  const { rows } = await sql<{ from_at: string; to_at: string; expected: number }>`
    select from_at, to_at, expected from coverage_gaps where kind = 'statement' and until_run is null`.execute(
    session.db,
  );
  return rows;
}

/** Callbacks of two months, and in all of the last days the rows of statements but for five hours. */
const CALLBACKS: Filled = ['callback', '2026-09-20T03:00:00Z', '2026-11-20T03:00:00Z', '5 minutes', TIMED];
const DATES: Filled = ['statement', '2026-10-13T03:00:00Z', '2026-11-18T03:00:00Z', '1 day', DATE_ONLY];
const LAST: readonly Filled[] = [
  ['statement', '2026-11-18T03:00:00Z', '2026-11-19T10:00:00Z', '5 minutes', TIMED],
  ['statement', '2026-11-19T15:00:00Z', '2026-11-20T03:00:00Z', '5 minutes', TIMED],
];
const SILENCE = { from_at: '2026-11-19 09:59:00+00', to_at: '2026-11-19 15:00:00+00' };

onEngines('rows that only have a date', (engine) => {
  it.each([
    ['are no history of those with times', [], [SILENCE]],
    [
      'do not end a silence that began before them',
      [['statement', '2026-10-01T03:00:00Z', '2026-10-13T03:00:00Z', '5 minutes', TIMED] as const],
      [{ from_at: '2026-10-13 02:59:00+00', to_at: '2026-11-18 03:00:00+00' }, SILENCE],
    ],
  ])('%s, whether they were known before or come with them', async (_title, earlier, expected) => {
    const orders: readonly (readonly Filled[])[] = [
      [CALLBACKS, ...earlier, DATES, ...LAST],
      [...LAST, DATES, ...earlier, CALLBACKS],
    ];
    const store = await engine.emptied();
    const atOnce = await store.session(async (session) => {
      for (const one of orders[0]!) await fill(session, one);
      return run(session);
    });
    expect(atOnce).toMatchObject(expected);
    for (const order of orders) {
      await engine.emptied();
      const bitByBit = await store.session(async (session) => {
        for (const one of order) {
          await fill(session, one);
          await run(session);
        }
        return run(session);
      });
      expect(bitByBit).toEqual(atOnce);
    }
  });
});
