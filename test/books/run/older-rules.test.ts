import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { renormaliseText } from '../../../src/books/run/renormalise-text.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { READING_RULES } from '../../../src/normalise/reading-settings.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { evidence, lines, write } from '../../ingest/reading.ts';
import { instantOf, publishedReports, reportRows } from '../../reconcile/run-scenario.ts';
import { readCsv } from '../../reconcile/scenario.ts';
import { putStatement } from '../../reconcile/statement-evidence.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FOLDER = join(import.meta.dirname, 'read-by-rules-1');
const SETTINGS = parseSettings({});
const AT = instantOf('2026-11-12T12:00:00Z');
const DATES = ['2026-11-10', '2026-11-11'];

const readLog = (store: Store) =>
  ingest(store, SETTINGS, { paths: [join(FOLDER, 'records.ndjson')], readAt: AT });
const report = (store: Store, out: string) =>
  reconcileDates(store, SETTINGS, { dates: DATES, asOf: AT, startedAt: AT, out });

/** Puts in the place of what this program reads in the log what the first edition of the rules read in it. */
async function readByOlderRules(store: Store): Promise<void> {
  await readLog(store);
  await store.session((session) =>
    transaction(session, async () => {
      for (const table of ['violations', 'callbacks', 'pay_ins']) {
        const rows = readFileSync(join(FOLDER, `${table}.ndjson`), 'utf8')
          .trimEnd()
          .split('\n');
        const json = `[${rows.join(',')}]`;
        await sql`delete from ${sql.table(table)}`.execute(session.db);
        await sql`
          insert into ${sql.table(table)}
          select (jsonb_populate_record(null::${sql.table(table)}, r.row || jsonb_build_object('source_id', s.source_id))).*
          from jsonb_array_elements(${json}::jsonb) as r (row), (select max(source_id) as source_id from sources) s`.execute(
          session.db,
        );
      }
      await sql`update sources set reading_rules = 1`.execute(session.db);
    }),
  );
}

/** The newest reports, but for those that tell one version from the one before. */
const reportsOf = (out: string) =>
  new Map([...publishedReports(out)].filter(([name]) => !name.endsWith('restatement.csv')));
const paid = (out: string, date: string, region: string) =>
  readCsv(publishedReports(out).get(`${date}/${region}/payments.csv`) ?? '').map((row) => row['order_no']);

onEngines('what was read by the first edition of the reading rules', (engine) => {
  const olderBooks = async () => {
    const store = await engine.emptied();
    const out = temporaryFolder();
    await readByOlderRules(store);
    await report(store, out);
    return { store, out };
  };
  const apply = (store: Store, out: string, dryRun = false) =>
    renormalise(store, SETTINGS, { asOf: AT, startedAt: AT, out, dryRun });

  it('is noticed by a run, and books late payments on the date of their callbacks until it is read again', async () => {
    const { store, out } = await olderBooks();
    expect((await report(store, out)).staleSources).toBe(1);
    expect(paid(out, '2026-11-11', 'BR')).toEqual(['LATEINBRAZIL']);
    expect(paid(out, '2026-11-11', 'EG')).toEqual(['LATEINEGYPT', 'LATEORPHAN']);
  });

  it('comes to what a fresh store reads and reports, byte for byte', async () => {
    const { store, out } = await olderBooks();
    const before = reportsOf(out);
    const { restated } = await apply(store, out);
    const after = { evidence: await evidence(store), reports: reportsOf(out) };
    expect(restated!.publications.filter(({ state }) => state === 'new')).toHaveLength(4);
    expect((await report(store, out)).staleSources).toBe(0);
    expect(reportsOf(out)).toEqual(after.reports);
    expect(await apply(store, out)).toMatchObject({ payIns: 0, callbacks: 0, olderSources: 0, payments: [] });

    const fresh = await engine.emptied();
    const freshOut = temporaryFolder();
    await readLog(fresh);
    await report(fresh, freshOut);
    expect(after.evidence).toEqual(await evidence(fresh));
    expect(after.reports).toEqual(reportsOf(freshOut));
    expect(after.reports).not.toEqual(before);
    expect(paid(freshOut, '2026-11-10', 'BR')).toContain('LATEINBRAZIL');
    expect(paid(freshOut, '2026-11-10', 'EG')).toEqual(['LATEINEGYPT', 'LATEORPHAN']);
  });

  it('is told by date and money before anything is changed', async () => {
    const { store, out } = await olderBooks();
    const before = { evidence: await evidence(store), reports: publishedReports(out) };
    const result = await apply(store, out, true);
    expect(result).toMatchObject({ olderSources: 1, payIns: 2, callbacks: 4, restated: undefined });
    expect(result.payments).toEqual([
      change('2026-11-10', 'BR', null, [1, '20000'], [1, '0']),
      change('2026-11-10', 'BR', 'BRL', [2, '40000'], [3, '60000']),
      change('2026-11-10', 'EG', 'EGP', [0, '0'], [2, '30100']),
      change('2026-11-11', 'BR', 'BRL', [1, '20000'], [0, '0']),
      change('2026-11-11', 'EG', 'EGP', [2, '30100'], [0, '0']),
    ]);
    const text = renormaliseText(result, true).replaceAll(/ +/g, ' ');
    expect(text).toContain('1 source had been read by the rules of an earlier edition of this program.');
    expect(text).toContain('2026-11-10 BR BRL 2 3 400.00 600.00');
    expect({ evidence: await evidence(store), reports: publishedReports(out) }).toEqual(before);
  });
});

