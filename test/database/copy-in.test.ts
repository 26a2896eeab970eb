import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { CopyBlock, copyFile } from '../../src/ingest/staging/copy-block.ts';
import type { CopyType, CopyValue } from '../../src/ingest/staging/record-columns.ts';
import { type Engine, onEngines } from '../support/engines.ts';

const COLUMNS = ['order_no', 'merchant_id', 'code', 'reason'] as const;
/** A table of the test's own; it goes into no kept database. */
const TABLE = 'copied_texts' as keyof Tables;

onEngines('copyIn', (engine) => {
  it.each([
    ['an empty text', ''],
    ['a backslash', 'a\\b\\'],
    ['the mark of the end of data', '\\.'],
    ['the mark of NULL', '\\N'],
    ['a tab', 'a\tb'],
    ['a line feed', 'a\nb\n'],
    ['a carriage return', 'a\rb\r\n'],
    ['other control characters', '\u0001\b\f\v\u001f\u007f\u0085\u2028'],
    ['quotes, commas and formulas', '"=1+1",\'x\''],
    ['letters of other scripts and beyond 16 bits', 'São José القاهرة 😀'],
    ['what looks like an escape', '\\x41\\101\\u0041'],
  ])('keeps %s as it stands', async (_name, text) => {
    const store = await withTable(engine);
    await copy(store, [['1', 'M', 'C', text]]);
    expect(await reasons(store)).toEqual([text]);
  });

  it('tells NULL from an empty text', async () => {
    const store = await withTable(engine);
    await copy(store, [
      ['1', 'M', 'C', undefined],
      ['2', 'M', 'C', ''],
    ]);
    expect(await reasons(store)).toEqual([null, '']);
  });

  it('keeps any text that the database can hold', async () => {
    const store = await withTable(engine);
    const storable = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((text) => text.isWellFormed() && !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(storable, { minLength: 1, maxLength: 20 }), async (texts) => {
        await store.session((session) => session.script('truncate copied_texts'));
        await copy(
          store,
          texts.map((text, index) => [String(index).padStart(3, '0'), 'M', 'C', text]),
        );
        expect(await reasons(store)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it('writes each type as the database reads it', async () => {
    const store = await withTable(engine);
    const rows: readonly CopyValue[][] = [
      ['a', '00112233445566778899aabbccddeeff', { seconds: 0, micros: 1 }, -1n, 7, true],
      ['', 'ffffffff-ffff-ffff-ffff-ffffffffffff', FIRST, 9_223_372_036_854_775_807n, -2_147_483_648, false],
      ['b', undefined, LAST, -9_223_372_036_854_775_808n, undefined, undefined],
      [undefined, undefined, { seconds: 1_795_044_455, micros: 378_001 }, 12, 0, true],
    ];
    const read = await store.session(async (session) => {
      await session.script(`drop table if exists copied; create temporary table copied (
        place serial, a text, b uuid, c timestamptz, d bigint, e integer, f boolean)`);
      await session.copyIn(
        'copied' as never,
        ['a', 'b', 'c', 'd', 'e', 'f'],
        fileOf(TYPES, rows),
        rows.length,
      );
      const { rows: copied } = await sql<Record<string, string | null>>`
        select a, b::text, (c at time zone 'UTC')::text as c, d::text, e::text, f::text from copied order by place
      `.execute(session.db);
      return copied.map((row) => Object.values(row));
    });
    expect(read).toEqual([
      ['a', '00112233-4455-6677-8899-aabbccddeeff', '1970-01-01 00:00:00.000001', '-1', '7', 'true'],
      [
        '',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '0001-01-01 00:00:00',
        '9223372036854775807',
        '-2147483648',
        'false',
      ],
      ['b', null, '9999-12-31 23:59:59.999999', '-9223372036854775808', null, null],
      [null, null, '2026-11-18 23:27:35.378001', '12', '0', 'true'],
    ]);
  });

  it('takes a block without rows', async () => {
    const store = await withTable(engine);
    await copy(store, []);
    expect(await reasons(store)).toEqual([]);
  });

  it('fails when the database counted other rows than were sent', async () => {
    const store = await withTable(engine);
    const bytes = fileOf(TEXTS, [['1', 'M', 'C', 'x']]);
    const copied = store.session((session) => session.copyIn(TABLE, COLUMNS, bytes, 2));
    await expect(copied).rejects.toThrow('COPY into copied_texts counted 1 rows of 2');
  });

  it.each([
    ['without its end', (bytes: Buffer) => bytes.subarray(0, -9)],
    [
      'with a row of too few columns',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -2), Buffer.from([0, 1])]),
    ],
    ['without its head', (bytes: Buffer) => bytes.subarray(19)],
  ])('keeps nothing of a block %s, and works on', async (_what, spoil) => {
    const store = await withTable(engine);
    const bytes = spoil(
      Buffer.from(
        fileOf(TEXTS, [
          ['1', 'M', 'C', 'x'],
          ['2', 'M', 'C', 'y'],
        ]),
      ),
    );
    const copied = store.session((session) => session.copyIn(TABLE, COLUMNS, bytes, 2));
    await expect(copied).rejects.toThrow();
    expect(await reasons(store)).toEqual([]);
    await copy(store, [['1', 'M', 'C', 'x']]);
    expect(await reasons(store)).toEqual(['x']);
  });

  it('takes no row with other columns than were named', () => {
    expect(() => new CopyBlock(TEXTS).add(['1'])).toThrow('1 values for 4 columns');
    expect(() => new CopyBlock(['uuid']).add(['0011'])).toThrow('32 hexadecimal digits');
  });
});

const TEXTS: readonly CopyType[] = ['text', 'text', 'text', 'text'];
const TYPES: readonly CopyType[] = ['text', 'uuid', 'instant', 'bigint', 'integer', 'boolean'];
const FIRST = { seconds: Date.UTC(2000, 0, 1) / 1000 - 730_119 * 86_400, micros: 0 };
const LAST = { seconds: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000, micros: 999_999 };

function fileOf(types: readonly CopyType[], rows: readonly CopyValue[][]): Uint8Array {
  const block = new CopyBlock(types);
  for (const row of rows) block.add(row);
  return copyFile([block.take().bytes]);
}

async function copy(store: Store, rows: readonly CopyValue[][]): Promise<void> {
  const bytes = fileOf(TEXTS, rows);
  await store.session((session) => session.copyIn(TABLE, COLUMNS, bytes, rows.length));
}

async function withTable(engine: Engine): Promise<Store> {
  const store = await engine.emptied();
  await store.session((session) =>
    session.script(
      'create table if not exists copied_texts (order_no text, merchant_id text, code text, reason text collate "C")',
    ),
  );
  return store;
}

async function reasons(store: Store): Promise<(string | null)[]> {
  const { rows } = await store.session(({ db }) =>
    sql<{ reason: string | null }>`select reason from copied_texts order by order_no`.execute(db),
  );
  return rows.map(({ reason }) => reason);
}
