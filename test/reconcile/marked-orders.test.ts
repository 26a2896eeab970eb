/** Which chosen orders are read together and which an earlier run may have judged: the statement that marks them, on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, type Row, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const LATER = '2026-11-20T12:00:01Z';
/** The newest sources that any run before, and this run, know. */
const [KNOWN, LAST, BEYOND] = [2, 4, 5];
const NEW = { source_id: 3 };

interface Case {
  readonly asked?: readonly Row[];
  readonly called?: readonly Row[];
  readonly broken?: Row;
  readonly refunded?: Row;
  readonly changed?: Row;
  readonly marked: 'single known' | 'grouped known' | 'grouped new' | 'nothing';
}

const SINGLE = { marked: 'single known' } as const;
const GROUPED = { marked: 'grouped known' } as const;

const CASES: Readonly<Record<string, Case>> = {
  asked: SINGLE,
  askedOfLastKnown: { asked: [{ source_id: KNOWN }], ...SINGLE },
  askedNew: { asked: [NEW], marked: 'grouped new' },
  askedAtAsOf: { asked: [{ requested_at: AS_OF }], ...SINGLE },
  askedLater: { asked: [{ requested_at: LATER }], ...GROUPED },
  askedTwice: { asked: [{}, {}], ...GROUPED },
  askedAgainAtAsOf: { asked: [{}, { requested_at: AS_OF }], ...GROUPED },
  askedAgainLater: { asked: [{}, { requested_at: LATER }], ...SINGLE },
  askedAgainByLast: { asked: [{}, { source_id: LAST }], ...GROUPED },
  askedAgainBeyond: { asked: [{}, { source_id: BEYOND }], ...SINGLE },
  askedByAnother: { asked: [{}, { merchant_id: 'M2' }], ...SINGLE },
  askedNewAndKnownLater: { asked: [NEW, { requested_at: LATER }], ...SINGLE },
  neverAsked: { asked: [], called: [{}], ...GROUPED },
  nothingAtAll: { asked: [], marked: 'grouped new' },

  answeredOnly: { asked: [{ has_request: false }], ...GROUPED },
  answeredLater: { asked: [{}, { has_request: false, requested_at: LATER }], ...SINGLE },
  nowhere: { asked: [{ region: '' }], ...SINGLE },
  inEgypt: { asked: [{ region: 'EG' }], ...SINGLE },
  inForeignRegion: { asked: [{ region: 'XX' }], ...GROUPED },
  inForeignRegionLater: { asked: [{}, { region: 'XX', requested_at: LATER }], ...SINGLE },

  called: { called: [{}], ...SINGLE },
  calledKnown: { asked: [NEW], called: [{ source_id: KNOWN }], ...SINGLE },
  calledKnownLater: { asked: [NEW], called: [{ received_at: LATER }], ...SINGLE },
  calledTwice: { called: [{}, {}], ...GROUPED },
  calledAgainAtAsOf: { called: [{}, { received_at: AS_OF }], ...GROUPED },
  calledAgainLater: { called: [{}, { received_at: LATER }], ...SINGLE },
  calledAgainByLast: { called: [{}, { source_id: LAST }], ...GROUPED },
  calledAgainBeyond: { called: [{}, { source_id: BEYOND }], ...SINGLE },
  calledByAnother: { called: [{}, { merchant_id: 'M2' }], ...SINGLE },
  verified: { called: [{ verified: true }], ...SINGLE },
  forged: { called: [{ verified: false }], ...GROUPED },
  forgedLater: { called: [{ verified: false, received_at: LATER }], ...SINGLE },
  calledNowhere: { called: [{ region: '' }], ...SINGLE },
  calledInEgypt: { called: [{ region: 'EG' }], ...SINGLE },
  calledInForeignRegion: { called: [{ region: 'XX' }], ...GROUPED },

  broken: { broken: {}, ...GROUPED },
  brokenOfLast: { broken: { source_id: LAST }, ...GROUPED },
  brokenBeyond: { broken: { source_id: BEYOND }, ...SINGLE },
  brokenOfAnother: { broken: { merchant_id: 'M2' }, ...SINGLE },
  withoutWhatIsNotKept: { broken: { rule: 'mandatory', field: 'payer' }, ...SINGLE },
  withoutWhatIsKept: { broken: { rule: 'mandatory', field: 'purpose' }, ...GROUPED },
  tooLongWhereNotKept: { broken: { rule: 'length', field: 'payer' }, ...GROUPED },
  refunded: { refunded: {}, ...GROUPED },
  refundedOfAnother: { refunded: { merchant_id: 'M2' }, ...SINGLE },
  changed: { asked: [NEW], changed: {}, ...SINGLE },
  changedAndCalled: { called: [{}], changed: {}, ...SINGLE },
  changedAndUnasked: { asked: [], called: [{}], changed: {}, ...GROUPED },
  brokenAndUnasked: { asked: [], broken: {}, marked: 'grouped new' },
  changedOfAnother: { asked: [NEW], changed: { merchant_id: 'M2' }, marked: 'grouped new' },
};
/** The same with every kind of record, of an order that another lane or step judges. */
const ELSEWHERE = { asked: [{}], called: [{}], broken: {}, refunded: {}, changed: {} };

onEngines('a chosen order', (engine) => {
  it('is read with its records together where one may bear on another, and is known by any of them', async () => {
    const cases = Object.entries({ ...CASES, elsewhere: { ...ELSEWHERE, marked: 'nothing' } as Case });
    const rowsBy = (of: (one: Case) => readonly Row[]) =>
      cases.flatMap(([order_no, one]) => of(one).map((row) => ({ order_no, ...row })));
    const optional = (row: Row | undefined) => (row === undefined ? [] : [row]);
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(
        session,
        'work_keys',
        cases.map(([order_no]) => ({ order_no, is_own: order_no !== 'elsewhere' })),
      );
      await putRows(
        session,
        'pay_ins',
        rowsBy(({ asked = [{}] }) => asked),
      );
      await putRows(
        session,
        'callbacks',
        rowsBy(({ called = [] }) => called),
      );
      await putRows(
        session,
        'violations',
        rowsBy(({ broken }) => optional(broken)),
      );
      await putRows(
        session,
        'work_refunds',
        rowsBy(({ refunded }) => optional(refunded)),
      );
      await putRows(
        session,
        'work_changed_orders',
        rowsBy(({ changed }) => optional(changed)),
      );
      await runSqlFile(session, 'reconcile/evidence/marked_orders.sql', {
        ...{ as_of: AS_OF, last_source: LAST, known_source: KNOWN, regions: ['BR', 'EG'] },
        ...{ mandatory_rule: 'mandatory', absent_fields: ['payer'] },
      });
      return rowsOf<string>(
        session,
        'work_marked',
        sql`concat_ws(' ', order_no, case when is_grouped then 'grouped' else 'single' end,
          case when is_known then 'known' else 'new' end)`,
      );
    });
    expect(found.toSorted()).toEqual(
      Object.entries(CASES)
        .map(([name, { marked }]) => `${name} ${marked}`)
        .toSorted(),
    );
  });
});
