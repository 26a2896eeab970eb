/** Which sources of statements are in another unit than the payments: the statement that finds them, on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, runWithRules, undone } from './put-rows.ts';

const RUN = 7;
const AS_OF = '2026-11-20T12:00:00Z';
const AFTERWARDS = '2026-11-20T12:00:01Z';
/** The newest source of requests and callbacks, and the first of statements that no run before knew. */
const LAST = 500;
const FIRST_NEW = 100;

/** A row of a statement that is compared, or not, beside nine that are 100 times too large. */
interface Case {
  readonly row?: Row;
  /** Its request, and the callbacks of its order; null: none. */
  readonly asked?: Row | null;
  readonly called?: readonly Row[];
  /** Whether an earlier run knew its source. */
  readonly isOld?: boolean;
  /** The order that it belongs to in this run, or belonged to before. */
  readonly owner?: Row;
  readonly before?: Row;
  /** Whether the run itself reads it, or looks at it again. */
  readonly isRead?: boolean;
  readonly isRevisited?: boolean;
  /** Another row of its number that the run reads. */
  readonly besideRead?: string;
  /** Another row with its identifier. */
  readonly other?: Row;
  /** How many of how many rows of its source differ so; none where fewer than ten are compared. */
  readonly found?: '10 of 10' | '9 of 10';
}

const COUNTS = { found: '10 of 10' } as const;
const AGREES = { found: '9 of 10' } as const;
const named = (row_id: string): Row => ({ row_id, row_key: row_id });
const OWNER = { owner_order_no: 'OWNER', owner_merchant_id: 'M1' };
const MATCHED = { matched_order_no: 'OWNER', matched_merchant_id: 'M1' };

const CASES: Readonly<Record<string, Case>> = {
  knownBefore: { isOld: true },
  byTrade: COUNTS,
  byTradeAndMerchant: { row: { merchant_id: 'M1' }, ...COUNTS },
  byTradeOfOtherMerchant: { row: { merchant_id: 'M2' } },
  byMerchant: { row: { merchant_id: 'M1', trade_no: null }, ...COUNTS },
  byNumberAlone: { row: { trade_no: null } },
  ofOtherTrade: { row: { trade_no: 'T0' } },
  askedNow: { asked: { requested_at: AS_OF, source_id: LAST }, ...COUNTS },
  askedLater: { asked: { requested_at: AFTERWARDS } },
  askedBeyond: { asked: { source_id: LAST + 1 } },
  neverAsked: { asked: null },

  readByTheRun: { isRead: true },
  besideOneThatIsRead: { besideRead: 'ANOTHER', ...COUNTS },
  correctsAnother: { row: named('R1'), other: named('R1') },
  besideUnnamed: { row: named('R2'), other: { row_key: 'R2' }, ...COUNTS },
  unnamedBesideNamed: { row: { row_key: 'R3' }, other: named('R3'), ...COUNTS },
  besideOtherIssuer: { row: named('R4'), other: { ...named('R4'), issuer: 'bank' }, ...COUNTS },
  besideOtherName: { row: named('R5'), other: named('R6'), ...COUNTS },

  owned: { isOld: true, owner: OWNER, ...COUNTS },
  ownedOfOther: { isOld: true, owner: { ...OWNER, owner_merchant_id: 'M2' } },
  ownedAndRead: { isRead: true, owner: OWNER, ...COUNTS },
  ownedBefore: { isOld: true, before: MATCHED, ...COUNTS },
  ownedLongBefore: { isOld: true, before: { ...MATCHED, until_run: 3 } },
  ownedByNone: { isOld: true, before: {} },
  ownedBeforeByOther: { isOld: true, before: { ...MATCHED, matched_merchant_id: 'M2' } },
  lookedAtAgain: { isOld: true, before: MATCHED, isRevisited: true },

  calledNow: { called: [{ received_at: AS_OF, source_id: LAST }], ...COUNTS },
  calledLater: { called: [{ received_at: AFTERWARDS }] },
  calledBeyond: { called: [{ source_id: LAST + 1 }] },
  verified: { called: [{ verified: true }], ...COUNTS },
  forged: { called: [{ verified: false }] },
  failed: { called: [{ status: 'FAILED' }] },
  ofNothing: { called: [{ amount_minor: 0 }] },
  ofCentavo: { called: [{ amount_minor: 1 }], row: { gross_minor: 100 }, ...COUNTS },
  tooSmall: { row: { gross_minor: 5 }, called: [{ amount_minor: 500 }], ...COUNTS },
  equal: { row: { gross_minor: 200 }, ...AGREES },
  tenTimes: { row: { gross_minor: 2000 }, ...AGREES },
  calledTwice: { called: [{ amount_minor: 7 }, { amount_minor: 200 }], ...COUNTS },
  ofOtherCurrency: { called: [{ currency: 'EGP' }] },
  withoutCurrency: { row: { currency: null }, ...COUNTS },
  calledWithoutCurrency: { called: [{ currency: null }], ...COUNTS },
};

