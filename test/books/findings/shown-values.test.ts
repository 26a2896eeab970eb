/** A row of a file closes only what it shows: a list may be older than the finding. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { decisionsOfRows } from '../../../src/books/findings/apply-decisions.ts';
import { decideFindings } from '../../../src/books/findings/decide.ts';
import type { Action } from '../../../src/books/findings/decision.ts';
import { readDecisions } from '../../../src/books/findings/decisions-file.ts';
import { findingsFile } from '../../../src/books/findings/findings-file.ts';
import { listFindings } from '../../../src/books/findings/listed-findings.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import type { Form } from '../../../src/export/profile.ts';
import { instant, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { approvalBooks, LIMITED } from './approval-books.ts';
import { decide, lifeOf, MOMENTS, ORDER, payment } from './case-books.ts';

type Profile = Form['profile'];

/** The list of findings of a code as CSV, with an action and a note filled in. */
async function filledIn(store: Store, code: string, profile: Profile, action: string): Promise<string> {
  const csv = await store.session((session) =>
    transaction(session, async () => {
      const list = await listFindings(session, { code, order: ORDER.order });
      const parts: string[] = [];
      for await (const part of findingsFile(list, SETTINGS, { profile, format: 'csv' }))
        parts.push(String(part));
      return parts.join('');
    }),
  );
  const delimiter = profile === 'standard' ? ',' : ';';
  return fileOf({ ...cellsOf(csv, delimiter), action, note: 'refunded' }, delimiter);
}

/** The first row of a list. */
function cellsOf(csv: string, delimiter = csv.includes(';') ? ';' : ','): Record<string, string> {
  const [row = {}] = parse(csv, { delimiter, bom: true, columns: true }) as Array<Record<string, string>>;
  return row;
}

function fileOf(row: Record<string, string>, delimiter = ','): string {
  return stringify([row], { delimiter, header: true });
}

function apply(store: Store, text: string, { who = 'ana', at = MOMENTS.decidedAgain as string } = {}) {
  const rows = readDecisions(Buffer.from(text), 'todo.csv');
  return decideFindings(store, { at: instant(at), who, settings: LIMITED }, (session) =>
    decisionsOfRows(session, rows, 'todo.csv'),
  );
}

const mistakesOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch(({ code, detail }) => [code, ...detail.found]);

