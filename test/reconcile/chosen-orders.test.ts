/** Which orders a run judges: the statements that choose them, on rows that are put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, type SqlParameters } from '../../src/database/sql-file.ts';
import type { Session, Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, undone } from './put-rows.ts';

const EARLIER = '2026-11-19T12:00:00Z';
const BETWEEN = '2026-11-20T01:00:00Z';
const LATER = '2026-11-20T12:00:00Z';
const AFTERWARDS = '2026-11-20T12:00:01Z';

/** The last judging knew sources 1 and 2, a run since then source 3; source 5 was read after the run began. */
const NEWS = {
  ...{ since: 2, known_source: 3, last_source: 4, horizon_hours: 48, backwards: false },
  ...{ as_of: LATER, earlier: EARLIER, later: LATER, regions: ['BR'] },
  ...{ mandatory_rule: 'mandatory', absent_fields: ['payer'] },
};

/** Requests and callbacks that were read before, by source and by time. */
const read = (kind: string, time: string) => [
  { order_no: `${kind}OF2`, source_id: 2 },
  { order_no: `${kind}OF3`, source_id: 3 },
  { order_no: `${kind}OF5`, source_id: 5 },
  { order_no: `${kind}EARLIER`, [time]: EARLIER },
  { order_no: `${kind}BETWEEN`, [time]: BETWEEN },
  { order_no: `${kind}BETWEENOF3`, [time]: BETWEEN, source_id: 3 },
  { order_no: `${kind}LATER`, [time]: LATER },
  { order_no: `${kind}AFTERWARDS`, [time]: AFTERWARDS },
  { order_no: `${kind}AMENDEDBY2`, amended_by: 2 },
  { order_no: `${kind}AMENDEDBY3`, amended_by: 3 },
  { order_no: `${kind}AMENDEDBY4`, amended_by: 4 },
  { order_no: `${kind}OF3AMENDED`, amended_by: 4, source_id: 3 },
  { order_no: `${kind}AMENDEDBY5`, amended_by: 5 },
];
/** Of them, what is news to a judging that knew source 3, too, and to one that did not. */
const laterNews = (kind: string) =>
  ['AMENDEDBY4', 'BETWEEN', 'BETWEENOF3', 'LATER', 'OF3AMENDED'].map((end) => kind + end);
const readNews = (kind: string) => [...laterNews(kind), `${kind}AMENDEDBY3`, `${kind}OF3`];