/** The ordinary rows of a source: nine that are 100 times too large, each with an order of its own. */
const nineOf = (source_id: number) =>
  Array.from({ length: 9 }, (_, index) => ({ source_id, name: `S${source_id}N${index}` }));

const sampled = (source_id: number, name: string, more: Row = {}): Row => ({
  ...{ ...keyed(name), source_id, merchant_id: '', trade_no: `T${name}` },
  ...{ issuer: 'portal', row_key: name, gross_minor: 20_000, currency: 'BRL', ...more },
});
const asStatement = (row: Row): Row => ({ ...row, type: 'payment', status: 'paid' });
const keyOf = ({ order_no, digest }: Row): Row => ({ order_no, digest });
const called = (order_no: string, more: Row = {}): Row => ({
  ...{ order_no, amount_minor: 200, currency: 'BRL', ...more },
});

/** Puts sources of nine rows that differ, and one more row of some. */
async function putSampled(session: Session, sources: readonly number[], more: readonly Row[]): Promise<void> {
  const nine = sources.flatMap(nineOf);
  const rows = [...nine.map(({ source_id, name }) => sampled(source_id, name)), ...more];
  await putRows(session, 'work_sampled', rows);
  await putRows(session, 'statements', rows.map(asStatement));
  await putRows(
    session,
    'work_owners',
    nine.map(({ name }) => ({
      ...{ ...keyed(name), owner_order_no: name, owner_merchant_id: 'M1' },
    })),
  );
  await putRows(
    session,
    'callbacks',
    nine.map(({ name }) => called(name)),
  );
}

async function find(session: Session): Promise<void> {
  await runWithRules(session, 'reconcile/choose/scaled_sources.sql', {
    ...{ run: RUN, known_source: FIRST_NEW - 1, last_source: LAST, as_of: AS_OF, paid: ['SUCCESS'] },
  });
}

/** What is kept of each source, in order. */
async function kept(session: Session): Promise<string[]> {
  const { rows } = await sql<{ kept: string }>`
    select concat_ws(' ', source_id, scaled, 'of', compared, 'from', from_run, 'until ' || until_run) as kept
    from scaled_sources
    order by source_id, from_run`.execute(session.db);
  return rows.map((row) => row.kept);
}

