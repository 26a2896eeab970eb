/** Write-offs above the limit: they wait for another person, who approves or declines them. */
import { expect, it } from 'vitest';
import { knownUser } from '../../../src/access/known-user.ts';
import { decisionsOfRows } from '../../../src/books/findings/apply-decisions.ts';
import type { FindingKey } from '../../../src/books/findings/current-findings.ts';
import { decideAll, decideEach, decideFindings, decideKeys } from '../../../src/books/findings/decide.ts';
import type { Action } from '../../../src/books/findings/decision.ts';
import { readDecisions } from '../../../src/books/findings/decisions-file.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import type { Store } from '../../../src/database/store.ts';
import { storeInTurn } from '../../../src/database/store-in-turn.ts';
import { bytesBelow, DATE, instant } from '../../export/books.ts';
import { onEngines, onPostgresql } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { approvalBooks, decider, differences, LIMITED, waiting } from './approval-books.ts';
import { decide, expectUnbroken, lifeOf, MOMENTS, ORDER, payment } from './case-books.ts';

const CODE = 'AMOUNT_MISMATCH';
const KEY: FindingKey = { order_no: ORDER.order, merchant_id: ORDER.merchant, code: CODE };

const limited = (store: Store, action: Action, text: string, who: string, at: string = MOMENTS.decided) =>
  decide(store, CODE, action, text, { who, at, settings: LIMITED });

const fault = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error);