onEngines('orders in a currency that the list of an earlier edition lacked', (engine) => {
  it('had no region, are noticed by a run, and are of their region once they are read again', async () => {
    const store = await engine.emptied();
    const out = temporaryFolder();
    const inGuilders = (line: string) => line.replaceAll('"BRL"', '"XCG"').replaceAll('"PIX"', '"CARD"');
    const log = lines(inGuilders(payInLine()), inGuilders(callbackLine()));
    const poundsOnly = SETTINGS.regions.map((one) =>
      one.name === 'EG' ? { ...one, currencies: ['EGP'] } : one,
    );
    const earlier = parseSettings({ regions: poundsOnly });
    await ingest(store, earlier, { paths: [write(temporaryFolder(), 'a.log', log)], readAt: AT });
    await store.session(({ db }) =>
      sql`update sources set reading_rules = 4, normalised_by = ''`.execute(db),
    );
    const request = { dates: ['2026-11-19'], asOf: AT, startedAt: AT, out };
    expect((await reconcileDates(store, SETTINGS, request)).staleSources).toBe(1);
    const read = await renormalise(store, SETTINGS, { asOf: AT, startedAt: AT, out });
    expect(read).toMatchObject({ payIns: 1, callbacks: 1, moved: 2, olderSources: 1 });
    expect((await reconcileDates(store, SETTINGS, request)).staleSources).toBe(0);
  });
});

function change(
  date: string,
  region: string,
  currency: string | null,
  before: readonly [number, string],
  after: readonly [number, string],
) {
  const [beforePayments, beforeMinor] = before;
  const [afterPayments, afterMinor] = after;
  return { date, region, currency, beforePayments, beforeMinor, afterPayments, afterMinor };
}

onEngines('a version that an earlier edition published', (engine) => {
  it('is made again as it was: payments without a currency were of their row’s', async () => {
    const store = await engine.emptied();
    const log = lines(payInLine(), callbackLine()).replaceAll('"currency":"BRL",', '');
    await ingest(store, SETTINGS, { paths: [write(temporaryFolder(), 'a.log', log)], readAt: AT });
    const scopes = { dates: ['2026-11-19'], regions: ['BR'], at: instantOf('2026-11-20T12:00:00Z') };
    const counted = (readingRules: number) =>
      withScopes(store, SETTINGS, scopes, async (session, [scope]) => {
        const [row] = await reportRows(session, 'daily-summary', { ...scope!, readingRules });
        expect(row).toMatchObject({ paid_orders: '1', unreadable: '1' });
        expect(row!['other_currency']).toBe(readingRules === 1 ? '0' : '1');
      });
    await counted(1);
    await counted(READING_RULES);
  });

  it('is made again as it was: of a fee with a gross amount of zero, that was what it charged', async () => {
    const store = await engine.emptied();
    await store.session((session) => putStatement(session, [{ type: 'fee', gross: 0, fee: 150 }]));
    const scopes = { dates: ['2026-11-19'], regions: ['BR'], at: instantOf('2026-11-20T12:00:00Z') };
    const charges = (readingRules: number, fees: readonly string[]) =>
      withScopes(store, SETTINGS, scopes, async (session, [scope]) => {
        const rows = await reportRows(session, 'fees', { ...scope!, readingRules });
        expect(rows.map((row) => row['other_fees_minor'])).toEqual(fees);
      });
    await charges(3, []);
    await charges(READING_RULES, ['150']);
  });

  it('is made again as it was: of a fee that states only its net amount, that was in no sum', async () => {
    const store = await engine.emptied();
    const rows = [{ net: -150 }, { gross: 0, fee: 0, net: -20 }];
    await store.session((session) =>
      putStatement(
        session,
        rows.map((row, index) => ({ type: 'fee', gross: null, rowId: String(index), ...row })),
      ),
    );
    const scopes = { dates: ['2026-11-19'], regions: ['BR'], at: instantOf('2026-11-20T12:00:00Z') };
    const charges = (readingRules: number, fees: readonly string[]) =>
      withScopes(store, SETTINGS, scopes, async (session, [scope]) => {
        const found = await reportRows(session, 'fees', { ...scope!, readingRules });
        expect(found.map((row) => row['other_fees_minor'])).toEqual(fees);
      });
    await charges(4, []);
    await charges(READING_RULES, ['170']);
  });
});

describe('the edition of the reading rules', () => {
  it('is later than that of the rows that were kept before there was one', () => {
    expect(READING_RULES).toBeGreaterThan(1);
  });
});
