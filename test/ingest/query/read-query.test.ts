import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { describeFault } from '../../../src/errors.ts';
import { SILENT } from '../../../src/progress.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase, overCutLine } from '../../support/merchant-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rejects, rowCounts } from '../reading.ts';
import { addCallbacks, CALLBACKS, querySettings, readAll, readOnce } from './shop.ts';

let shop: MerchantDatabase;
let store: Store;

describe.skipIf(inject('templates').postgresql === undefined)(
  "a query on the merchant's own database",
  () => {
    beforeAll(async () => {
      shop = await merchantDatabase();
    });
    afterAll(() => shop.drop());
    onEngines('is read into the store', (engine) => {
      beforeEach(async () => {
        store = await engine.emptied();
        await shop.run('drop schema public cascade; create schema public');
      });
      readsWhatIsNew();
      keepsNothing(engine);
      doubtsWatermarks();
    });
  },
);

function readsWhatIsNew(): void {
  it('whole at first, then from the watermark on; what is met again is a duplicate', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1', 'A2'], "'2026-11-19T13:06:03Z'")}`);
    const settings = querySettings(shop.url);
    const [first] = await readAll(store, settings);
    expect(first).toMatchObject({
      name: 'callbacks',
      mark: '2026-11-19 13:06:03+00',
      newestAt: '2026-11-19 13:06:02.5+00',
      results: [{ name: 'query:callbacks', records: 2, accepted: 2, duplicate: 0, rejected: 0 }],
    });
    await shop.run(addCallbacks(['A3'], "'2026-11-19T15:00:00Z'"));
    await shop.run(addCallbacks(['A0'], "'2026-11-19T11:00:00Z'"));
    expect(await readOnce(store, settings)).toBe('3 = 1 + 2 + 0');
    expect(await readOnce(store, settings)).toBe('1 = 0 + 1 + 0');
    expect(await readOnce(store, querySettings(shop.url, { overlap: 86_400 }))).toBe('4 = 1 + 3 + 0');
  });

  it('lists a reading among the sources only where it brought something', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1'])}`);
    const settings = querySettings(shop.url);
    for (const expected of ['1 = 1 + 0 + 0', '1 = 0 + 1 + 0', '1 = 0 + 1 + 0']) {
      expect(await readOnce(store, settings)).toBe(expected);
    }
    expect(await rowCounts(store)).toMatchObject({ sources: 1, callbacks: 1 });
    // What a duplicate tells of a record is news: the least spelling of its amount counts.
    await shop.run(
      `update callbacks set body = jsonb_set(body, '{money,amount}', '20000.0'), updated_at = now()`,
    );
    expect(await readOnce(store, settings)).toBe('1 = 0 + 1 + 0');
    await shop.run(`update callbacks set body = body || '{"status": "success "}', updated_at = now()`);
    expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
    expect(await rowCounts(store)).toMatchObject({ sources: 2, callbacks: 2 });
  });

  it('from its first row again once it was withdrawn', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1', 'A2'])}`);
    const settings = querySettings(shop.url);
    await readOnce(store, settings);
    await shop.run(addCallbacks(['A3'], "now() + interval '1 hour'"));
    await readOnce(store, settings);
    const at = { seconds: 1_795_176_000, micros: 0 };
    const why = { who: 'ana', reason: 'test database', at, asOf: at };
    const request = { source: 'query:callbacks', ...why, out: temporaryFolder() };
    expect(await withdraw(store, settings, request)).toMatchObject({ callbacks: 3, reads: 2 });
    expect(await rowCounts(store)).toMatchObject({ callbacks: 0 });
    expect(await readOnce(store, settings)).toBe('3 = 3 + 0 + 0');
  });

  it('finds a row that was committed after a later one was read, since it begins again before the mark', async () => {
    await shop.run(CALLBACKS);
    const late = await shop.connect();
    await late.query('begin');
    await late.query(addCallbacks(['LATE']));
    await shop.run(addCallbacks(['SOON']));
    const settings = querySettings(shop.url);
    const without = querySettings(shop.url, { name: 'without', overlap: 0 });
    expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
    expect(await readOnce(store, without)).toBe('1 = 0 + 1 + 0');
    await late.query('commit');
    expect(await readOnce(store, without)).toBe('1 = 0 + 1 + 0');
    expect(await readOnce(store, settings)).toBe('2 = 1 + 1 + 0');
  });

  it('tells a row that belongs to no order once, by its number, though it is met again', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1', ''])}`);
    const settings = querySettings(shop.url);
    expect(await readOnce(store, settings)).toBe('2 = 1 + 0 + 1');
    const told = { name: 'query:callbacks', line: '2', reason: 'no_order_no' };
    expect(await rejects(store)).toEqual([expect.objectContaining(told)]);
    expect(await readOnce(store, settings)).toBe('2 = 0 + 2 + 0');
    await shop.run("insert into callbacks (body) values ('[]')");
    expect(await readOnce(store, settings)).toBe('3 = 0 + 2 + 1');
    expect(await readOnce(store, settings)).toBe('3 = 0 + 3 + 0');
    expect(await rowCounts(store)).toMatchObject({ sources: 2, rejects: 2 });
  });

  it('is read anew once it asks for something else', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A1'], "'2026-11-01'")}; ${addCallbacks(['A2'])}`);
    expect(await readOnce(store, querySettings(shop.url))).toBe('2 = 2 + 0 + 0');
    const query = 'select received_at as "receivedAt", body, updated_at from callbacks -- all';
    expect(await readOnce(store, querySettings(shop.url, { query }))).toBe('2 = 0 + 2 + 0');
  });

  it('reads more rows than are held at once', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])};
      insert into callbacks select received_at, headers, body || jsonb_build_object('orderNo', 'N' || n), updated_at
      from callbacks, generate_series(1, 7000) as n`);
    expect(await readOnce(store, querySettings(shop.url))).toBe('7001 = 7001 + 0 + 0');
  });
}

function keepsNothing(engine: Engine): void {
  it('keeps nothing where the connection is lost midway, and reads all of it the next time', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])};
      insert into callbacks select received_at, headers, body || jsonb_build_object('orderNo', 'N' || n), updated_at
      from callbacks, generate_series(1, 2000) as n`);
    const [cut] = await readAll(store, querySettings(await overCutLine(shop.url, 200_000)));
    expect(cut!.faults).toEqual([expect.objectContaining({ code: 'SOURCE_UNREACHABLE' })]);
    expect(await rowCounts(store)).toEqual({
      sources: 0,
      rejects: 0,
      pay_ins: 0,
      callbacks: 0,
      violations: 0,
    });
    expect(await marks()).toEqual([]);
    expect(await readOnce(store, querySettings(shop.url))).toBe('2001 = 2001 + 0 + 0');
  });

  it('never shows the password of a server that turns it away, nor keeps other sources from being read', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}`);
    const password = `hush-${randomBytes(4).toString('hex')}`;
    const wrong = Object.assign(new URL(shop.url), { password }).href;
    const settings = querySettings(wrong);
    const others = querySettings(shop.url, { name: 'others' });
    const both = { ...settings, sources: [...settings.sources, ...others.sources] };
    const stages: string[] = [];
    const progress = {
      ...SILENT,
      begin: (label: string) => stages.push(label),
      end: () => stages.push('end'),
    };
    const [first, second] = await readAll(store, both, progress);
    expect(stages).toEqual(['Reading others', 'end']);
    const said = describeFault(first!.faults[0]!);
    expect(said).toContain('error SOURCE_UNREACHABLE');
    expect(said).toContain('wrong password');
    expect(said).not.toContain(password);
    expect(second).toMatchObject({ faults: [], results: [{ accepted: 1 }] });
  });

  it.each([
    [
      'adds rows',
      "with more as (insert into callbacks (headers) values ('{}') returning *) select * from more",
    ],
    [
      'adds rows on the way',
      'select received_at as "receivedAt", body, add_one() as updated_at from callbacks',
    ],
    ['is two', `${'select 1'}; drop table callbacks`],
    ['breaks out', 'select 1) as x; drop table callbacks; --'],
    ['locks rows', 'select body, updated_at from callbacks for update'],
  ])('refuses a query that %s', async (_what, query) => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])};
      create function add_one() returns timestamptz language sql volatile
        as $$ insert into callbacks (headers) values ('{}') returning now() $$`);
    expect(await readOnce(store, querySettings(shop.url, { query }))).toBe('SOURCE_QUERY');
    expect(await shop.run('select count(*)::integer as rows from callbacks')).toEqual([{ rows: 1 }]);
  });

  it('refuses a query that has lost a column of the settings, and keeps nothing of it', async () => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}`);
    const columns = { total: 'money.amount' };
    const query = 'select body, 1 as amount_total, updated_at from callbacks';
    const [source] = await readAll(store, querySettings(shop.url, { query, columns }));
    const said = describeFault(source!.faults[0]!);
    expect(said).toContain('error SOURCE_QUERY: ');
    expect(said).toContain(
      'no column total; besides those that are named there is body, amount_total, updated_at',
    );
    expect(await readOnce(store, querySettings(shop.url, { query, columns }))).toBe('SOURCE_QUERY');
  });

  it.each([
    [
      'bytes',
      'select body, updated_at, sha256(body::text::bytea) as ack from callbacks',
      'the column ack is bytea',
    ],
    [
      'columns that nobody knows',
      'select body as payload, updated_at from callbacks',
      'unknown columns: payload',
    ],
    [
      'a value twice',
      'select body, body as "Body", updated_at from callbacks',
      'two columns for the same value: Body',
    ],
    ['no watermark', 'select body from callbacks', 'no column updated_at'],
    ['a watermark that is null', 'select body, null::date as updated_at from callbacks', 'null on some rows'],
    [
      'a watermark of words',
      "select body, 'x'::text as updated_at from callbacks",
      'neither a time nor a number',
    ],
    ['no table', 'select * from lost', 'relation "lost" does not exist'],
    ['no SQL', 'select * form callbacks;', 'syntax error at or near "form"'],
    // What the server says of a value may be the payer's.
    [
      'a value that breaks it',
      "select body, (body->>'tradeNo')::int as updated_at from callbacks",
      'SQLSTATE 22P02; run',
    ],
  ])('refuses a query with %s, and says what of it', async (_what, query, found) => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}`);
    const [source] = await readAll(store, querySettings(shop.url, { query }));
    expect(source!.faults).toEqual([expect.objectContaining({ code: 'SOURCE_QUERY' })]);
    const said = describeFault(source!.faults[0]!);
    expect(said).toContain(found);
    expect(said).not.toContain('T-A');
    expect(await marks(), engine.name).toEqual([]);
  });
}