onEngines('a write-off above the limit', (engine) => {
  it('waits, changes no published byte, and is closed by the approval of another person', async () => {
    const books = await approvalBooks(engine);
    const { store } = books;
    const published = bytesBelow(books.out);
    const [asked] = await limited(store, 'write-off', 'too little to ask for', 'ana');
    const request = { by: 'ana', reason: 'too little to ask for', currency: 'BRL', amountMinor: '45' };
    expect(asked).toMatchObject({ action: 'request-write-off', after: { state: 'open', awaiting: request } });
    expect(await waiting(store)).toMatchObject([{ ...KEY, state: 'open', awaiting_by: 'ana' }]);
    expect(await lifeOf(store, CODE)).toMatchObject({ state: 'open', awaiting: request });
    expect(await differences(store)).toEqual([]);
    await books.publish(MOMENTS.second);
    expect(bytesBelow(books.out)).toEqual(published);

    await limited(store, 'assign', 'eva', 'eva');
    expect(await fault(limited(store, 'write-off', 'again', 'eva'))).toMatchObject({
      code: 'FINDING_WAITING',
      detail: { found: 'BRL 0.45, asked for by ana: too little to ask for' },
    });
    const [approved] = await limited(store, 'approve', '', 'bruno', MOMENTS.decidedAgain);
    expect(approved).toMatchObject({
      action: 'approve',
      text: null,
      before: { awaiting: request },
      after: { state: 'written_off', reason: 'too little to ask for', assignee: 'eva', awaiting: null },
    });
    expect(await waiting(store)).toEqual([]);
    const late = await fault(limited(store, 'decline', 'no', 'ana'));
    expect(late).toMatchObject({
      code: 'FINDING_CLOSED',
      detail: {
        found: 'written-off by ana, approved by bruno at 2026-11-20T15:30:00Z: too little to ask for',
      },
    });
    const { events } = await lifeOf(store, CODE);
    expect(events.map(({ what, who }) => [what, who])).toEqual([
      ['opened', null],
      ['request-write-off', 'ana'],
      ['assign', 'eva'],
      ['approve', 'bruno'],
    ]);
    const verified = await verify(store, LIMITED, { dates: [DATE], out: books.out });
    expect(verified.filter(({ state }) => state !== 'ok')).toEqual([]);
    await expectUnbroken(store);
  });

  it('is approved by nobody but another person, who has the right and sees the merchant', async () => {
    const { store } = await approvalBooks(engine);
    expect(await fault(limited(store, 'approve', '', 'bruno'))).toMatchObject({
      code: 'FINDING_NOT_WAITING',
    });
    await limited(store, 'write-off', 'small', 'ana');
    const before = await stateOf(store);
    const refused = async (who: string) => {
      const { code, detail } = await fault(limited(store, 'approve', '', who));
      return `${code}: ${detail.found}`;
    };
    expect(await refused('ana')).toBe('APPROVAL_NEEDED_BY_ANOTHER: asked for by ana');
    expect(await refused('Ana')).toBe(
      'APPROVAL_NEEDED_BY_ANOTHER: asked for by ana, the same name written otherwise',
    );
    expect(await refused('Anna')).toBe('NOT_PERMITTED: no user Anna');
    expect(await refused('carla')).toBe('NOT_PERMITTED: user carla, who does not see this merchant');
    expect(await refused('davi')).toBe('NOT_PERMITTED: user davi, who is disabled');
    expect(await refused('eva')).toBe('NOT_PERMITTED: user eva with the role operator');
    expect(await fault(limited(store, 'approve', '', 'ana'))).toMatchObject({
      code: 'APPROVAL_NEEDED_BY_ANOTHER',
    });
    expect(await fault(limited(store, 'approve', '', 'eva'))).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(await stateOf(store)).toEqual(before);
  });

  it('is not approved by who asked for it under an earlier name, or the same name written otherwise', async () => {
    const { store } = await approvalBooks(engine);
    const at = instant(MOMENTS.decided);
    const known = (name: string) =>
      knownUser(store, at, {
        ...{ origin: 'oidc', name, subject: 'https://id.example 7' },
        access: { role: 'approver', merchants: undefined },
      });
    await known('jose\u0301');
    await limited(store, 'write-off', 'small', 'jose\u0301');
    expect(await fault(limited(store, 'approve', '', 'jos\u00e9'))).toMatchObject({
      code: 'APPROVAL_NEEDED_BY_ANOTHER',
    });
    await known('joe');
    await known('joe2');
    expect(await fault(limited(store, 'approve', '', 'joe2'))).toMatchObject({
      code: 'APPROVAL_NEEDED_BY_ANOTHER',
      detail: { found: 'asked for by jose\u0301, an earlier name of joe2' },
    });
    const [approved] = await limited(store, 'approve', '', 'bruno');
    expect(approved!.after.state).toBe('written_off');
  });

  it('ends by a decline, by another decision or by being withdrawn, and stays open or is closed so', async () => {
    const { store } = await approvalBooks(engine);
    for (const [action, text, state] of [
      ['decline', 'ask the bank', 'open'],
      ['reopen', '', 'open'],
      ['resolve', 'paid', 'resolved'],
    ] as const) {
      await limited(store, 'write-off', 'small', 'ana');
      const [change] = await limited(store, action, text, 'eva');
      expect(change!.before.awaiting).toMatchObject({ by: 'ana' });
      expect(change!.after).toMatchObject({ state, awaiting: null });
      expect(await waiting(store)).toEqual([]);
    }
    expect((await lifeOf(store, CODE)).state).toBe('resolved');
    expect(await differences(store)).toEqual([]);
  });

  it('is declined by a run that changes what it is about, and goes on waiting in any other', async () => {
    const books = await approvalBooks(engine);
    await limited(books.store, 'write-off', 'small', 'ana');
    await books.publish(MOMENTS.second);
    expect(await waiting(books.store)).toHaveLength(1);
    await books.feed('late2.ndjson', [payment('12340', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.third);
    expect(await waiting(books.store)).toEqual([]);
    const { state, events } = await lifeOf(books.store, CODE);
    expect(state).toBe('open');
    expect(events.at(-1)).toMatchObject({
      what: 'decline',
      who: 'payin-recon',
      reason: 'actual was BRL 123.00 and is BRL 123.40 now; the amount was BRL 0.45 and is BRL 0.05 now',
    });
    expect(books.row(CODE)).toMatchObject({ reopened_reason: '' });
    expect(await differences(books.store)).toEqual([]);
    // What is left is below the limit.
    await limited(books.store, 'write-off', 'small', 'ana', MOMENTS.weekLater);
    expect((await lifeOf(books.store, CODE)).state).toBe('written_off');
  });

  it('is compared with the proof of verify: who asked, and how much', async () => {
    const { store } = await approvalBooks(engine);
    await limited(store, 'write-off', 'small', 'ana');
    const tamper = (change: string) =>
      store.session((session) =>
        session.script(`update case_states set ${change} where until_entry is null`),
      );
    await tamper('awaiting_amount_minor = 4');
    expect(await differences(store)).toMatchObject([
      {
        expected: 'entry 1: open, asked by ana for 45, until now',
        actual: 'open, asked by ana for 4, until now',
      },
    ]);
    await tamper("awaiting_amount_minor = 45, awaiting_by = 'eva'");
    expect(await differences(store)).toHaveLength(1);
  });

  it('is asked for and approved by files', async () => {
    const { store } = await approvalBooks(engine);
    const apply = (who: string, ...rows: string[]) =>
      decideFindings(store, decider(who), (session) =>
        decisionsOfRows(
          session,
          readDecisions(Buffer.from(['code,merchant,order,action,note', ...rows].join('\n')), 'todo.csv'),
          'todo.csv',
        ),
      );
    const row = (action: string, note = '') => `${CODE},M0001,ORDER00002,${action},${note}`;
    expect((await fault(apply('bruno', row('approve')))).detail.found).toEqual([
      'line 2, column action: approve of a finding that is not waiting for approval; expected: a finding whose write-off waits for approval',
    ]);
    await apply('ana', row('write-off', 'small'));
    expect((await fault(apply('eva', row('write-off', 'x'), row('decline')))).detail.found).toEqual([
      'line 2, column action: write-off of a finding that is waiting for approval already; expected: approve or decline, or no row for it',
      'line 3, column note: nothing; expected: why',
    ]);
    expect((await fault(apply('bruno', row('approve'), row('undo')))).detail.found).toEqual([
      'line 3, column action: undo, which contradicts line 2 (approve); expected: one decision for a finding',
    ]);
    expect(await fault(apply('ana', row('approve')))).toMatchObject({ code: 'APPROVAL_NEEDED_BY_ANOTHER' });
    await apply('bruno', row('approve'));
    expect((await lifeOf(store, CODE)).state).toBe('written_off');
    await apply('bruno', row('undo'));
    expect(await waiting(store)).toHaveLength(1);
  });
});

onEngines('decisions about chosen findings', (engine) => {
  it('are made by keys, all or none, and about no other merchant', async () => {
    const { store } = await approvalBooks(engine);
    const orphan = { order_no: 'ORDER00004', merchant_id: 'M0001', code: 'ORPHAN_CALLBACK' };
    const gone = { ...KEY, order_no: 'ORDER00009' };
    const by = (keys: readonly FindingKey[], merchants?: string[]) =>
      decideFindings(store, { ...decider('eva'), merchants }, (session) =>
        decideKeys(session, keys, { action: 'accept', text: 'known' }),
      );
    expect(await fault(by([KEY, gone, orphan]))).toMatchObject({
      code: 'FINDING_UNKNOWN',
      detail: { found: ['ORDER00009 of merchant M0001, AMOUNT_MISMATCH'] },
    });
    expect(await fault(by([KEY, orphan], ['M0002']))).toMatchObject({ code: 'FINDING_UNKNOWN' });
    expect((await by([KEY, orphan, KEY], ['M0001'])).map(({ finding }) => finding.code)).toEqual([
      CODE,
      'ORPHAN_CALLBACK',
    ]);
    const others = decideFindings(store, decider('eva'), (session) =>
      decideAll(session, { merchants: ['M0002'], code: 'ORPHAN_CALLBACK' }, { action: 'note', text: 'x' }),
    );
    expect(await fault(others)).toMatchObject({ code: 'FINDING_UNKNOWN' });
    const which = { orders: [ORDER.order], code: 'NO_RESPONSE', merchants: ['M0002'] };
    const hidden = decideFindings(store, decider('eva'), (session) =>
      decideEach(session, which, { action: 'note', text: 'x' }),
    );
    expect((await fault(hidden)).detail.found).toBe('no finding of that order');
  });

  it('are made by ten thousand keys at once, of which the missing ones are named', async () => {
    const { store } = await approvalBooks(engine);
    const keys = Array.from({ length: 10_000 }, (_one, at) => ({ ...KEY, order_no: `X${at}` }));
    const work = decideFindings(store, decider('eva'), (session) =>
      decideKeys(session, [KEY, ...keys], { action: 'accept', text: 'known' }),
    );
    const { code, detail } = await fault(work);
    expect([code, detail.found.length, detail.found.at(-1)]).toEqual([
      'FINDING_UNKNOWN',
      21,
      'and 9980 more',
    ]);
  });

  it('by two people at once are made one after the other, and the second is told of the first', async () => {
    const { store: own } = await approvalBooks(engine);
    const store = storeInTurn(own);
    const work = (who: string, action: Action) =>
      decideFindings(store, { ...decider(who), patienceMilliseconds: 60_000 }, (session) =>
        decideKeys(session, [KEY], { action, text: 'known' }),
      );
    const both = await Promise.allSettled([work('ana', 'accept'), work('bruno', 'resolve')]);
    const refused = both.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toMatchObject([{ code: 'FINDING_CLOSED' }]);
    expect(refused[0].detail.found).toMatch(
      /^(accepted by ana|resolved by bruno) at 2026-11-20T13:00:00Z: known$/,
    );
    await expectUnbroken(store);
  });
});

onPostgresql('a decision while another process changes the store', (engine) => {
  it('is refused at once without patience, after a while with some, and made once the store is free', async () => {
    const { store } = await approvalBooks(engine);
    const work = (patienceMilliseconds: number) =>
      decideFindings(store, { ...decider('ana'), patienceMilliseconds }, (session) =>
        decideKeys(session, [KEY], { action: 'note', text: 'known' }),
      );
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const other = store.exclusively(() => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    expect(await fault(work(0))).toMatchObject({ code: 'STORE_LOCKED' });
    expect(await fault(work(150))).toMatchObject({ code: 'STORE_LOCKED' });
    const patient = work(60_000);
    held.resolve();
    await other;
    expect(await patient).toHaveLength(1);
  });
});