const NEW = { source_id: 4 };
const NEW_PAIRS = [
  'PAIR',
  'PAIRVERIFIED',
  'PAIRELSEWHERE',
  'FORGED',
  'FOREIGNCALL',
  'CALLEDTWICE',
  'PAIRANDLATER',
];
const PAY_INS = [
  ...read('ASKED', 'requested_at'),
  { order_no: 'NEW', ...NEW },
  { order_no: 'NEWELSEWHERE', ...NEW, region: '' },
  { order_no: 'NEWFOREIGN', ...NEW, region: 'XX' },
  { order_no: 'NEWANSWER', ...NEW, has_request: false },
  { order_no: 'NEWTWICE', ...NEW },
  { order_no: 'NEWTWICE', ...NEW, requested_at: LATER },
  { order_no: 'NEWANDLATER', ...NEW },
  { order_no: 'NEWANDLATER', ...NEW, requested_at: AFTERWARDS },
  { order_no: 'NOTYET', ...NEW, requested_at: AFTERWARDS },
  ...NEW_PAIRS.map((order_no) => ({ order_no, ...NEW, requested_at: BETWEEN, amended_by: 4 })),
  ...['EXEMPT', 'OTHERFIELD', 'OTHERRULE'].map((order_no) => ({ order_no, ...NEW })),
  ...['AGAIN', 'AGAINOF3', 'CLAIMED', 'SHAREDASKED', 'SHAREDCALLED'].map((order_no) => ({
    order_no,
    ...NEW,
  })),
  { order_no: 'AGAIN', source_id: 1 },
  { order_no: 'AGAINOF3', source_id: 3 },
  { order_no: 'CALLEDAGAIN', source_id: 1 },
  { order_no: 'SHAREDASKED', source_id: 1, merchant_id: 'M2' },
];
const CALLBACKS = [
  ...read('CALLED', 'received_at'),
  { order_no: 'PAIR', ...NEW, received_at: BETWEEN, amended_by: 4 },
  { order_no: 'PAIRVERIFIED', ...NEW, verified: true },
  { order_no: 'PAIRELSEWHERE', ...NEW, region: '' },
  { order_no: 'FORGED', ...NEW, verified: false },
  { order_no: 'FOREIGNCALL', ...NEW, region: 'XX' },
  { order_no: 'CALLEDTWICE', ...NEW },
  { order_no: 'CALLEDTWICE', ...NEW, received_at: LATER },
  { order_no: 'PAIRANDLATER', ...NEW },
  { order_no: 'PAIRANDLATER', ...NEW, received_at: AFTERWARDS },
  { order_no: 'CALLEDAGAIN', ...NEW },
  { order_no: 'CLAIMED', source_id: 1 },
  { order_no: 'CLAIMEDOF3', source_id: 3 },
  { order_no: 'SHAREDCALLED', source_id: 1, merchant_id: 'M2' },
];
const VIOLATIONS = [
  { order_no: 'BROKENOF2', source_id: 2 },
  { order_no: 'BROKENOF3', source_id: 3 },
  { order_no: 'BROKEN', ...NEW },
  { order_no: 'BROKENOF5', source_id: 5 },
  { order_no: 'EXEMPT', ...NEW, rule: 'mandatory', field: 'payer' },
  { order_no: 'OTHERFIELD', ...NEW, rule: 'mandatory', field: 'purpose' },
  { order_no: 'OTHERRULE', ...NEW, rule: 'length', field: 'payer' },
];
const waiting = (kind: string, [first, between, last, beyond]: readonly string[]) => [
  { order_no: `${kind}FIRST`, outcome: 'STUCK', deadline_at: first },
  { order_no: `${kind}BETWEEN`, outcome: 'STUCK', deadline_at: between },
  { order_no: `${kind}LAST`, outcome: 'PENDING', deadline_at: last },
  { order_no: `${kind}BEYOND`, outcome: 'PENDING', deadline_at: beyond },
  { order_no: `${kind}ENDED`, outcome: 'STUCK', deadline_at: between, until_run: 2 },
  { order_no: `${kind}PAID`, outcome: 'MATCHED', deadline_at: between },
];
const ORDER_ROWS = [
  ...waiting('DUE', [EARLIER, BETWEEN, LATER, AFTERWARDS]),
  ...waiting('GONE', [
    '2026-11-17T12:00:00Z',
    '2026-11-18T01:00:00Z',
    '2026-11-18T12:00:00Z',
    '2026-11-18T12:00:01Z',
  ]),
  { order_no: 'EXPIREDFIRST', outcome: 'EXPIRED', deadline_at: '2026-11-17T12:00:00Z' },
  { order_no: 'EXPIREDSINCE', outcome: 'EXPIRED', deadline_at: '2026-11-17T12:00:01Z' },
  { order_no: 'EXPIREDENDED', outcome: 'EXPIRED', deadline_at: '2026-11-17T12:00:01Z', until_run: 2 },
];
const FINDING_ROWS = [
  { order_no: 'FOUNDEARLIER', first_seen_at: EARLIER },
  { order_no: 'FOUNDSINCE', first_seen_at: BETWEEN },
  { order_no: 'FOUNDENDED', first_seen_at: BETWEEN, until_run: 2 },
];

const ODD = [
  ...['BROKEN', 'CALLEDAGAIN', 'CALLEDTWICE', 'FOREIGNCALL', 'FORGED', 'NEWANSWER', 'NEWFOREIGN', 'NEWTWICE'],
  ...['OTHERFIELD', 'OTHERRULE'],
];
const IN_TIME = ['DUEBETWEEN', 'DUELAST', 'GONEBETWEEN', 'GONELAST'];
const ALWAYS = ['AGAIN', 'AGAINOF3', 'CHANGED', 'CLAIMED', ...ODD, ...IN_TIME];
const OF3 = ['BROKENOF3', 'CLAIMEDOF3'];