onEngines('a source of statements in another unit', (engine) => {
  it('is found by rows that are compared with the payments of their orders', async () => {
    const cases = Object.entries(CASES).map(([name, one], index) => ({
      ...one,
      ...{ name, source: one.isOld === true ? FIRST_NEW - 1 - index : FIRST_NEW + index },
    }));
    const rows = cases.map(({ source, name, row = {} }) => sampled(source, name, row));
    const of = (isMeant: (one: (typeof cases)[number]) => boolean) =>
      rows.filter((_, index) => isMeant(cases[index]!));
    const beside = cases.flatMap(({ source, name, besideRead }) =>
      besideRead === undefined ? [] : [sampled(source, name, { digest: digestOf(besideRead) })],
    );
    const found = await undone(await engine.emptied(), async (session) => {
      await putSampled(
        session,
        cases.map(({ source }) => source),
        [...rows, ...beside],
      );
      await putRows(
        session,
        'statements',
        cases.flatMap(({ other, source }) =>
          other === undefined ? [] : [asStatement(sampled(source, `OTHER${source}`, other))],
        ),
      );
      await putRows(
        session,
        'pay_ins',
        cases.flatMap(({ name, asked = {} }) =>
          asked === null ? [] : [{ order_no: name, trade_no: `T${name}`, source_id: 1, ...asked }],
        ),
      );
      await putRows(session, 'callbacks', [
        called('OWNER'),
        ...cases.flatMap(({ name, called: calls = [{}] }) => calls.map((more) => called(name, more))),
      ]);
      await putRows(
        session,
        'work_owners',
        cases.flatMap(({ owner }, index) =>
          owner === undefined ? [] : [{ ...keyOf(rows[index]!), ...owner }],
        ),
      );
      await putRows(
        session,
        'statement_rows',
        cases.flatMap(({ before }, index) =>
          before === undefined ? [] : [{ ...keyOf(rows[index]!), ...before }],
        ),
      );
      const read = [...of(({ isRead }) => isRead === true), ...beside].map(keyOf);
      await putRows(session, 'work_rows', read.map(asStatement));
      await putRows(session, 'work_revisited', of(({ isRevisited }) => isRevisited === true).map(keyOf));
      await find(session);
      return kept(session);
    });
    const wanted = cases
      .filter((one) => one.found !== undefined)
      .map(({ source, found: counts }) => [source, `${source} ${counts} from ${RUN}`] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, text]) => text);
    expect(found).toEqual(wanted);
  });

  it('is kept as it was until it is counted otherwise, is no longer so, or is gone', async () => {
    const [same, others, fewer, less, untouched, gone, again] = [101, 102, 103, 104, 105, 106, 107];
    const tenth = (source: number, more: Row = {}) => sampled(source, `TENTH${source}`, more);
    const found = await undone(await engine.emptied(), async (session) => {
      const compared = [tenth(same), tenth(others), tenth(less, { gross_minor: 200 }), tenth(again)];
      await putSampled(session, [same, others, fewer, less, again], compared);
      await putRows(session, 'statements', [asStatement(sampled(untouched, 'UNTOUCHED'))]);
      await putRows(
        session,
        'pay_ins',
        compared.map(({ order_no, trade_no }) => ({ order_no, trade_no })),
      );
      await putRows(
        session,
        'callbacks',
        compared.map(({ order_no }) => called(String(order_no))),
      );
      await putRows(
        session,
        'work_touched',
        [same, others, fewer, less].map((source_id) => ({ source_id })),
      );
      const before = (source_id: number, more: Row = {}) => ({
        ...{ source_id, from_run: 1, compared: 10, scaled: 10, ...more },
      });
      await putRows(session, 'scaled_sources', [
        before(same),
        before(others, { compared: 11 }),
        before(fewer),
        before(less),
        before(untouched),
        before(gone),
        before(again, { until_run: 2 }),
      ]);
      await find(session);
      return kept(session);
    });
    expect(found).toEqual([
      `${same} 10 of 10 from 1`,
      `${others} 10 of 11 from 1 until ${RUN}`,
      `${others} 10 of 10 from ${RUN}`,
      `${fewer} 10 of 10 from 1 until ${RUN}`,
      `${less} 10 of 10 from 1 until ${RUN}`,
      `${less} 9 of 10 from ${RUN}`,
      `${untouched} 10 of 10 from 1`,
      `${gone} 10 of 10 from 1 until ${RUN}`,
      `${again} 10 of 10 from 1 until 2`,
      `${again} 10 of 10 from ${RUN}`,
    ]);
  });

  it('is not found by nine of eleven rows', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      const more = ['A', 'B'].map((name) => sampled(FIRST_NEW, name, { gross_minor: 200 }));
      await putSampled(session, [FIRST_NEW], more);
      await putRows(
        session,
        'pay_ins',
        more.map(({ order_no, trade_no }) => ({ order_no, trade_no })),
      );
      await putRows(session, 'callbacks', [called('A'), called('B')]);
      await find(session);
      return kept(session);
    });
    expect(found).toEqual([]);
  });
});
