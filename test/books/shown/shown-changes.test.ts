/** What a later version changed, the stamp of the store, and the states of dates. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EVENT_ACTIONS, noteEvents } from '../../../src/audit/events.ts';
import type { FindingFilter } from '../../../src/books/findings/current-findings.ts';
import { countFindings } from '../../../src/books/shown/count-findings.ts';
import { readChanges, readDateVersions } from '../../../src/books/shown/date-versions.ts';
import { readOverview } from '../../../src/books/shown/overview.ts';
import { pageFindings } from '../../../src/books/shown/page-findings.ts';
import { previewReport } from '../../../src/books/shown/preview-report.ts';
import { stampOf } from '../../../src/books/shown/store-stamp.ts';
import { scopedVersion, scopedVersions, type VersionAt } from '../../../src/books/shown/version-scope.ts';
import type { Session } from '../../../src/database/store.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { DATE, instant, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { caseBooks, decide, MOMENTS, payment } from '../findings/case-books.ts';
import { close } from '../periods/closed-books.ts';
import { LATE, MONDAY, MONDAYS, reported, THURSDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';

const RESTATEMENTS = PLAIN_REPORTS.filter(({ name }) => name.endsWith('restatement'));

onEngines('what the page shows of versions', (engine) => {
  it('says what a version changed, and why', async () => {
    const books = await caseBooks(engine);
    const read = <T>(work: (session: Session) => Promise<T>) => readAtOnce(books.store, work);
    await books.publish(MOMENTS.first);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const { versions, isClosed } = await read((session) => versionsAt(session, { date: DATE, region: 'BR' }));
    expect(isClosed).toBe(false);
    expect(versions.map(({ version, asOf }) => [version, asOf])).toEqual([
      [2, MOMENTS.second],
      [1, MOMENTS.first],
    ]);
    expect(versions[1]!.reasons).toBeNull();
    expect(versions[0]!.reasons).toMatchObject({ before: 1, settingsChanged: false, programChanged: false });
    expect(versions[0]!.reasons!.sources).toMatchObject({ count: 1 });
    expect(versions[0]!.coverage?.dateEnds).toBe('2026-11-20T03:00:00Z');
    const changesFor = (merchants?: readonly string[]) =>
      read(async (session) => {
        const found = await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR', merchants });
        return readChanges(session, found!);
      });
    const changes = await changesFor();
    const rows = readCsv(join(books.out, DATE, 'BR', 'v2', 'restatement.csv'));
    expect(rows.length).toBeGreaterThan(3);
    const counted = changes.fields.filter(({ report }) => report === 'restatement');
    expect(counted.reduce((sum, one) => sum + one.rows, 0)).toBe(rows.length);
    expect(counted.find(({ field }) => field === 'outcome')).toEqual({
      ...{ report: 'restatement', field: 'outcome', rows: 1 },
    });
    expect(changes.totals.find(({ outcome }) => outcome === 'MISMATCH')).toMatchObject({
      before: { orders: 0, paidMinor: '0' },
      after: { orders: 1, requestedMinor: '12345', paidMinor: '12300' },
    });
    expect(await changesFor(['nobody'])).toEqual({ fields: [], totals: [] });
    const limited = await read((session) =>
      versionsAt(session, { date: DATE, region: 'BR', merchants: ['nobody'] }),
    );
    expect(limited.versions[0]!.reasons).toMatchObject({ sources: null, decisions: [] });
  });

  it.each(RESTATEMENTS)('has the rows of $name.csv', async (report) => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const page = await readAtOnce(books.store, async (session) => {
      const found = await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR' });
      return previewReport(session, found!.scope, report, { limit: 50, text: 'order0000' });
    });
    const rows = readCsv(join(books.out, DATE, 'BR', 'v2', `${report.name}.csv`));
    expect(page.rows).toEqual(rows.map((row) => report.columns.map(({ name }) => row[name])));
    expect(page.rows.length).toBeGreaterThan(0);
    expect(page.nextCursor).toBeNull();
  });

  it('has a stamp that changes with every run, source, decision, alarm and job, and not with events', async () => {
    const books = await caseBooks(engine);
    const stamp = () => readAtOnce(books.store, stampOf);
    const stamps = [await stamp()];
    const expectChange = async () => {
      const now = await stamp();
      expect(stamps).not.toContain(now);
      expect(await stamp()).toBe(now);
      stamps.push(now);
    };
    await books.publish(MOMENTS.first);
    await expectChange();
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await expectChange();
    await books.publish(MOMENTS.second);
    await expectChange();
    await decide(books.store, 'AMOUNT_MISMATCH', 'resolve', 'paid in cash', { at: MOMENTS.decidedAgain });
    await expectChange();
    const steps = [
      `insert into watch_alarms (measure, region, merchant_id, payment_method, since, raised_at, facts)
       values ('silent', 'BR', 'all', 'all', '2026-11-20', '2026-11-20', '{}')`,
      `update watch_alarms set facts = '{"observed": 1}'`,
      `update watch_alarms set ended_at = '2026-11-21'`,
      `insert into job_runs (job, region, due_at, by_hand, outcome) values ('night', 'BR', '2026-11-20', false, 'due')`,
      `update job_runs set outcome = 'running', attempt = 1`,
      `update job_runs set outcome = 'done', ended_at = '2026-11-21'`,
      `update versions set placed = not placed where version = 2`,
    ];
    for (const step of steps) {
      await books.store.session((session) => session.script(step));
      await expectChange();
    }
    const seen = EVENT_ACTIONS.map((action) => ({ who: 'ana', action }));
    await noteEvents(books.store, seen, instant('2026-11-21T06:00:00Z'));
    expect(await stamp()).toBe(stamps.at(-1));
  });

  it('calls a date closed, missing, provisional or in need of attention', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const at = instant('2026-11-20T06:00:00Z');
    const statuses = async () => {
      const { regions } = await readAtOnce(books.store, (session) => readOverview(session, SETTINGS, { at }));
      const dates = regions.find(({ region }) => region === 'BR')!.dates;
      return Object.fromEntries(dates.slice(-6).map(({ date, status }) => [date, status]));
    };
    const before = await statuses();
    expect(before['2026-11-15']).toBe('none');
    expect(before[WEDNESDAY]).toBe('missing');
    expect(before['2026-11-19']).toBe('missing');
    expect(before['2026-11-20']).toBe('none');
    expect(['provisional', 'attention']).toContain(before[MONDAY]);
    await close(books, MONDAY, { force: true });
    const after = await statuses();
    expect(after).toEqual({ ...before, [MONDAY]: 'closed' });
  });

  it('counts and lists a finding by what was decided about it, before the next run too', async () => {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const at = instant(MOMENTS.third);
    const shown = (states: FindingFilter['states'], merchants?: readonly string[]) =>
      readAtOnce(books.store, async (session) => {
        const filter: FindingFilter = { states, code: 'AMOUNT_MISMATCH', merchants };
        const counts = await countFindings(session, filter);
        const { regions } = await readOverview(session, SETTINGS, { at, merchants });
        const date = regions[0]!.dates.find((one) => one.date === DATE)!;
        return {
          listed: (await pageFindings(session, filter, { limit: 5 })).rows.length,
          counted: counts.reduce((sum, { findings }) => sum + findings, 0),
          onDate: date.findings.filter(({ code }) => code === 'AMOUNT_MISMATCH').length,
          status: date.status,
        };
      });
    const open = { listed: 1, counted: 1, onDate: 1, status: 'attention' };
    expect(await shown(['open'])).toEqual(open);
    expect(await shown(['open'], ['M0001'])).toEqual(open);
    await decide(books.store, 'AMOUNT_MISMATCH', 'resolve', 'paid in cash', { at: MOMENTS.decidedAgain });
    for (const merchants of [undefined, ['M0001']]) {
      expect(await shown(['open'], merchants)).toMatchObject({ listed: 0, counted: 0, onDate: 0 });
      expect(await shown(['resolved'], merchants)).toMatchObject({ listed: 1, counted: 1, onDate: 0 });
      expect(await shown(undefined, merchants)).toMatchObject({ listed: 1, counted: 1 });
    }
  });

  it('has the rows of adjustments.csv', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY, { force: true });
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    await books.reconcile(THURSDAY);
    const report = PLAIN_REPORTS.find(({ name }) => name === 'adjustments')!;
    const shown: string[][] = [];
    const published: string[][] = [];
    for (const date of [WEDNESDAY, THURSDAY]) {
      let after: string | null | undefined;
      while (after !== null) {
        const page = await readAtOnce(books.store, async (session) => {
          const found = await scopedVersion(session, SETTINGS, { date, region: 'BR' });
          return previewReport(session, found!.scope, report, { limit: 2, after: after ?? undefined });
        });
        shown.push(...page.rows.map((row) => [...row]));
        after = page.nextCursor;
      }
      const rows = readCsv(join(books.out, date, 'BR/latest/adjustments.csv'));
      published.push(...rows.map((row) => report.columns.map(({ name }) => row[name]!)));
    }
    expect(shown).toEqual(published);
    expect(shown.length).toBeGreaterThan(3);
  });
});

async function versionsAt(session: Session, at: VersionAt) {
  return readDateVersions(session, at, await scopedVersions(session, SETTINGS, at));
}
