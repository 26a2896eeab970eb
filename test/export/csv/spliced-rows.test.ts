import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedTo, NotSpliced, type ReplacedOrder, spliceRows } from '../../../src/export/csv/spliced-rows.ts';

const HEADER = 'date,merchant_id,sub,order_no,note,amount,last\r\n';
const AMOUNT = 5;
const KEY = { merchantId: 1, orderNo: 3 };

interface Row {
  readonly merchantId: string;
  readonly orderNo: string;
  readonly amount: number;
  /** As it is written: in quotes where it needs them. */
  readonly note?: string;
}

const lineOf = ({ merchantId, orderNo, amount, note = '' }: Row) =>
  `2026-11-19,${merchantId},,${orderNo},${note},${amount},${note}\r\n`;
const bytewise = (one: Row, other: Row) =>
  Buffer.compare(Buffer.from(one.merchantId), Buffer.from(other.merchantId)) ||
  Buffer.compare(Buffer.from(one.orderNo), Buffer.from(other.orderNo));
const keyOf = (row: Row) => `${row.merchantId} ${row.orderNo}`;
const fileOf = (rows: readonly Row[]) => HEADER + rows.map(lineOf).join('');

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0', 'é', '𝒳', 'ﬀ'), maxLength: 3 });
const note = fc.constantFrom('', 'a', '"a,b"', '"""a"", 7,"', '""');
const row = fc.record({ merchantId: text, orderNo: text, amount: fc.nat(9999), note });
const sorted = (rows: readonly Row[]) => [...rows].sort(bytewise);

async function spliced(
  file: string,
  replaced: readonly ReplacedOrder[],
  chunkBytes: number,
  by = 0,
): Promise<{ text: string; dropped: number }> {
  const bytes = Buffer.from(file, 'utf8');
  const memory = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)] as const;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = memory[(at / chunkBytes) % 2 === 0 ? 0 : 1].fill('#');
      yield chunk.subarray(0, bytes.copy(chunk, 0, at, at + chunkBytes));
    }
  }
  let dropped = 0;
  const blocks: Buffer[] = [];
  const onDropped = (rows: number) => {
    dropped += rows;
  };
  // A block is still read while the next one is made.
  let before: Buffer = Buffer.alloc(0);
  const changed = by === 0 ? undefined : addedTo(AMOUNT, by);
  const splicing = { key: KEY, replaced, onDropped, changed };
  for await (const block of spliceRows(chunks(), Buffer.from(HEADER), splicing)) {
    blocks.push(Buffer.from(before));
    before = block;
  }
  blocks.push(before);
  return { text: HEADER + Buffer.concat(blocks).toString('utf8'), dropped };
}

function replacedOf(keys: readonly Row[], now: readonly Row[]): ReplacedOrder[] {
  return sorted(keys).map((key) => ({
    merchantId: Buffer.from(key.merchantId),
    orderNo: Buffer.from(key.orderNo),
    rows: Buffer.from(
      now
        .filter((one) => keyOf(one) === keyOf(key))
        .map(lineOf)
        .join(''),
    ),
  }));
}

it('gives the file that would be written whole, however it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 60 }),
      fc.array(row, { maxLength: 12 }),
      fc.array(fc.nat(59), { maxLength: 8 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(0, 1, 5, 9995),
      async (before, come, touched, chunkBytes, by) => {
        const old = sorted(before);
        // Orders that are touched lose their rows, and those that come have new ones, beside rows of other orders.
        const keys = new Map(
          [...touched.flatMap((index) => old[index] ?? []), ...come].map((one) => [keyOf(one), one]),
        );
        const stay = old.filter((one) => !keys.has(keyOf(one)));
        const grown = stay.map((one) => ({ ...one, amount: one.amount + by }));
        const now = sorted([...grown, ...come]);
        const { text: made, dropped } = await spliced(
          fileOf(old),
          replacedOf([...keys.values()], now),
          chunkBytes,
          by,
        );
        expect(made).toBe(fileOf(now));
        expect(dropped).toBe(old.filter((one) => keys.has(keyOf(one))).length);
      },
    ),
    { numRuns: 2000 },
  );
});

const NEW: Row = { merchantId: 'M1', orderNo: 'B', amount: 5 };
const ROWS = ['A', 'B', 'C', 'D'].map((orderNo, amount): Row => ({ merchantId: 'M1', orderNo, amount }));
const REPLACED = replacedOf([NEW], [NEW]);

it.each([
  ['a cell of several lines', `${fileOf(ROWS)}2026-11-19,M1,,E,"a\nb",1,\r\n`],
  ['a quote that is not closed', `${fileOf(ROWS)}2026-11-19,M1,,E,"a,1,\r\n`],
  ['a cell in quotes before an order', `${fileOf(ROWS)}2026-11-19,M1,"a,b",E,,1,\r\n`],
  ['a guarded order at the place of a new one', fileOf(ROWS).replace(',,B,', ",,'=B,")],
  ['a guarded merchant at the end', `${fileOf(ROWS)}2026-11-19,'=M1,,E,,1,\r\n`],
  ['another header', fileOf(ROWS).replace('amount', 'amounts')],
  ['a header without an end', HEADER.slice(0, -2)],
  ['an end within a row', fileOf(ROWS).slice(0, -3)],
  ['nothing', ''],
])('refuses a file with %s', async (_what, file) => {
  await expect(spliced(file, REPLACED, 64)).rejects.toThrow(NotSpliced);
});

it('takes a file of a header alone', async () => {
  expect(await spliced(HEADER, REPLACED, 64)).toEqual({ text: fileOf([NEW]), dropped: 0 });
});

it('refuses to add to what is no whole number', async () => {
  const file = `${fileOf(ROWS)}2026-11-19,M1,,E,,1.5,\r\n`;
  await expect(spliced(file, REPLACED, 64, 1)).rejects.toThrow(NotSpliced);
});
