import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { catalogueColumns } from '../../scripts/schema-dump.ts';
import type { Store } from '../../src/database/store.ts';
import { READING_RULES } from '../../src/normalise/reading-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { counts, evidence, lines, read, rowCounts, write } from './reading.ts';

onEngines('a file', (engine) => {
  it.each([
    ['ends lines with LF', `${payInLine()}\n${callbackLine()}\n`],
    ['ends lines with CR LF', `${payInLine()}\r\n${callbackLine()}\r\n`],
    ['starts with a byte order mark', `\ufeff${payInLine()}\n${callbackLine()}\n`],
    ['does not end its last line', `${payInLine()}\n${callbackLine()}`],
    ['has blank lines', `\n\n${payInLine()}\n \t \n${callbackLine()}\n\n`],
    ['has blanks around its records', `  ${payInLine()}\t\n\t${callbackLine()} \r\n`],
  ])('is read the same when it %s', async (_name, content) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await read(store, [write(folder, 'plain.log', lines(payInLine(), callbackLine()))]);
    const expected = await evidence(store);
    await engine.emptied();
    const [result] = await read(store, [write(folder, 'a.log', content)]);
    expect(counts(result!)).toBe('2 = 2 + 0 + 0');
    expect(await evidence(store)).toEqual(expected);
  });

  it('may be empty', async () => {
    const store = await engine.emptied();
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', '')]);
    expect(counts(result!)).toBe('0 = 0 + 0 + 0');
  });

  it('is kept with its name, size, digest and counts', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', lines(payInLine(), payInLine(), 'x'));
    const [result] = await read(store, [path]);
    const sources = await store.session(({ db }) => db.selectFrom('sources').selectAll().execute());
    expect(sources).toEqual([
      {
        source_id: expect.any(Number),
        name: path,
        forced_kind: null,
        sha256: result!.sha256,
        bytes: String(result!.bytes),
        read_at: '2026-11-20 12:00:00+00',
        records: '3',
        accepted: '1',
        duplicate: '1',
        rejected: '1',
        reading: expect.stringMatching(/^[0-9a-f]{64}$/),
        normalised_by: expect.stringMatching(/^[0-9a-f]{64}$/),
        purged_accepted: '0',
        withdrawn_by: null,
        withdrawn_accepted: '0',
        place: null,
        taken_over: '0',
        copies_noted: true,
        purged_rejected: '0',
        reading_rules: READING_RULES,
      },
    ]);
  });

  it('that has not changed is not read again, wherever it lies now', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const content = lines(payInLine(), callbackLine());
    const path = write(folder, 'a.log', content);
    await read(store, [path]);
    const before = await rowCounts(store);
    const results = await read(store, [path, write(folder, 'b.log', content)]);
    expect(results.map(counts)).toEqual(['unchanged', 'unchanged']);
    expect(await rowCounts(store)).toEqual(before);
  });

  it('that has grown adds what is new, and counts the rest as duplicates', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', lines(payInLine(), callbackLine()));
    await read(store, [path]);
    appendFileSync(path, lines(callbackLine({ orderNo: 'ORDER00002' })));
    expect((await read(store, [path])).map(counts)).toEqual(['3 = 1 + 2 + 0']);
  });

  it('of the same size and other content is read', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const path = write(folder, 'a.log', lines(callbackLine({ orderNo: 'ORDER00001' })));
    await read(store, [path]);
    write(folder, 'a.log', lines(callbackLine({ orderNo: 'ORDER00002' })));
    expect((await read(store, [path])).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });
});

