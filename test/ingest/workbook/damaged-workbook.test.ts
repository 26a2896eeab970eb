import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { read, rowCounts, write } from '../reading.ts';

const SETTINGS = parseSettings({
  map: {
    pagos: {
      values: { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', status: 'SUCCESS' },
    },
  },
});
const TIME = '2026-11-19T10:05:00';
const ROWS = Array.from({ length: 40 }, (_, at) =>
  row(at + 2, `ORDER${at}`, `T${at}`, 100_000 + at * 7919, TIME),
);

/** Where the packed bytes of a part are in a workbook. */
function packedAt(book: Buffer, part: string): { readonly from: number; readonly to: number } {
  const header = book.indexOf(part) - 30;
  const from = header + 30 + book.readUInt16LE(header + 26) + book.readUInt16LE(header + 28);
  return { from, to: book.indexOf('PK', from, 'latin1') };
}

function unpacked(packed: Buffer): string | undefined {
  try {
    return inflateRawSync(packed).toString('latin1');
  } catch {
    return undefined;
  }
}

/** The workbook with the first bit flipped with which only digits of a part become others. */
function damaged(book: Buffer, part: string): Buffer {
  const { from, to } = packedAt(book, part);
  const intact = unpacked(book.subarray(from, to))!;
  const form = intact.replace(/\d/g, '9');
  for (let bit = from * 8; bit < to * 8; bit += 1) {
    const copy = Buffer.from(book);
    copy[bit >> 3]! ^= 1 << (bit & 7);
    const text = unpacked(copy.subarray(from, to));
    if (text !== undefined && text !== intact && text.replace(/\d/g, '9') === form) return copy;
  }
  throw new Error('no bit changes digits alone');
}

onEngines('a workbook with one wrong bit', (engine) => {
  it.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'])(
    'in %s is refused, and nothing of it is kept',
    async (part) => {
      const store = await engine.emptied();
      const strings = Array.from({ length: 40 }, (_, at) => `<t>T${1000 + at * 37}</t>`);
      const rows = row(1, 'orderNo', 'tradeNo', 'money.amount', 'transactionTime') + ROWS.join('');
      const book = await madeWorkbook({ sheets: [{ name: 'Pagos', rows }], strings });
      const path = write(temporaryFolder(), 'pagos.xlsx', damaged(book, part));
      for (const sample of [{}, { dryRun: true, firstLines: 3 }]) {
        await expect(read(store, [path], { settings: SETTINGS, ...sample })).rejects.toMatchObject({
          code: 'SOURCE_BROKEN',
          detail: {
            where: path,
            found: `the part ${part} is damaged: its checksum is not that of its content`,
          },
        });
        expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0, rejects: 0 });
      }
    },
  );
});