onEngines('a row of a list of findings', (engine) => {
  it.each<[Profile, string]>([
    ['standard', 'resolve'],
    ['excel-br', 'accept'],
    ['excel-eg', 'write-off'],
  ])('written as %s is applied to the values that it shows only (%s)', async (profile, action) => {
    const books = await approvalBooks(engine);
    const { store } = books;
    const current = await filledIn(store, 'AMOUNT_MISMATCH', profile, action);
    const noted = await filledIn(store, 'AMOUNT_MISMATCH', profile, 'note');
    const before = await stateOf(store);
    await books.feed('more.ndjson', [payment('12000', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect(await stateOf(store)).not.toEqual(before);
    expect(await mistakesOf(apply(store, current))).toEqual([
      'DECISIONS_INVALID',
      'line 2, column actual: "BRL 123.00", but the finding shows "BRL 120.00" now; expected: the values of a new list of findings',
    ]);
    expect((await lifeOf(store, 'AMOUNT_MISMATCH')).state).toBe('open');
    // What closes nothing is right of any values.
    expect(await apply(store, noted)).toHaveLength(1);
    const anew = await filledIn(store, 'AMOUNT_MISMATCH', profile, action);
    expect(await apply(store, anew)).toHaveLength(1);
  });

  it('approves only the amount that it shows', async () => {
    const books = await approvalBooks(engine);
    const { store } = books;
    const ask = (at: string) =>
      decide(store, 'CONTRACT_VIOLATION', 'write-off', 'a test', { at, settings: LIMITED });
    await ask(MOMENTS.decided);
    const listed = await filledIn(store, 'CONTRACT_VIOLATION', 'excel-br', 'approve');
    expect(listed).toContain('"=""BRL 123.45"""');
    await books.feed('more.ndjson', [payment('20000', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    await ask(MOMENTS.second);
    expect(await mistakesOf(apply(store, listed, { who: 'bruno' }))).toEqual([
      'DECISIONS_INVALID',
      'line 2, column awaiting_amount: "BRL 123.45", but the finding shows "BRL 200.00" now; expected: the values of a new list of findings',
    ]);
    const anew = await filledIn(store, 'CONTRACT_VIOLATION', 'excel-br', 'approve');
    expect(await apply(store, anew, { who: 'bruno' })).toMatchObject([{ after: { state: 'written_off' } }]);
  });

  it('writes off only the amount that it shows, though the finding names none', async () => {
    const books = await approvalBooks(engine);
    const { store } = books;
    const listed = await filledIn(store, 'CONTRACT_VIOLATION', 'excel-br', 'write-off');
    expect(listed).toContain('BRL 123.45');
    const { write_off_amount: _amount, ...old } = cellsOf(listed);
    await books.feed('more.ndjson', [payment('20000', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect(await mistakesOf(apply(store, listed))).toEqual([
      'DECISIONS_INVALID',
      'line 2, column write_off_amount: "BRL 123.45", but the finding shows "BRL 200.00" now; expected: the values of a new list of findings',
    ]);
    // A file of a program that had no such column is not compared by it.
    expect(await apply(store, fileOf(old))).toMatchObject([{ action: 'request-write-off' }]);
  });

  it.each<[Action, string]>([
    ['resolve', 'resolve'],
    ['assign', 'assign'],
    ['undo', 'undo'],
    ['reopen', 'accept'],
  ])('is refused to %s after somebody has decided about the finding since', async (action, other) => {
    const { store } = await approvalBooks(engine);
    const decided = (what: Action) =>
      decide(store, 'AMOUNT_MISMATCH', what, 'known', { at: MOMENTS.decided, who: 'eva', settings: LIMITED });
    if (action === 'reopen') await decided('accept').then(() => decided('reopen'));
    const listed = await filledIn(store, 'AMOUNT_MISMATCH', 'excel-eg', action);
    const noted = await filledIn(store, 'AMOUNT_MISMATCH', 'standard', 'note');
    await decided(other === 'accept' ? 'accept' : 'note');
    expect(await mistakesOf(apply(store, listed))).toEqual([
      'DECISIONS_INVALID',
      expect.stringMatching(
        /^line 2, column newest_entry: (nothing|"\d+"), but the finding shows "\d+" now; expected: the values of a new list of findings$/,
      ),
    ]);
    expect(await apply(store, noted)).toHaveLength(1);
    const { newest_entry: _entry, ...old } = cellsOf(listed);
    expect(await apply(store, fileOf(old))).toHaveLength(1);
  });

  it('answers only the request of the person that it shows', async () => {
    const { store } = await approvalBooks(engine);
    const by = (who: string, action: Action, at: string) =>
      decide(store, 'AMOUNT_MISMATCH', action, 'small', { at, who, settings: LIMITED });
    await by('eva', 'write-off', MOMENTS.decided);
    for (const action of ['approve', 'decline']) {
      const { newest_entry: _entry, ...cells } = cellsOf(
        await filledIn(store, 'AMOUNT_MISMATCH', 'standard', action),
      );
      expect(cells['awaiting']).toBe('eva');
      await by('eva', 'reopen', MOMENTS.decided);
      await by('ana', 'write-off', MOMENTS.decided);
      expect(await mistakesOf(apply(store, fileOf(cells), { who: 'bruno' }))).toEqual([
        'DECISIONS_INVALID',
        'line 2, column awaiting: "eva", but the finding shows "ana" now; expected: the values of a new list of findings',
      ]);
      await by('ana', 'reopen', MOMENTS.decided);
      await by('eva', 'write-off', MOMENTS.decided);
    }
  });

  it('is compared by what the file shows, and a column reason of somebody is not compared', async () => {
    const { store } = await approvalBooks(engine);
    const row = 'AMOUNT_MISMATCH,M0001,ORDER00002,accept,known';
    const header = 'code,merchant,order,action,note';
    expect(await mistakesOf(apply(store, `${header},expected\n${row},\n`))).toEqual([
      'DECISIONS_INVALID',
      'line 2, column expected: nothing, but the finding shows "BRL 123.45" now; expected: the values of a new list of findings',
    ]);
    expect(
      await mistakesOf(apply(store, `${header},expected,reason\n${row}, BRL 123.45 ,overpaid\n`)),
    ).toEqual([
      'DECISIONS_INVALID',
      'line 2, column reason: "overpaid", but the finding shows "underpaid" now; expected: the values of a new list of findings',
    ]);
    expect(await apply(store, `${header},reason\n${row},my own\n`)).toHaveLength(1);
  });
});