async function putNews(session: Session): Promise<void> {
  await putRows(session, 'pay_ins', PAY_INS);
  await putRows(session, 'callbacks', CALLBACKS);
  await putRows(session, 'violations', VIOLATIONS);
  await putRows(session, 'order_rows', ORDER_ROWS);
  await putRows(session, 'finding_rows', FINDING_ROWS);
  await putRows(session, 'work_changed_orders', [{ order_no: 'CHANGED', merchant_id: 'M1' }]);
}

/** Puts rows, runs a file of sql/reconcile/choose, and looks at what it did; nothing of it stays. */
const chosen = (
  store: Store,
  file: string,
  parameters: SqlParameters,
  put: (session: Session) => Promise<void>,
) =>
  undone(store, async (session) => {
    await put(session);
    await runSqlFile(session, `reconcile/choose/${file}.sql`, parameters);
    const listed = async (table: string, more = sql``) => {
      const { rows } = await sql<{ order_no: string }>`
          select order_no from ${sql.table(table)} ${more} order by order_no`.execute(session.db);
      return rows.map(({ order_no }) => order_no);
    };
    const round = Number(parameters['round'] ?? 0);
    const keys = await listed('work_keys', sql`where round = ${round}::integer`);
    return { keys, unmatched: await listed('unmatched_callbacks') };
  });

onEngines('orders with news', (engine) => {
  it.each([
    ['', {}, [...ALWAYS, ...readNews('ASKED'), ...readNews('CALLED'), ...OF3]],
    [
      'since a judging that knew what every run knows',
      { since: 3 },
      [...ALWAYS, ...laterNews('ASKED'), ...laterNews('CALLED')],
    ],
  ] as const)('are chosen %s', async (_title, parameters, orders) => {
    const { keys } = await chosen(
      await engine.emptied(),
      'orders_with_news',
      { ...NEWS, ...parameters },
      putNews,
    );
    expect(keys).toEqual(orders.toSorted());
  });

  it('are also those that a run with an earlier as-of sees otherwise', async () => {
    const store = await engine.emptied();
    const backwards = { ...NEWS, since: 4, known_source: 4, backwards: true, as_of: EARLIER };
    const { keys } = await chosen(store, 'orders_with_news', backwards, (session) =>
      putRows(session, 'order_rows', ORDER_ROWS).then(() => putRows(session, 'finding_rows', FINDING_ROWS)),
    );
    expect(keys).toEqual(['EXPIREDSINCE', 'FOUNDSINCE', ...IN_TIME].toSorted());
  });

  it('are those of the first source, too', async () => {
    const records = ['ASKED', 'CALLED', 'NEITHER'].map((order_no) => ({ order_no, source_id: 2 }));
    const first = { ...NEWS, since: 1, known_source: 1, last_source: 2 };
    const { keys } = await chosen(await engine.emptied(), 'orders_with_news', first, async (session) => {
      await putRows(session, 'pay_ins', [...records, { order_no: 'ASKED' }]);
      await putRows(session, 'callbacks', [{ order_no: 'CALLED' }]);
    });
    expect(keys).toEqual(['ASKED', 'CALLED']);
  });
});

const OWNERS = [
  { order_no: 'OWNEROFCHOSEN', trade_no: 'T1' },
  { order_no: 'READLATER', trade_no: 'T1', source_id: 5 },
  { order_no: 'CHOSENOWNER', trade_no: 'T2' },
  { order_no: 'NEWOWNER', trade_no: 'T3', ...NEW },
  { order_no: 'OWNEROFNONE', trade_no: 'T10', ...NEW },
  { order_no: 'OLDOWNER', trade_no: 'T4' },
  { order_no: 'OWNEROF3', trade_no: 'T5', source_id: 3 },
  { order_no: 'LATEROWNER', trade_no: 'T6', source_id: 5 },
  { order_no: 'OWNEROFTWO', trade_no: 'T7' },
  { order_no: 'TWOOWNERS', trade_no: 'T8', merchant_id: 'M2' },
];
const UNMATCHED = [
  { order_no: 'CHOSEN', trade_no: 'T1' },
  { order_no: 'OFSAMETRADE', trade_no: 'T1' },
  { order_no: 'OFSAMETRADE', trade_no: 'T1' },
  { order_no: 'OFCHOSENOWNER', trade_no: 'T2' },
  { order_no: 'OFNEWOWNER', trade_no: 'T3' },
  { order_no: 'OFOLDOWNER', trade_no: 'T4' },
  { order_no: 'OFOWNEROF3', trade_no: 'T5' },
  { order_no: 'OFLATEROWNER', trade_no: 'T6' },
  { order_no: 'TWOMERCHANTS', trade_no: 'T7', merchant_id: 'M2' },
  { order_no: 'OFTWOOWNERS', trade_no: 'T8' },
  { order_no: 'CHOSENALONE', trade_no: 'T9' },
];
const CHOSEN = ['CHOSEN', 'CHOSENOWNER', 'CHOSENALONE', 'TWOMERCHANTS', 'TWOOWNERS', 'WITHOUTCALL'];
const RELATED = ['OFCHOSENOWNER', 'OFSAMETRADE', 'OWNEROFCHOSEN'];

