import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Column, ReportRow, ReportScope } from '../../../reports/report.ts';
import { runOf, scopeOf } from '../../../src/books/run/report-scope.ts';
import { cursorRows, type Session, type Store, transaction } from '../../../src/database/store.ts';
import { copiedCsv, csvOfRows } from '../../../src/export/csv/copied-csv.ts';
import { csvRows } from '../../../src/export/csv/csv.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { DATE, SETTINGS } from '../books.ts';
import { type PublishedDay, publishDay } from '../simulated-day.ts';
import { awkwardRow, type Row, ZONES } from './awkward-rows.ts';

const zoneOf = (region: string) => ZONES[region] ?? 'UTC';

const column = (name: string, kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  name,
  kind,
  example: '',
  meaning: name,
  ...more,
});

const amountOf = (from: string) => column(`${from}_amount`, 'amount', { from, currency: 'currency' });

/** Every kind of cell from every type of which it is made. */
const COLUMNS: readonly Column[] = [
  column('word', 'text'),
  column('region', 'text'),
  column('minor', 'minor'),
  amountOf('minor'),
  column('large', 'minor'),
  amountOf('large'),
  column('exact', 'minor'),
  column('count', 'count'),
  column('small', 'count'),
  column('day', 'date'),
  column('at_utc', 'utc', { from: 'at' }),
  column('at_local', 'local', { from: 'at', region: 'region' }),
  column('last', 'text', { from: 'word' }),
];

function rowSql(row: Row): RawBuilder<unknown> {
  return sql`select ${row.word}::text as word, ${row.region}::text as region, ${row.currency}::text as currency,
    ${row.minor}::bigint as minor, ${row.large}::numeric(38, 0) as large, ${row.exact}::numeric as exact,
    ${row.count}::integer as count, ${row.small}::smallint as small, ${row.day}::date as day,
    ${row.at}::timestamptz as at`;
}

function queryOf({ db }: Session, rows: readonly Row[]) {
  const all = sql.join(rows.map(rowSql), sql` union all `);
  return db.selectFrom(sql`(${all})`.as('r')).selectAll();
}

/** The rows as CSV both ways. */
async function bothWays(store: Store, rows: readonly Row[]): Promise<{ copied: string; told: string }> {
  return store.session((session) =>
    transaction(session, async () => {
      const query = queryOf(session, rows);
      let told = '';
      for await (const block of cursorRows<ReportRow>(session, query.compile())) {
        told += csvRows(COLUMNS, block, zoneOf);
      }
      const csv = csvOfRows({ columns: COLUMNS }, await session.copyOut(query), zoneOf)!;
      return { copied: await everything(csv.blocks()), told };
    }),
  );
}

/** What all blocks hold, each looked at as late as it may be: when the next one has come. */
async function everything(blocks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let held: Buffer | undefined;
  for await (const block of blocks) {
    if (held !== undefined) parts.push(Buffer.from(held));
    held = block;
  }
  if (held !== undefined) parts.push(Buffer.from(held));
  return Buffer.concat(parts).toString('utf8');
}

const EMPTY: Row = {
  word: null,
  region: null,
  currency: null,
  minor: null,
  large: null,
  exact: null,
  count: null,
  small: null,
  day: null,
  at: null,
};

onEngines('a report by COPY', (engine) => {
  it('has the bytes of the same rows by a cursor, whatever they hold', async () => {
    const store = await engine.emptied();
    await fc.assert(
      fc.asyncProperty(fc.array(awkwardRow, { minLength: 1, maxLength: 25 }), async (rows) => {
        const { copied, told } = await bothWays(store, rows);
        expect(copied).toBe(told);
      }),
      { numRuns: 200 },
    );
  });

  it('has them of very long texts too, and of nothing at all', async () => {
    const store = await engine.emptied();
    const rows = [
      ...['x', 'y', 'z'].map((letter) => ({ ...EMPTY, word: letter.repeat(600_000) })),
      EMPTY,
      { ...EMPTY, word: `${' '.repeat(70_000)}=1` },
      { ...EMPTY, word: '"'.repeat(700_000), region: 'BR', at: '2026-11-19 13:05:00+00' },
    ];
    const { copied, told } = await bothWays(store, rows);
    expect(copied).toBe(told);
    expect(copied.split('\r\n')[3]).toBe(','.repeat(COLUMNS.length - 1));
  });

  it('writes what can be read off', async () => {
    const store = await engine.emptied();
    const given: Row = {
      word: ' =1,"2"',
      region: 'BR',
      currency: 'BRL',
      minor: -5n,
      large: '99999999999999999999999999999999999999',
      exact: '0',
      count: 12,
      small: -1,
      day: '2026-11-19',
      at: '2026-11-20 01:15:00.999999+00',
    };
    const { copied } = await bothWays(store, [given]);
    expect(copied).toBe(
      `"' =1,""2""",BR,-5,-0.05,99999999999999999999999999999999999999,999999999999999999999999999999999999.99,0,12,-1,` +
        `2026-11-19,2026-11-20T01:15:00Z,2026-11-19T22:15:00-03:00,"' =1,""2"""\r\n`,
    );
  });

  it('is left to the cursor where a column comes with another type', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      const query = session.db.selectNoFrom([
        sql`1.5::double precision`.as('minor'),
        sql`'a'::text`.as('word'),
      ]);
      const copied = await session.copyOut(query);
      expect(csvOfRows({ columns: [column('minor', 'minor')] }, copied, zoneOf)).toBeUndefined();
      expect(csvOfRows({ columns: [column('word', 'text')] }, copied, zoneOf)).toBeDefined();
    });
  });
});

/** Those whose rows are as the server has them, and whose cells are made of what it sends. */
const SELECTED = PLAIN_REPORTS.filter(
  ({ unfold, columns }) =>
    unfold === undefined && columns.every(({ kind }) => kind !== 'percent' && kind !== 'cell'),
);

onEngines('a report of a simulated day by COPY', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });

  it.each(SELECTED.map((report) => [report.name, report] as const))(
    'is the one by a cursor, byte for byte: %s',
    async (name, report) => {
      await day.store.session((session) =>
        transaction(session, async () => {
          const run = await runOf(session, SETTINGS, 1);
          let rows = 0;
          for (const region of ['BR', 'EG', '']) {
            const scope = scopeOf(run, DATE, region);
            const csv = await copiedCsv(session, report, scope);
            expect(csv, `${name} has a column of a type that copied-cells.ts does not read`).toBeDefined();
            expect(await everything(csv!.blocks())).toBe(await toldCsv(session, report, scope));
            rows += csv!.rows();
          }
          expect(rows).toBeGreaterThan(0);
        }),
      );
    },
  );
});

async function toldCsv(
  session: Session,
  report: (typeof PLAIN_REPORTS)[number],
  scope: ReportScope,
): Promise<string> {
  let text = '';
  for await (const block of cursorRows<ReportRow>(session, report.select(session.db, scope).compile())) {
    text += csvRows(report.columns, block, scope.zoneOf);
  }
  return text;
}
