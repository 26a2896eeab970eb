/** Undoing: the newest decision of a person is taken back once, and the case is as it was before. */
import { expect, it } from 'vitest';
import { decideAll, decideFindings } from '../../../src/books/findings/decide.ts';
import type { Action } from '../../../src/books/findings/decision.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { approvalBooks, decider, differences, LIMITED, waiting } from './approval-books.ts';
import { decide, expectUnbroken, lifeOf, MOMENTS, ORDER, payment } from './case-books.ts';

const CODE = 'AMOUNT_MISMATCH';

const by = (store: Store, action: Action, text = '', who = 'ana', at: string = MOMENTS.decided) =>
  decide(store, CODE, action, text, { who, at, settings: LIMITED });

const fault = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error);

/** The current period of the case, without its number. */
function caseOf(store: Store) {
  return store.session(async ({ db }) => {
    const { from_entry: _from, ...row } = await db
      .selectFrom('case_states')
      .selectAll()
      .where('code', '=', CODE)
      .where('until_entry', 'is', null)
      .executeTakeFirstOrThrow();
    return row;
  });
}

onEngines('a decision', (engine) => {
  it('of each kind is undone once, after which the case is as it was before', async () => {
    const { store } = await approvalBooks(engine);
    await by(store, 'note', 'first');
    // Each from the state that those before have left, undone, and then made again.
    const decisions: Array<[Action, string, string]> = [
      ['assign', 'eva', 'ana'],
      ['note', 'asked the bank', 'ana'],
      ['write-off', 'small', 'ana'],
      ['decline', 'ask again', 'bruno'],
      ['write-off', 'so be it', 'ana'],
      ['note', 'while it waits', 'eva'],
      ['approve', '', 'bruno'],
      ['note', 'once closed', 'eva'],
      ['reopen', 'refunded', 'ana'],
      ['accept', 'a discount', 'ana'],
      ['reopen', '', 'eva'],
      ['resolve', 'paid', 'ana'],
    ];
    for (const [action, text, who] of decisions) {
      const before = await caseOf(store);
      await by(store, action, text, who);
      const [change] = await by(store, 'undo', 'the wrong order', 'eva');
      expect(change).toMatchObject({ action: 'undo', text: 'the wrong order' });
      expect(await caseOf(store)).toEqual(before);
      expect(await fault(by(store, 'undo'))).toMatchObject({
        code: 'NOTHING_TO_UNDO',
        detail: { found: 'undone already by eva at 2026-11-20T13:00:00Z' },
      });
      await by(store, action, text, who);
    }
    expect((await lifeOf(store, CODE)).events.slice(-3).map(({ what, who }) => [what, who])).toEqual([
      ['resolve', 'ana'],
      ['undo', 'eva'],
      ['resolve', 'ana'],
    ]);
    expect(await differences(store)).toEqual([]);
    await expectUnbroken(store);
  });

  it('that nobody has made, or that the program has made, is not undone', async () => {
    const books = await approvalBooks(engine);
    expect(await fault(by(books.store, 'undo'))).toMatchObject({
      code: 'NOTHING_TO_UNDO',
      detail: { found: 'no decision', where: 'ORDER00002 of merchant M0001, AMOUNT_MISMATCH' },
    });
    await by(books.store, 'accept', 'a discount');
    await books.feed('late2.ndjson', [payment('12340', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const before = await stateOf(books.store);
    expect(await fault(by(books.store, 'undo'))).toMatchObject({
      detail: { found: 'the newest entry is reopen by the program itself, at 2026-11-20T15:00:00Z' },
    });
    expect(await stateOf(books.store)).toEqual(before);
  });

  it('is not undone if that would close a finding, or ask to, for values that it no longer has', async () => {
    for (const [action, text, was] of [
      ['reopen', '', 'accepted'],
      ['decline', 'no', 'awaiting approval'],
    ] as const) {
      const books = await approvalBooks(engine);
      if (action === 'reopen') await by(books.store, 'accept', 'a discount');
      else await by(books.store, 'write-off', 'small');
      await by(books.store, action, text, 'bruno');
      await books.feed('late2.ndjson', [payment('12340', '2026-11-20T14:00:00Z')], MOMENTS.second);
      await books.publish(MOMENTS.second);
      expect(await fault(by(books.store, 'undo', '', 'ana', MOMENTS.third))).toMatchObject({
        code: 'NOTHING_TO_UNDO',
        detail: { found: `before ${action} it was ${was}, and its values have changed since` },
      });
      expect(await waiting(books.store)).toEqual([]);
    }
  });

  it('is not undone if that would write off more than one person may, unless it was approved', async () => {
    const books = await approvalBooks(engine);
    const { store } = books;
    const code = 'CONTRACT_VIOLATION';
    const limits = { BRL: 15_000 };
    const settings = parseSettings({ decisions: { writeOffLimits: limits } });
    const at = MOMENTS.third;
    const make = (action: Action, who: string, text = '') =>
      decide(store, code, action, text, { at, who, settings });
    await make('write-off', 'ana', 'small');
    await books.feed('more.ndjson', [payment('20000', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    // The write-off is there, so that undoing a note brings none back.
    await make('note', 'eva', 'seen');
    await make('undo', 'eva');
    await make('reopen', 'eva');
    const before = await stateOf(store);
    expect(await fault(make('undo', 'ana'))).toMatchObject({
      code: 'NOTHING_TO_UNDO',
      detail: {
        found:
          'before reopen it was written-off, and writing off BRL 200.00 needs the approval of another person',
      },
    });
    const all = (own: typeof limits | undefined) =>
      decideFindings(store, { at: instant(at), who: 'ana', settings }, (session) =>
        decideAll(session, { code, order: ORDER.order }, { action: 'undo', text: '' }, own),
      );
    expect(await fault(all(limits))).toMatchObject({
      detail: { found: 'no decision about any finding that matches' },
    });
    expect(await fault(all(undefined))).toMatchObject({ code: 'NOTHING_TO_UNDO' });
    expect(await stateOf(store)).toEqual(before);
    await make('write-off', 'ana', 'so be it');
    await make('approve', 'bruno');
    await make('note', 'eva', 'once closed');
    await make('reopen', 'eva');
    expect(await make('undo', 'ana')).toMatchObject([
      { after: { state: 'written_off', note: 'once closed' } },
    ]);
    await make('reopen', 'eva');
    await books.feed('most.ndjson', [payment('30000', '2026-11-20T14:30:00Z')], MOMENTS.third);
    await books.publish(MOMENTS.third);
    expect(await fault(make('undo', 'ana'))).toMatchObject({
      detail: { found: expect.stringContaining('writing off BRL 300.00 needs') },
    });
    expect(await differences(store)).toEqual([]);
  });

  it('is undone for all that match, of which those without one are left as they are', async () => {
    const { store } = await approvalBooks(engine);
    const all = (action: Action, filter: object, text: string) =>
      decideFindings(store, decider('ana'), (session) => decideAll(session, filter, { action, text }));
    const none = await fault(all('undo', { merchant: 'M0001' }, ''));
    expect(none).toMatchObject({
      code: 'NOTHING_TO_UNDO',
      detail: { found: 'no decision about any finding that matches' },
    });
    const decided = await all('accept', { code: 'CONTRACT_VIOLATION' }, 'known');
    expect(decided.length).toBeGreaterThan(1);
    const undone = await all('undo', {}, '');
    expect(undone.map(({ finding }) => finding.order_no)).toEqual(
      decided.map(({ finding }) => finding.order_no),
    );
    expect(undone.every(({ after }) => after.state === 'open')).toBe(true);
    expect(await fault(all('undo', {}, ''))).toMatchObject({ code: 'NOTHING_TO_UNDO' });
  });
});