onEngines('the same record', (engine) => {
  it('is stored once, within a file and across files', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    write(folder, '1.log', lines(payInLine(), callbackLine(), payInLine()));
    write(folder, '2.log', lines(callbackLine(), payInLine(), callbackLine({ orderNo: 'ORDER00002' })));
    expect((await read(store, [folder])).map(counts)).toEqual(['3 = 2 + 1 + 0', '3 = 1 + 2 + 0']);
    expect(await rowCounts(store)).toMatchObject({ pay_ins: 1, callbacks: 2 });
  });

  it('is another one when it was received at another time', async () => {
    const store = await engine.emptied();
    const content = lines(callbackLine(), callbackLine({ at: '2026-11-19T13:11:02Z' }));
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('2 = 2 + 0 + 0');
  });

  it('is another one when capitals or blanks of an identifier differ', async () => {
    const store = await engine.emptied();
    const numbers = ['order00001', 'ORDER00001', 'ORDER00001 '];
    const content = lines(...numbers.map((orderNo) => callbackLine({ orderNo })));
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('3 = 3 + 0 + 0');
  });

  it('is the same one when only the payer differs, who is not looked at', async () => {
    const store = await engine.emptied();
    const content = lines(payInLine(), payInLine({ payer: { pixAccount: '99999999999' } }));
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('2 = 1 + 1 + 0');
  });

  it('is the same one however its amount is spelled, and neither order nor files change what is kept', async () => {
    const folder = temporaryFolder();
    const spellings = ['20000', '2e4', '"20000"', '20000.0', '0.2E5', '"020000"'];
    const all = spellings.flatMap((amount) => [payInLine({ amount }), callbackLine({ amount })]);
    const ways = fc.tuple(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.integer({ min: 0, max: all.length }),
    );
    let expected: unknown;
    let round = 0;
    await fc.assert(
      fc.asyncProperty(ways, async ([order, cut]) => {
        const store = await engine.emptied();
        round += 1;
        const first = write(folder, `${round}-1.log`, lines(...order.slice(0, cut)));
        const second = write(folder, `${round}-2.log`, lines(...order.slice(cut)));
        const results = await read(store, [first, second]);
        expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2);
        expected ??= await evidence(store);
        expect(await evidence(store)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
    expect(expected).toMatchObject({
      pay_ins: [{ amount_text: '0.2E5', response_amount_text: '0.2E5', amount_minor: '20000' }],
      callbacks: [{ amount_text: '0.2E5', amount_minor: '20000' }],
    });
  });
});

onEngines('a simulated day', (engine) => {
  const day = { date: '2026-11-19', seed: 7, orders: 600 };
  const dayTexts = [...dayLines(day)].map(({ line }) => line);

  it('ties: every record is accepted, a duplicate or rejected, and is stored as such', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const { regions } = await writeDay({ ...day, folder });
    const results = await read(store, [folder]);
    const sum = (key: 'records' | 'accepted' | 'duplicate' | 'rejected') =>
      results.reduce((total, result) => total + result[key], 0);
    const rows = await rowCounts(store);
    for (const { records, accepted, duplicate, rejected } of results) {
      expect(records).toBe(accepted + duplicate + rejected);
    }
    expect(sum('records')).toBe(dayTexts.length);
    expect(sum('duplicate')).toBe(regions.BR.duplicateLines + regions.EG.duplicateLines);
    expect(sum('rejected')).toBe(regions.BR.rejectedLines + regions.EG.rejectedLines);
    expect(rows['pay_ins']! + rows['callbacks']!).toBe(sum('accepted'));
    expect(rows['rejects']).toBe(sum('rejected'));
  });

  it('is the same evidence however its lines are ordered and shared out among files', async () => {
    const [forwards, backwards] = [await engine.open(), await engine.open()];
    const folder = temporaryFolder();
    const third = Math.ceil(dayTexts.length / 3);
    const overlapping = [0, 1, 2].map((part) =>
      write(folder, `${part}.log`, lines(...dayTexts.slice(part * third, part * third + third + 50))),
    );
    await read(forwards, overlapping);
    await read(backwards, [write(folder, 'all.log', lines(...dayTexts.reverse()))]);
    expect(await evidence(backwards)).toEqual(await evidence(forwards));
  });
});

onEngines('identifiers', (engine) => {
  it('of the greatest length that is not rejected fit the indexes, however little they can be packed', async () => {
    const store = await engine.emptied();
    const long = (seed: string) =>
      Array.from({ length: 16 }, (_, part) => createHash('sha256').update(`${seed}${part}`).digest('hex'))
        .join('')
        .slice(0, 1000);
    const choice = { orderNo: long('order'), merchantId: long('merchant'), tradeNo: long('trade') };
    const content = lines(payInLine(choice), callbackLine(choice));
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('2 = 2 + 0 + 0');
  });
});

onEngines('text that the database cannot hold', (engine) => {
  it('is kept in a form that it can, a NUL and half a character alike', async () => {
    const store = await engine.emptied();
    const line = callbackLine({ tradeNo: 'T\0\ud800😀', status: '\udc00' });
    const raw = callbackLine({ orderNo: 'ORDER00002' }).replace('"T1"', '"\\u0000T\\ud83d"');
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', lines(line, raw))]);
    expect(counts(result!)).toBe('2 = 2 + 0 + 0');
    const { callbacks } = await evidence(store);
    expect(callbacks).toMatchObject([
      { trade_no: 'T\\u0000\\ud800😀', status: '\\udc00' },
      { trade_no: '\\u0000T\\ud83d' },
    ]);
  });

  it('is kept in every field that is text', async () => {
    const store = await engine.emptied();
    const odd = 'x\0\ud800';
    const content = lines(
      payInLine({ orderNo: odd, merchantId: odd, tradeNo: odd, currency: odd, method: odd }),
      callbackLine({ orderNo: odd, merchantId: odd, tradeNo: odd, currency: odd, method: odd, status: odd }),
      callbackLine({ amount: JSON.stringify(odd) }),
      callbackLine({ amount: JSON.stringify({ [odd]: odd }) }),
    );
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('4 = 4 + 0 + 0');
  });
});

onEngines('payer data', (engine) => {
  it('is nowhere in the database, whether it keeps the rules, breaks them, or stands in a rejected line', async () => {
    const store = await engine.emptied();
    const payer = {
      pixAccount: '52998224725',
      name: 'Benedita Quaresma',
      idType: 'NID-QX',
      idNumber: '29001011234567',
      phone: '+5511987650123',
      email: 'benedita@quaresma.example',
    };
    const wrong = {
      pixAccount: '5299822472',
      email: 7_312_349,
      phone: ['987650123'],
      name: '',
      extra: 'Quaresma',
    };
    const good = payInLine({ payer });
    const content = lines(
      good,
      payInLine({ orderNo: 'ORDER00002', payer: wrong }),
      payInLine({ orderNo: 'ORDER00003', currency: 'EGP', method: 'FAWRY', payer }),
      callbackLine({ payer }),
      callbackLine({ orderNo: 'ORDER00002', currency: 'EGP', method: 'FAWRY', payer: wrong }),
      callbackLine({ orderNo: '', payer }),
      good.replace('"payer":{', '"payer":{"name":"Quaresma","name":"Benedita",'),
      good.slice(0, good.indexOf('Benedita') + 12),
      `{"payer":${JSON.stringify(payer)}}`,
    );
    const [result] = await read(store, [write(temporaryFolder(), 'a.log', content)]);
    expect(counts(result!)).toBe('9 = 5 + 1 + 3');
    const stored = await allText(store);
    expect(stored).toContain('ORDER00003');
    const traces = ['52998224', 'Benedita', 'Quaresma', 'NID-QX', '2900101', '98765', 'benedita', '7312349'];
    expect(traces.filter((trace) => stored.includes(trace))).toEqual([]);
  });
});

/** Everything that stands in any column of any table. */
async function allText(store: Store): Promise<string> {
  return store.session(async (session) => {
    const tables = new Set((await catalogueColumns(session)).map(({ table }) => table));
    const texts: string[] = [];
    for (const table of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        session.db,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });
}
