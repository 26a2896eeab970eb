/** Pages of reports and findings: every row once, whatever the order and the filter. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../reports/report.ts';
import type { CurrentFinding, FindingFilter } from '../../../src/books/findings/current-findings.ts';
import { listFindings } from '../../../src/books/findings/listed-findings.ts';
import { storiesOf } from '../../../src/books/order/read-story.ts';
import { countFindings } from '../../../src/books/shown/count-findings.ts';
import { findOrders } from '../../../src/books/shown/find-orders.ts';
import type { Page, PageRequest } from '../../../src/books/shown/page-cursor.ts';
import { pageFindings } from '../../../src/books/shown/page-findings.ts';
import { type Preview, type PreviewRequest, previewReport } from '../../../src/books/shown/preview-report.ts';
import { scopedVersion } from '../../../src/books/shown/version-scope.ts';
import { Rollback, type Session, transaction } from '../../../src/database/store.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { severityRank } from '../../../src/settings/severity.ts';
import { DATE, readCsv, SETTINGS } from '../../export/books.ts';
import { type PublishedDay, publishDay } from '../../export/simulated-day.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';

onEngines('pages of what is shown', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });
  const read = <T>(work: (session: Session) => Promise<T>) => readAtOnce(day.store, work);
  const csv = (region: string, name: string) => readCsv(join(day.out, DATE, region, 'latest', `${name}.csv`));
  const preview = (
    report: Report,
    request: PreviewRequest,
    merchants?: readonly string[],
  ): Promise<Preview> =>
    read(async (session) => {
      const found = await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR', merchants });
      return previewReport(session, found!.scope, report, request);
    });

  const flat = PLAIN_REPORTS.filter(({ unfold, name }) => unfold === undefined && name !== 'adjustments');

  describe.each(flat)('of $name.csv', (report) => {
    const limit = Math.max(3, report.name === 'orders' ? 40 : 7);
    const cellsOf = (rows: ReadonlyArray<Record<string, string>>) =>
      rows.map((row) => report.columns.map(({ name }) => row[name]!.replace(/^'(?=[ =+\-@])/, '')));

    it('are its rows in its order, forwards and backwards', async () => {
      const rows = await everyPage((request) => preview(report, request), limit);
      expect(rows).toEqual(cellsOf(csv('BR', report.name)));
    });

    it('are each row once in the order of any column', async () => {
      const wanted = cellsOf(csv('BR', report.name))
        .map((row) => JSON.stringify(row))
        .sort();
      const sorted = report.columns.filter((_column, index) => index % 4 === 1);
      for (const { name } of sorted) {
        for (const isDescending of [false, true]) {
          const rows = await everyPage(
            (request) => preview(report, { ...request, sort: name, isDescending }),
            50,
          );
          expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(wanted);
        }
      }
    });

    it('have only rows that contain a text', async () => {
      const contains = (row: readonly string[]) =>
        report.columns.some(
          ({ kind }, index) => ['text', 'minor'].includes(kind) && row[index]!.toLowerCase().includes('m000'),
        );
      const rows = await everyPage((request) => preview(report, { ...request, text: 'M000' }), 50);
      expect(rows).toEqual(cellsOf(csv('BR', report.name)).filter(contains));
      expect((await preview(report, { limit: 5, text: '\0' })).rows).toEqual([]);
    });

    it('have only the merchants that a reader may see', async () => {
      const column = report.columns.findIndex(({ name }) => name === 'merchant_id');
      const rows = await everyPage((request) => preview(report, request, ['M0001']), 50);
      if (report.name === 'rejected-records') expect(rows).toEqual([]);
      else if (column === -1) expect((await preview(report, { limit: 9 }, ['nobody'])).rows).toEqual([]);
      else
        expect(rows).toEqual(cellsOf(csv('BR', report.name).filter((row) => row['merchant_id'] === 'M0001')));
      const withNobody = await everyPage((request) => preview(report, request, ['M0001', 'nobody']), 50);
      expect(withNobody).toEqual(rows);
    });

    it('have none for a reader of no merchant, whatever is asked for', async () => {
      const sort = report.columns[0]!.name;
      for (const asked of [{}, { sort }, { sort, isDescending: true }, { text: 'M000' }])
        expect((await preview(report, { ...asked, limit: 9 }, [])).rows).toEqual([]);
    });
  });

  it('begin at the first row if the position is not one of the list', async () => {
    const report = PLAIN_REPORTS[0]!;
    const first = await preview(report, { limit: 3 });
    const forged = [
      'nonsense',
      '',
      Buffer.from('["a"]').toString('base64url'),
      Buffer.from('[null,null]').toString('base64url'),
    ];
    for (const after of forged) expect((await preview(report, { limit: 3, after })).rows).toEqual(first.rows);
    const sorted = { limit: 3, sort: 'paid_at_utc' };
    const after = Buffer.from('["2026-13-45 99:00:00+00","a","b"]').toString('base64url');
    expect((await preview(report, { ...sorted, after })).rows).toEqual((await preview(report, sorted)).rows);
  });

  it('have the rows whose cells are as asked', async () => {
    const rows = await everyPage(
      (request) => preview(PLAIN_REPORTS[0]!, { ...request, cells: { outcome: 'STUCK' } }),
      5,
    );
    expect(rows.length).toBe(csv('BR', 'orders').filter((row) => row['outcome'] === 'STUCK').length);
    expect((await preview(PLAIN_REPORTS[0]!, { limit: 5, cells: { nothing: 'x' } })).rows).toEqual([]);
  });

  const FILTERS: readonly FindingFilter[] = [
    {},
    { states: ['open'] },
    { states: ['resolved'] },
    { regions: ['BR', ''] },
    { region: 'EG' },
    { merchants: ['M0001', 'm0001', 'nobody'] },
    { merchants: ['M0001'], merchant: 'M0001' },
    { severities: ['low', 'critical'] },
    { codes: ['AMOUNT_MISMATCH', 'STUCK', 'LATE_CALLBACK'] },
    { code: 'AMOUNT_MISMATCH' },
    { method: 'PIX' },
    { text: 'odd' },
    { order: ['ODD0000001', 'ODD0000003'] },
    { bucket: '1-3' },
    { dates: new Map([['', { from: DATE, to: DATE }]]) },
  ];

  it.each(FILTERS)(
    'of findings are those of the files that match, the highest severity first: %o',
    async (filter) => {
      const all = ['BR', 'EG', 'other'].flatMap((region) => csv(region, 'findings'));
      const methods = new Map(
        ['BR', 'EG', 'other']
          .flatMap((region) => csv(region, 'orders'))
          .map((row) => [`${row['merchant_id']} ${row['order_no']}`, row['payment_method']!]),
      );
      const expected = all
        .filter((row) => matches(filter, row, methods.get(`${row['merchant_id']} ${row['order_no']}`)))
        .map(placeOf);
      const rows = await everyPage((request) => read((session) => pageFindings(session, filter, request)), 9);
      const places = rows.map((row) => placeOf({ ...row, merchant_id: guarded(row.merchant_id) }));
      expect(places.toSorted()).toEqual(expected.toSorted());
      const counts = await read((session) => countFindings(session, filter));
      expect(counts.reduce((sum, { findings }) => sum + findings, 0)).toBe(rows.length);
      const exported = await read(async (session) => {
        const listed: CurrentFinding[] = [];
        for await (const block of (await listFindings(session, filter)).blocks) listed.push(...block);
        return listed;
      });
      expect(exported.map((row) => placeOf({ ...row }))).toEqual(rows.map((row) => placeOf({ ...row })));
      for (const [index, row] of rows.entries()) {
        const next = rows[index + 1];
        if (next === undefined) continue;
        const [rank, nextRank] = [severityRank(row.severity), severityRank(next.severity)];
        expect(rank).toBeGreaterThanOrEqual(nextRank);
        if (rank === nextRank) expect(row.first_seen_at <= next.first_seen_at).toBe(true);
      }
    },
  );

  it('of findings have the amounts of orders.csv', async () => {
    const { rows } = await read((session) =>
      pageFindings(session, { code: 'AMOUNT_MISMATCH', region: 'BR' }, { limit: 50 }),
    );
    const orders = csv('BR', 'orders');
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const order = orders.find(
        (one) => one['order_no'] === row.order_no && one['merchant_id'] === guarded(row.merchant_id),
      )!;
      expect(row.outcome).toBe(order['outcome']);
      expect(row.requested_minor ?? '').toBe(order['requested_minor']);
      expect(row.paid_minor ?? '').toBe(order['paid_minor']);
      expect(row.difference_minor ?? '').toBe(order['difference_minor']);
    }
  });

  it('of a search have the order with this number first, then those that begin with it', async () => {
    const orders = csv('BR', 'orders');
    const order = orders.find((row) => !row['order_no']!.startsWith('ODD') && row['trade_no'] !== '')!;
    const merchantId = order['merchant_id'];
    const search = (text: string, merchants?: readonly string[]) =>
      read((session) => findOrders(session, text, { merchants }));
    const [byNumber] = await search(order['order_no']!);
    expect(byNumber).toMatchObject({
      orderNo: order['order_no'],
      merchantId,
      region: 'BR',
      isExact: true,
    });
    expect(byNumber).toMatchObject({ businessDate: DATE, outcome: order['outcome'] });
    const [byTrade] = await search(` ${order['trade_no']!} `);
    expect(byTrade).toMatchObject({ orderNo: order['order_no'], isExact: true });
    const begun = await search('ODD00000');
    expect(begun.length).toBeGreaterThan(8);
    expect(begun.every(({ orderNo, isExact }) => orderNo.startsWith('ODD00000') && !isExact)).toBe(true);
    const own = await search('ODD0000001', ['m0001']);
    expect(own.map(({ merchantId }) => merchantId)).toEqual(['m0001']);
    expect(await search('ODD')).toEqual([]);
    expect(await search('a\0b')).toEqual([]);
    expect((await search(order['order_no']!, ['nobody'])).length).toBe(0);
  });

  it('of orders with an account are those of the reader, however many others have it', async () => {
    const found = await day.store.session((session) =>
      transaction(session, async () => {
        await session.script("update order_rows set account_no = 'SHARED-1' where until_run is null");
        const { rows } = await sql<{ last: string }>`
          select max(merchant_id) as last from order_results where until_run is null`.execute(session.db);
        const merchants = [rows[0]!.last];
        return new Rollback({ merchants, rows: await findOrders(session, 'SHARED-1', { merchants }) });
      }),
    );
    expect(found.rows.length).toBeGreaterThan(0);
    expect(found.rows.every(({ merchantId }) => merchantId === found.merchants[0])).toBe(true);
  });

  it('of an order are those of merchants that the reader may see, without callbacks of others', async () => {
    const storiesFor = (orderNo: string, merchants?: readonly string[]) =>
      read((session) => storiesOf(session, SETTINGS, orderNo, merchants));
    const all = await storiesFor('ODD0000001');
    expect(all.length).toBe(6);
    const own = await storiesFor('ODD0000001', ['m0001', 'É-shop']);
    expect(own.map(({ merchantId }) => merchantId)).toEqual(['m0001', 'É-shop']);
    for (const { events } of own) {
      for (const event of events) {
        if (event.kind === 'callback') expect(['m0001', 'É-shop']).toContain(event.names.merchantId);
      }
    }
    expect(own.flatMap(({ events }) => events).some(({ kind }) => kind === 'callback')).toBe(true);
  });
});

/** Every row of all pages from the first to the last; reads them backwards too and compares. */
async function everyPage<Row>(
  pageAt: (request: PageRequest) => Promise<Page<Row>>,
  limit: number,
): Promise<Row[]> {
  const pages: Row[][] = [];
  let page = await pageAt({ limit });
  expect(page.previousCursor).toBeNull();
  pages.push([...page.rows]);
  while (page.nextCursor !== null) {
    page = await pageAt({ limit, after: page.nextCursor });
    pages.push([...page.rows]);
  }
  for (let index = pages.length - 2; index >= 0; index -= 1) {
    page = await pageAt({ limit, before: page.previousCursor! });
    expect(page.rows).toEqual(pages[index]);
  }
  return pages.flat();
}