function doubtsWatermarks(): void {
  it('is not led astray by a time that lies ahead', async () => {
    await shop.run(
      `${CALLBACKS}; ${addCallbacks(['A1'], "'infinity'")}; ${addCallbacks(['A2'], "'2999-01-01'")}`,
    );
    const settings = querySettings(shop.url);
    expect(await readOnce(store, settings)).toBe('2 = 2 + 0 + 0');
    await shop.run(addCallbacks(['A3']));
    expect(await readOnce(store, settings)).toBe('3 = 1 + 2 + 0');
  });

  it.each([
    ['bigint', '(9007199254740993 + n)', 2, '9007199254740996', '3 = 0 + 3 + 0'],
    ['smallint', 'n::smallint', 5, '3', '3 = 0 + 3 + 0'],
    ['numeric', '(n + 0.5)', 0, '3.5', '1 = 0 + 1 + 0'],
    ['double precision', '(n / 10.0)::float8', 0, '0.3', '1 = 0 + 1 + 0'],
    ['date', "date '2026-11-10' + n", 86_400, '2026-11-13', '2 = 0 + 2 + 0'],
    [
      'timestamp',
      "timestamp '2026-11-10 10:00' + n * interval '1 hour'",
      7200,
      '2026-11-10 13:00:00',
      '3 = 0 + 3 + 0',
    ],
  ])('counts back from a watermark of the type %s, exactly', async (_type, grows, overlap, mark, again) => {
    await shop.run(`${CALLBACKS}; ${addCallbacks(['A'])}`);
    const query = `select body || jsonb_build_object('orderNo', 'N' || n) as body, ${grows} as grows
                   from callbacks, generate_series(1, 3) as n`;
    const settings = querySettings(shop.url, { query, watermark: 'grows', overlap });
    expect(await readAll(store, settings)).toMatchObject([{ mark, results: [{ accepted: 3 }] }]);
    expect(await readOnce(store, settings)).toBe(again);
  });

  it('waits for the first row of an empty table', async () => {
    await shop.run(CALLBACKS);
    const settings = querySettings(shop.url);
    expect(await readOnce(store, settings)).toBe('0 = 0 + 0 + 0');
    expect(await marks()).toEqual([{ name: 'callbacks', watermark: null }]);
    await shop.run(addCallbacks(['A1']));
    expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
    expect(await rowCounts(store)).toMatchObject({ sources: 1 });
  });
}

function marks() {
  return store.session(({ db }) => db.selectFrom('source_marks').select(['name', 'watermark']).execute());
}
