import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import type { CopyValue } from '../../src/ingest/staging/record-columns.ts';
import { CopyBlock } from '../../src/ingest/staging/staged-rows.ts';
import { onEngines } from '../support/engines.ts';

const COLUMNS = ['order_no', 'merchant_id', 'code', 'reason'] as const;

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
    const store = await engine.emptied();
    await copy(store, [['1', 'M', 'C', text]]);
    expect(await reasons(store)).toEqual([text]);
  });

  it('tells NULL from an empty text', async () => {
    const store = await engine.emptied();
    await copy(store, [
      ['1', 'M', 'C', undefined],
      ['2', 'M', 'C', ''],
    ]);
    expect(await reasons(store)).toEqual([null, '']);
  });

  it('keeps any text that the database can hold', async () => {
    const store = await engine.emptied();
    const storable = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((text) => text.isWellFormed() && !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(storable, { minLength: 1, maxLength: 20 }), async (texts) => {
        await store.session((session) => session.script('truncate work_findings'));
        await copy(
          store,
          texts.map((text, index) => [String(index).padStart(3, '0'), 'M', 'C', text]),
        );
        expect(await reasons(store)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it('writes booleans and numbers as the database reads them', async () => {
    const store = await engine.emptied();
    await copy(store, [
      [1, 2n, true, false],
      [2, 2n, true, 9_223_372_036_854_775_807n],
    ]);
    expect(await reasons(store)).toEqual(['f', '9223372036854775807']);
  });

  it('takes a block without rows', async () => {
    const store = await engine.emptied();
    await copy(store, []);
    expect(await reasons(store)).toEqual([]);
  });

  it('fails when the database counted other rows than were sent', async () => {
    const store = await engine.emptied();
    const block = new CopyBlock();
    block.add(['1', 'M', 'C', 'x']);
    const { bytes } = block.take();
    const copied = store.session((session) => session.copyIn('work_findings', COLUMNS, bytes, 2));
    await expect(copied).rejects.toThrow('COPY into work_findings counted 1 rows of 2');
  });

  it('never loses rows silently behind a mark of the end of data that was not escaped', async () => {
    const store = await engine.emptied();
    const bytes = Buffer.from('1\tM\tC\tx\n\\.\n2\tM\tC\ty\n');
    await expect(
      store.session((session) => session.copyIn('work_findings', COLUMNS, bytes, 2)),
    ).rejects.toThrow();
  });

  it('keeps nothing of a block with a row that does not fit, and works on', async () => {
    const store = await engine.emptied();
    const bytes = Buffer.from('1\tM\tC\tx\n2\tM\n');
    await expect(
      store.session((session) => session.copyIn('work_findings', COLUMNS, bytes, 2)),
    ).rejects.toThrow('missing data');
    expect(await reasons(store)).toEqual([]);
    await copy(store, [['1', 'M', 'C', 'x']]);
    expect(await reasons(store)).toEqual(['x']);
  });
});

async function copy(store: Store, rows: readonly CopyValue[][]): Promise<void> {
  const block = new CopyBlock();
  for (const row of rows) block.add(row);
  const { bytes, rows: count } = block.take();
  await store.session((session) => session.copyIn('work_findings', COLUMNS, bytes, count));
}

async function reasons(store: Store): Promise<(string | null)[]> {
  const rows = await store.session(({ db }) =>
    db.selectFrom('work_findings').select('reason').orderBy('order_no').execute(),
  );
  return rows.map(({ reason }) => reason);
}
