import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Report, ReportRow } from '../../../reports/report.ts';
import { PROFILES } from '../../../src/export/profile.ts';
import { workbook } from '../../../src/export/workbook/workbook.ts';
import { readZip } from './read-zip.ts';

const REPORT = {
  name: 'orders',
  columns: [
    { name: 'order_no', kind: 'text', meaning: '' },
    { name: 'line', kind: 'count', meaning: '' },
  ],
} as unknown as Report;

async function* inBlocks(rows: number, row: ReportRow, blockRows = 5000): AsyncGenerator<ReportRow[]> {
  const block = Array.from({ length: blockRows }, () => row);
  for (let left = rows; left > 0; left -= blockRows) yield block.slice(0, left);
}

async function bytesOf(blocks: AsyncIterable<readonly ReportRow[]>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of workbook(REPORT, blocks, () => 'UTC', PROFILES.standard)) parts.push(part);
  return Buffer.concat(parts);
}

async function sheetOf(text: string): Promise<string> {
  const parts = readZip(await bytesOf(inBlocks(1, { order_no: text, line: '7' })));
  return parts.get('xl/worksheets/sheet1.xml')!.toString('utf8');
}

describe('a workbook', () => {
  it('is the same to the byte whenever it is made, and however its rows come', async () => {
    const row = { order_no: '0012', line: '1' };
    const first = await bytesOf(inBlocks(12, row));
    // The archive's clock goes in steps of two seconds.
    await sleep(2100);
    expect((await bytesOf(inBlocks(12, row))).equals(first)).toBe(true);
  });

  it('goes on in further sheets where rows do not fit into one, each with the header', async () => {
    const parts = readZip(await bytesOf(inBlocks(1_048_576 + 4, { order_no: 'A', line: '1' })));
    const sheets = [1, 2].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`)!.toString('latin1'));
    expect(sheets.map((sheet) => sheet.split('<row ').length - 1)).toEqual([1_048_576, 6]);
    for (const sheet of sheets) expect(sheet.match(/>order_no</g)).toHaveLength(1);
    expect(sheets[1]).toContain('<c r="A6" ');
    const names = parts
      .get('xl/workbook.xml')!
      .toString('utf8')
      .matchAll(/<sheet name="([^"]*)"/g);
    expect([...names].map(([, name]) => name)).toEqual(['orders', 'orders 2']);
    expect(parts.has('xl/worksheets/sheet3.xml')).toBe(false);
  });

  it('has no second sheet where the last row just fits', async () => {
    const parts = readZip(await bytesOf(inBlocks(1_048_575, { order_no: 'A', line: '1' })));
    expect([...parts.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toEqual([
      'xl/worksheets/sheet1.xml',
    ]);
  });

  it('has a header, bold and frozen, where there are no rows', async () => {
    const parts = readZip(await bytesOf(inBlocks(0, {})));
    const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString('utf8');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet.match(/<row /g)).toHaveLength(1);
    const header = Number(/<c r="A1" s="(\d+)"/.exec(sheet)![1]);
    const styles = parts.get('xl/styles.xml')!.toString('utf8');
    const formats = styles.slice(styles.indexOf('<cellXfs')).match(/<xf [^>]*>/g)!;
    const font = Number(/fontId="(\d+)"/.exec(formats[header]!)![1]);
    expect(styles.match(/<font>.*?<\/font>/g)![font]).toContain('<b/>');
  });

  it.each([
    ['&<>"', '&amp;&lt;&gt;"'],
    [' spaces ', ' spaces '],
    ['a\u0001b\rc', 'a_x0001_b_x000D_c'],
    ['_x0041_', '_x005F_x0041_'],
    ['constructor', 'constructor'],
    ['\u{1F4B3}\u0085\ufffd', '\u{1F4B3}\u0085\ufffd'],
  ])('keeps every letter of a text: %j', async (text, written) => {
    expect(await sheetOf(text)).toContain(`<t xml:space="preserve">${written}</t>`);
  });

  it('is refused where a text is longer than a cell holds, and says which', async () => {
    await expect(sheetOf('a'.repeat(32_768))).rejects.toMatchObject({
      code: 'WORKBOOK_LIMIT',
      exitCode: 3,
      detail: { where: 'orders, column order_no', found: 'a text of 32768 letters' },
    });
    expect(await sheetOf('a'.repeat(32_767))).toContain('aaa');
  });
});