onEngines('related orders', (engine) => {
  it.each([
    ['of the first round, and of new owners', 0, 1, ['NEWOWNER', 'OFNEWOWNER', ...RELATED]],
    ['of the round before', 1, 2, RELATED],
    ['of no earlier round', 0, 2, []],
  ] as const)('are chosen %s', async (_title, chosenIn, round, orders) => {
    const parameters = { round, known_source: 3, last_source: 4 };
    const { keys } = await chosen(await engine.emptied(), 'related_orders', parameters, async (session) => {
      await putRows(session, 'pay_ins', OWNERS);
      await putRows(session, 'unmatched_callbacks', UNMATCHED);
      await putRows(
        session,
        'work_keys',
        CHOSEN.map((order_no) => ({ order_no, round: chosenIn })),
      );
    });
    expect(keys).toEqual(orders.toSorted());
  });
});

const SPAN = { unmatched_since: 2, last_source: 4 };

onEngines('unmatched callbacks', (engine) => {
  it('are new ones with a tradeNo and without a request', async () => {
    const { unmatched } = await chosen(
      await engine.emptied(),
      'unmatched_callbacks',
      SPAN,
      async (session) => {
        const callbacks = [
          ...[2, 3, 4, 5].map((source_id) => ({ order_no: `OF${source_id}`, source_id })),
          { order_no: 'VERIFIED', ...NEW, verified: true },
          { order_no: 'FORGED', ...NEW, verified: false },
          ...['ASKED', 'ASKEDLATER', 'READLATER', 'OTHERMERCHANT'].map((order_no) => ({ order_no, ...NEW })),
        ].map((row) => ({ ...row, trade_no: row.order_no, received_at: BETWEEN }));
        await putRows(session, 'callbacks', [...callbacks, { order_no: 'WITHOUTTRADE', ...NEW }]);
        await putRows(session, 'pay_ins', [
          { order_no: 'ASKED', ...NEW, requested_at: BETWEEN },
          { order_no: 'ASKEDLATER', requested_at: LATER },
          { order_no: 'READLATER', source_id: 5 },
          { order_no: 'OTHERMERCHANT', merchant_id: 'M2' },
        ]);
      },
    );
    expect(unmatched).toEqual(['ASKEDLATER', 'OF3', 'OF4', 'OTHERMERCHANT', 'READLATER', 'VERIFIED']);
  });

  it('are so no longer when their request is read', async () => {
    const requests = [
      ...[2, 3, 4, 5].map((source_id) => ({ order_no: `OF${source_id}`, source_id })),
      { order_no: 'ASKEDTHEN', ...NEW, requested_at: BETWEEN },
      { order_no: 'ASKEDLATER', ...NEW, requested_at: LATER },
    ];
    const { unmatched } = await chosen(await engine.emptied(), 'claimed_callbacks', SPAN, async (session) => {
      await putRows(session, 'pay_ins', [
        ...requests,
        { order_no: 'OTHERMERCHANT', ...NEW, merchant_id: 'M2' },
      ]);
      const orders = [...requests.map(({ order_no }) => order_no), 'OTHERMERCHANT', 'NEVERASKED'];
      await putRows(
        session,
        'unmatched_callbacks',
        orders.map((order_no) => ({ order_no, trade_no: 'T1', received_at: BETWEEN })),
      );
    });
    expect(unmatched).toEqual(['ASKEDLATER', 'NEVERASKED', 'OF2', 'OF5', 'OTHERMERCHANT']);
  });
});