type Place = Readonly<Record<string, unknown>>;

function placeOf(row: Place): string {
  return JSON.stringify([row['merchant_id'], row['order_no'], row['code']]);
}

function guarded(text: string): string {
  return /^ *[=+\-@]/.test(text) ? `'${text}` : text;
}

function matches(
  filter: FindingFilter,
  row: Readonly<Record<string, string>>,
  method: string | undefined,
): boolean {
  const among = (values: readonly string[] | undefined, name: string) => values?.includes(row[name]!) ?? true;
  const { code, region, merchant, order, bucket, text, states } = filter;
  return (
    among(code === undefined ? filter.codes : [code], 'code') &&
    among(region === undefined ? filter.regions : [region], 'region') &&
    among(merchant === undefined ? filter.merchants : [merchant], 'merchant_id') &&
    among(filter.severities, 'severity') &&
    among(order === undefined ? undefined : [order].flat(), 'order_no') &&
    among(bucket === undefined ? undefined : [bucket], 'age_bucket') &&
    (text === undefined ||
      ['order_no', 'trade_no', 'merchant_id', 'sub_merchant_id'].some((name) =>
        row[name]!.toLowerCase().includes(text),
      )) &&
    (states === undefined || states.includes('open')) &&
    (filter.method === undefined || filter.method === method)
  );
}
