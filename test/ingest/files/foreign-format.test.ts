/** Files that are given by mistake, most of them made by the programs that make such files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import type { Report, ReportRow } from '../../../reports/report.ts';
import { PROFILES } from '../../../src/export/profile.ts';
import { workbook } from '../../../src/export/workbook/workbook.ts';
import { zip } from '../../../src/export/workbook/zip.ts';
import { openSource } from '../../../src/ingest/files/open-source.ts';
import { onEngines } from '../../support/engines.ts';
import { openFiles } from '../../support/open-files.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, read, rowCounts, write } from '../reading.ts';

const LOG = lines(payInLine(), callbackLine());

async function contentOf(path: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of openSource(path, 1e9).chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts).toString('latin1');
}

const written = (content: string | Uint8Array) => write(temporaryFolder(), 'day.log', content);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

async function xlsx(): Promise<Buffer> {
  const report = {
    name: 'orders',
    columns: [{ name: 'order_no', kind: 'text', meaning: '' }],
  } as unknown as Report;
  async function* blocks(): AsyncGenerator<ReportRow[]> {
    yield [{ order_no: 'A1' }];
  }
  const parts: Buffer[] = [];
  for await (const part of workbook(report, blocks(), () => 'UTC', PROFILES.standard)) parts.push(part);
  return Buffer.concat(parts);
}

async function parquet(): Promise<Buffer> {
  const file = join(temporaryFolder(), 'orders.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select 'A1' as order_no) to '${file}' (format parquet)`);
  connection.closeSync();
  return readFileSync(file);
}

function sqlite(): Buffer {
  const file = join(temporaryFolder(), 'orders.db');
  const database = new DatabaseSync(file);
  database.exec('create table orders (order_no text)');
  database.close();
  return readFileSync(file);
}

/** An Office document whose parts are the relations of its root and, where it has one, a document. */
async function archive(relations: string): Promise<Buffer> {
  async function* entries() {
    yield { name: '[Content_Types].xml', blocks: ['<Types/>'] };
    yield { name: '_rels/.rels', blocks: [relations] };
    yield { name: 'word/document.xml', blocks: ['<w:document xmlns:w="x"/>'] };
  }
  const parts: Buffer[] = [];
  for await (const part of zip(entries())) parts.push(part);
  return Buffer.concat(parts);
}

/** The header of a tar archive: a name, then its mark at byte 257. */
const tar = () =>
  Buffer.concat([latin1('day.log'), Buffer.alloc(250), latin1('ustar\x0000'), Buffer.alloc(248)]);

describe('a file of another kind', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'an OpenDocument workbook',
      () => latin1('PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      'a workbook of LibreOffice (.ods)',
    ],
    ['a ZIP archive', () => latin1('PK\x03\x04\x14\0\0\0day.log'), 'a ZIP archive'],
    ['an empty ZIP archive', () => latin1('PK\x05\x06\0\0'), 'a ZIP archive'],
    ['a PDF', () => latin1('%PDF-1.7\n%\xe2\xe3'), 'a PDF document'],
    ['Parquet', parquet, 'a Parquet file'],
    ['SQLite', sqlite, 'an SQLite database'],
    ['Avro', () => latin1('Obj\x01\x04\x14avro.codec'), 'an Avro file'],
    [
      'an old workbook',
      () => latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'),
      'a document of Excel 97 to 2003',
    ],
    ['7-Zip', () => latin1('7z\xbc\xaf\x27\x1c\0\x04'), 'a 7-Zip archive'],
    ['RAR', () => latin1('Rar!\x1a\x07\x01\0'), 'a RAR archive'],
    ['bzip2', () => latin1('BZh91AY&SY\x9c'), 'a file packed by bzip2'],
    ['xz', () => latin1('\xfd7zXZ\0\0\x04'), 'a file packed by xz'],
    ['a tar archive', tar, 'a tar archive'],
    ['a picture', () => latin1('\x89PNG\r\n\x1a\n\0\0'), 'a picture'],
    ['a sign-in page', () => latin1('\n<!DOCTYPE html>\n<title>Sign in</title>'), 'a web page (HTML)'],
    ['XML', () => latin1('\xef\xbb\xbf<?xml version="1.0"?>'), 'an XML document'],
  ])('%s is named with what to do', async (_, made, found) => {
    const content = await made();
    for (const bytes of [content, gzipSync(content), zstdCompressSync(content)]) {
      await expect(contentOf(written(bytes))).rejects.toMatchObject({
        code: 'SOURCE_FORMAT',
        exitCode: 2,
        detail: { found: expect.stringContaining(found), remedy: expect.stringMatching(/\.$/) },
      });
    }
  });

  it.each([
    ['a table whose first column is PK', 'PK,order_no\r\n1,A1\r\n'],
    ['a table whose first column is PAR1', 'PAR1,order_no\r\n1,A1\r\n'],
    ['a table that speaks of BZh1', 'BZh1;order_no\r\n1;A1\r\n'],
    ['an empty file', ''],
    ['one letter', 'P'],
    ['a log that begins with empty lines', `\n\n${LOG}`],
    ['a table of which a later cell is a page', 'order_no,page\r\nA1,<html></html>\r\n'],
  ])('%s is read as it is', async (_, content) => {
    expect(await contentOf(written(content))).toBe(content);
  });
});

onEngines('a file of another kind among logs', (engine) => {
  it('keeps nothing, and the same without it reads', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    write(folder, 'day.log', LOG);
    const document = write(folder, 'day.pdf', '%PDF-1.7\n');
    await expect(read(store, [document])).rejects.toMatchObject({ code: 'SOURCE_FORMAT' });
    expect(Object.values(await rowCounts(store)).every((count) => count === 0)).toBe(true);
    await read(store, [join(folder, 'day.log')]);
    expect(await rowCounts(store)).toMatchObject({ pay_ins: 1, callbacks: 1 });
  });

  it('may be another document or workbook of Office, which is told by its parts', async () => {
    const store = await engine.emptied();
    const part = (type: string, target: string) =>
      `<Relationships><Relationship Id="a" Type="x/${type}" Target="${target}"/></Relationships>`;
    const cases = [
      [part('officeDocument', 'word/document.xml'), 'no workbook'],
      [part('officeDocument', 'xl/workbook.bin'), 'a binary Excel workbook (.xlsb)'],
      ['<Relationships/>', 'no workbook'],
    ] as const;
    for (const [relations, found] of cases) {
      const path = write(temporaryFolder(), 'day.xlsx', await archive(relations));
      await expect(read(store, [path])).rejects.toMatchObject({
        code: 'SOURCE_FORMAT',
        detail: { found: expect.stringContaining(found) },
      });
    }
  });

  it.each([
    ['day.log.gz', LOG, {}],
    ['day.xlsx', LOG, {}],
    [
      'day.ofx',
      `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>${' '.repeat(1e6)}</OFX>`,
      { kind: 'statement' },
    ],
  ] as const)('is closed once it is refused: %s', async (name, content, kind) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const path = write(folder, name, content);
    await expect(read(store, [path], kind)).rejects.toThrow();
    expect(openFiles(folder)).toEqual([]);
  });

  it('is not the workbook that a report is: its columns are those of no record', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'day.xlsx', await xlsx());
    await expect(read(store, [path])).rejects.toMatchObject({
      code: 'SOURCE_COLUMNS',
      detail: { where: `${path}:1`, found: expect.stringContaining('order_no (like orderNo)') },
    });
  });
});
