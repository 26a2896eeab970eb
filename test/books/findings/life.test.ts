/** A finding's life: evidence opens and closes it, people close it, and what contradicts them opens it again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findings } from '../../../reports/findings.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { runSqlFile } from '../../../src/database/sql-file.ts';
import { jsonRows } from '../../../src/export/json-rows.ts';
import { bytesBelow, DATE, instant, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { filesOf, stateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  caseBooks,
  decide,
  decideEverything,
  expectUnbroken,
  forged,
  lifeOf,
  MOMENTS,
  ORDER,
  payment,
} from './case-books.ts';

onEngines('a finding', (engine) => {
  it('is opened by a run, changed by evidence, and closed by the record that settles it', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    expect((await lifeOf(books.store, 'STUCK_PROCESSING')).state).toBe('open');
    await books.feed('late.ndjson', ['{}', payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const stuck = await lifeOf(books.store, 'STUCK_PROCESSING');
    expect(stuck).toMatchObject({ state: 'closed_by_evidence', severity: 'medium', businessDate: DATE });
    expect(stuck.events).toMatchObject([
      { what: 'opened', run: 1, asOf: '2026-11-20 12:00:00+00', actual: 'accepted' },
      { what: 'closed by evidence', run: 2, asOf: '2026-11-20 15:00:00+00' },
    ]);
    expect(stuck.events[1]!.record).toMatch(/logs\/late\.ndjson:2$/);

    await books.feed('later.ndjson', [payment('12345', '2026-11-20T16:00:00Z')], MOMENTS.third);
    await books.publish(MOMENTS.third);
    const mismatch = await lifeOf(books.store, 'AMOUNT_MISMATCH');
    expect(mismatch.events.map(({ what, run, actual }) => [what, run, actual])).toEqual([
      ['opened', 2, 'BRL 123.00'],
      ['closed by evidence', 3, null],
    ]);
    expect(mismatch.events[1]!.record).toMatch(/logs\/later\.ndjson:1$/);
  });

  it('is closed by evidence that was read before, and received after the as-of of the run before', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12345', '2026-11-20T14:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    expect((await lifeOf(books.store, 'STUCK_PROCESSING')).state).toBe('open');
    await books.publish(MOMENTS.second);
    const { state, events } = await lifeOf(books.store, 'STUCK_PROCESSING');
    expect(state).toBe('closed_by_evidence');
    expect(events.at(-1)!.record).toMatch(/logs\/late\.ndjson:1$/);
  });

  it('expires with its order, though a record of it came meanwhile', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'STUCK_PROCESSING', 'assign', 'bruno');
    const processing = payment('12345', '2026-11-20T14:00:00Z').replace(
      '"SUCCESS","money"',
      '"PROCESSING","money"',
    );
    await books.feed('late.ndjson', [processing], MOMENTS.second);
    await books.publish(MOMENTS.weekLater);
    const life = await lifeOf(books.store, 'STUCK_PROCESSING');
    expect(life.events.map(({ what }) => what)).toEqual(['opened', 'assign', 'expired with its order']);
    expect(life).toMatchObject({ state: 'expired', assignee: 'bruno' });
    expect(life.events.at(-1)!.record).toBeNull();
    expect(books.listed()).not.toContain(`${ORDER.order} STUCK_PROCESSING`);
  });

  it('that people closed stays closed in run after run, whatever other evidence says', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'AMOUNT_MISMATCH', 'accept', 'a discount');
    // The same notification, delivered once more.
    await books.feed('again.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    await books.publish(MOMENTS.third);
    expect((await lifeOf(books.store, 'AMOUNT_MISMATCH')).state).toBe('accepted');
    await publish(books.store, books.out, MOMENTS.weekLater, { dates: ['2026-11-28'] });
    const shown: string[] = [];
    const wanted = { dates: [DATE], regions: ['BR'], at: instant(MOMENTS.weekLater) };
    await withScopes(books.store, SETTINGS, wanted, async (session, scopes) => {
      for await (const row of jsonRows(session, findings, scopes))
        shown.push(`${row['order_no']} ${row['code']}`);
    });
    expect(shown).toContain('ORDER00004 ORPHAN_CALLBACK');
    expect(shown).not.toContain(`${ORDER.order} AMOUNT_MISMATCH`);
    await expectUnbroken(books.store);
  });

  it('that people closed is opened again by evidence that says something else, which says what', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'AMOUNT_MISMATCH', 'assign', 'bruno');
    await decide(books.store, 'AMOUNT_MISMATCH', 'write-off', 'too little to ask for');
    await books.feed('late2.ndjson', [payment('12340', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const why = 'actual was BRL 123.00 and is BRL 123.40 now';
    const life = await lifeOf(books.store, 'AMOUNT_MISMATCH');
    expect(life).toMatchObject({ state: 'open', assignee: 'bruno' });
    expect(life.events.map(({ what, who, reason }) => [what, who, reason])).toEqual([
      ['opened', null, null],
      ['assign', 'ana', null],
      ['write-off', 'ana', 'too little to ask for'],
      ['changed', null, null],
      ['reopen', 'payin-recon', why],
    ]);
    expect(books.row('AMOUNT_MISMATCH', 'v2')).toMatchObject({ assignee: 'bruno', reopened_reason: why });
    // What is decided now is decided of what it says now.
    await decide(books.store, 'AMOUNT_MISMATCH', 'accept', 'so be it', { at: MOMENTS.decidedAgain });
    await books.publish(MOMENTS.third);
    expect((await lifeOf(books.store, 'AMOUNT_MISMATCH')).state).toBe('accepted');
    await expectUnbroken(books.store);
  });

  it('that people closed is opened again by more of the same', async () => {
    const books = await caseBooks(engine);
    await books.feed('forged.ndjson', [forged('100', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'UNVERIFIED_CALLBACK', 'resolve', 'our own test');
    await books.feed('again.ndjson', [forged('100', '2026-11-20T13:30:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect((await lifeOf(books.store, 'UNVERIFIED_CALLBACK')).state).toBe('resolved');
    await books.feed('other.ndjson', [forged('999999', '2026-11-20T16:00:00Z')], MOMENTS.third);
    await books.publish(MOMENTS.third);
    const { state, events } = await lifeOf(books.store, 'UNVERIFIED_CALLBACK');
    expect(state).toBe('open');
    expect(events.at(-1)!.reason).toBe(
      'actual was 1 callback with verified: false and is 2 callbacks with verified: false now',
    );
  });

  it('that people closed stays closed when another date is made good from an earlier moment', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.feed('late2.ndjson', [payment('12340', '2026-11-20T11:30:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'AMOUNT_MISMATCH', 'accept', 'so be it');
    await publish(books.store, books.out, '2026-11-20T11:10:00Z', { dates: ['2026-11-18'] });
    expect((await lifeOf(books.store, 'AMOUNT_MISMATCH')).state).toBe('accepted');
    await books.publish(MOMENTS.second);
    expect((await lifeOf(books.store, 'AMOUNT_MISMATCH')).state).toBe('accepted');
  });

  it('is what the audit trail says of it, which a proof shows', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'STUCK_PROCESSING', 'accept', 'known outage');
    await decide(books.store, 'STUCK_PROCESSING', 'note', 'again');
    const wrong = () =>
      books.store.session(
        async (session) => (await runSqlFile(session, 'proofs/120_cases_follow_trail.sql')).rows,
      );
    expect(await wrong()).toEqual([]);
    const tamper = (statement: string) => books.store.session((session) => session.script(statement));
    await tamper(`insert into case_states (order_no, merchant_id, code, from_entry, state, reason)
                  values ('ORDER00002', 'M0001', 'CONTRACT_VIOLATION', 1, 'written_off', 'x')`);
    expect(await wrong()).toMatchObject([{ what: 'case CONTRACT_VIOLATION of order ORDER00002' }]);
    await tamper(`delete from case_states where code = 'CONTRACT_VIOLATION';
                  update case_states set state = 'open' where until_entry is null`);
    expect(await wrong()).toMatchObject([{ actual: 'open, until now' }]);
    await tamper(`update case_states set state = 'accepted', note = 'other' where until_entry is null`);
    const texts = '; assignee, note, reasons: [null, "other", "known outage", null]';
    expect(await wrong()).toMatchObject([{ actual: `accepted, until now${texts}` }]);
    await tamper('delete from case_states');
    expect(await wrong()).toHaveLength(2);
  });

  it('that went and came again is open if it says something else, and closed if it says the same', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'AMOUNT_MISMATCH', 'resolve', 'refunded');
    await books.feed('right.ndjson', [payment('12345', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect((await lifeOf(books.store, 'AMOUNT_MISMATCH')).state).toBe('closed_by_evidence');
    await books.feed('same.ndjson', [payment('12300', '2026-11-20T17:00:00Z')], MOMENTS.third);
    await books.publish('2026-11-20T18:00:00Z');
    const { state } = await lifeOf(books.store, 'AMOUNT_MISMATCH');
    // Deliveries of one notification: the first of them counts, so that the right amount stands.
    expect(state).toBe('closed_by_evidence');
    await books.feed('less.ndjson', [payment('1', '2026-11-20T18:30:00Z')], '2026-11-20T19:00:00Z');
    await books.publish('2026-11-20T19:00:00Z');
    const life = await lifeOf(books.store, 'AMOUNT_MISMATCH');
    expect(life.state).toBe('open');
    expect(life.events.at(-1)).toMatchObject({
      what: 'reopen',
      reason: 'actual was BRL 123.00 and is BRL 0.01 now',
    });
    expect(life.events.filter(({ what }) => what === 'opened')).toHaveLength(2);
  });
});

onEngines('the findings of a version', (engine) => {
  it('leave out what people closed, and are written again byte for byte whatever is decided later', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    expect(books.listed('v1')).toContain(`${ORDER.order} STUCK_PROCESSING`);
    await decide(books.store, 'STUCK_PROCESSING', 'note', 'asked the bank');
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    await decide(books.store, 'AMOUNT_MISMATCH', 'resolve', 'refunded', { at: MOMENTS.decidedAgain });
    await decideEverything(books.store, 'ORPHAN_CALLBACK', 'assign', 'bruno');
    await books.feed('more.ndjson', [callbackOfAnother()], MOMENTS.third);
    await books.publish(MOMENTS.third);
    expect(books.listed('v2')).toContain(`${ORDER.order} AMOUNT_MISMATCH`);
    expect(books.listed('v3')).not.toContain(`${ORDER.order} AMOUNT_MISMATCH`);
    expect(books.bytes('v3', 'orders.csv')).toContain('AMOUNT_MISMATCH');
    expect(books.row('ORPHAN_CALLBACK', 'v3')).toMatchObject({ assignee: 'bruno', last_note: '' });
    const published = bytesBelow(books.out);

    await decideEverything(books.store, 'ORPHAN_CALLBACK', 'write-off', 'nobody knows it');
    await decide(books.store, 'AMOUNT_MISMATCH', 'reopen', 'not refunded after all', { at: MOMENTS.third });
    rmSync(join(books.out, DATE), { recursive: true });
    const { publications } = await books.publish('2026-11-20T19:00:00Z');
    expect(publications.filter(({ region }) => region === 'BR').map(({ state }) => state)).toEqual([
      'restored',
      'restored',
      'restored',
    ]);
    expect(bytesBelow(books.out)).toEqual(published);
    await expectUnbroken(books.store);
  });

  it('are counted in the manifest by severity and age, beside the head of the trail', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    const manifest = (version: string) => JSON.parse(books.bytes(version, 'manifest.json'));
    expect(manifest('v1').audit).toEqual({ entry: 0, hash: '0'.repeat(64) });
    await decideEverything(books.store, 'ORPHAN_CALLBACK', 'accept', 'known');
    await decide(books.store, 'STUCK_PROCESSING', 'note', 'asked');
    await books.feed('more.ndjson', [callbackOfAnother()], MOMENTS.second);
    await books.publish(MOMENTS.weekLater);
    const { audit, findings: counted } = manifest('v2');
    const { rows } = await books.store.session(({ db }) =>
      sql<{ entry: string; hash: string }>`select entry, hash from audit_entries order by entry desc`.execute(
        db,
      ),
    );
    expect(audit).toEqual({ entry: 2, hash: rows[0]!.hash });
    const listed = new Map<string, number>();
    for (const row of books.rows('v2')) {
      const key = `${row['severity']} ${row['age_bucket']}`;
      listed.set(key, (listed.get(key) ?? 0) + 1);
    }
    expect(listed.size).toBeGreaterThan(0);
    expect(
      new Map(
        counted.map((one: Record<string, string>) => [
          `${one['severity']} ${one['age_bucket']}`,
          one['findings'],
        ]),
      ),
    ).toEqual(listed);
  });

  it('are not touched by a preview or a look, though either would open a finding again', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await decide(books.store, 'AMOUNT_MISMATCH', 'accept', 'a discount');
    await books.feed('late2.ndjson', [payment('12340', '2026-11-20T14:00:00Z')], MOMENTS.second);
    const before = await stateOf(books.store);
    const files = filesOf(books.out);
    const preview = temporaryFolder();
    await publish(books.store, preview, MOMENTS.second, { preview: true });
    const shown: unknown[] = [];
    const wanted = { dates: [DATE], regions: ['BR'], at: instant(MOMENTS.second) };
    await withScopes(books.store, SETTINGS, wanted, async (session, scopes) => {
      for await (const row of jsonRows(session, findings, scopes)) {
        if (row['code'] === 'AMOUNT_MISMATCH') shown.push(row['reopened_reason']);
      }
    });
    expect(shown).toEqual(['actual was BRL 123.00 and is BRL 123.40 now']);
    expect(await stateOf(books.store)).toEqual(before);
    expect(filesOf(books.out)).toEqual(files);
  });
});

/** A callback without an order: another fact of the date, so that its next version is due. */
function callbackOfAnother(): string {
  return payment('500', '2026-11-19T14:00:00Z')
    .replaceAll(ORDER.order, 'ORDER00099')
    .replaceAll('"T2"', '"T99"');
}
