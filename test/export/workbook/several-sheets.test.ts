import { describe, expect, it } from 'vitest';
import type { Column, ReportRow } from '../../../reports/report.ts';
import { PROFILES } from '../../../src/export/profile.ts';
import { sheetName } from '../../../src/export/workbook/sheet-name.ts';
import { type Sheet, workbookOf } from '../../../src/export/workbook/workbook.ts';
import { zip } from '../../../src/export/workbook/zip.ts';
import { readZip } from './read-zip.ts';

const COLUMNS: readonly Column[] = [{ name: 'order_no', kind: 'text', meaning: '', example: '' }];

function sheetOf(name: string, blocks: AsyncIterable<readonly ReportRow[]>): Sheet {
  return { name, columns: COLUMNS, blocks, zoneOf: () => 'UTC' };
}

async function bytesOf(blocks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of blocks) parts.push(part);
  return Buffer.concat(parts);
}

describe('a workbook of several tables', () => {
  it('has a sheet for each, in their order, and asks for one after the other', async () => {
    const asked: string[] = [];
    async function* rowsOf(name: string): AsyncGenerator<ReportRow[]> {
      asked.push(`${name} begins`);
      yield [{ order_no: `of ${name}` }];
      asked.push(`${name} ends`);
    }
    const sheets = ['totals', 'orders'].map((name) => sheetOf(name, rowsOf(name)));
    const parts = readZip(await bytesOf(workbookOf(sheets, PROFILES.standard)));
    expect(asked).toEqual(['totals begins', 'totals ends', 'orders begins', 'orders ends']);
    const names = [
      ...parts
        .get('xl/workbook.xml')!
        .toString()
        .matchAll(/<sheet name="([^"]*)"/g),
    ];
    expect(names.map(([, name]) => name)).toEqual(['totals', 'orders']);
    expect(parts.get('xl/worksheets/sheet1.xml')!.toString()).toContain('of totals');
    expect(parts.get('xl/worksheets/sheet2.xml')!.toString()).toContain('of orders');
  });

  it('closes the reader of its rows if nobody reads on, or a text is too long', async () => {
    let open = 0;
    async function* endless(text: string): AsyncGenerator<ReportRow[]> {
      open += 1;
      try {
        for (;;) yield Array.from({ length: 5000 }, () => ({ order_no: text }));
      } finally {
        open -= 1;
      }
    }
    const blocks = workbookOf([sheetOf('orders', endless('a'))], PROFILES.standard);
    await blocks.next();
    expect(open).toBe(1);
    await blocks.return(undefined);
    expect(open).toBe(0);
    const tooLong = workbookOf([sheetOf('orders', endless('a'.repeat(40_000)))], PROFILES.standard);
    await expect(bytesOf(tooLong)).rejects.toMatchObject({ code: 'WORKBOOK_LIMIT' });
    expect(open).toBe(0);
  });
});

describe('the name of a sheet', () => {
  it('is at most 31 letters, without what Excel refuses, and unlike the others', () => {
    const long = 'a-report-with-a-very-long-name-of-its-own';
    expect(sheetName('orders', 1, [])).toBe('orders');
    expect(sheetName('orders', 2, ['orders'])).toBe('orders 2');
    expect(sheetName('Orders', 1, ['orders'])).toBe('Orders 2');
    expect(sheetName(long, 1, [])).toBe(long.slice(0, 31));
    expect(sheetName(long, 1, [long.slice(0, 31)])).toBe(`${long.slice(0, 29)} 2`);
    expect(sheetName('a/b:c', 1, [])).toBe('a-b-c');
  });
});

it('a ZIP holds bytes as they are, beside texts', async () => {
  const bytes = Buffer.from([0, 255, 254, 128]);
  async function* entries() {
    yield { name: 'bytes', blocks: [bytes, bytes] };
    yield { name: 'text', blocks: ['é'] };
  }
  const read = readZip(await bytesOf(zip(entries())));
  expect(read.get('bytes')).toEqual(Buffer.concat([bytes, bytes]));
  expect(read.get('text')).toEqual(Buffer.from('é'));
});
