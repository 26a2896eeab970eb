import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Report, ReportScope } from '../../reports/report.ts';
import { cursorRows, type Session } from '../database/store.ts';
import type { ReportRow, ZoneOf } from './cell.ts';
import { csvHeader, csvRows } from './csv.ts';

/** A written file, as its manifest names it. */
export interface WrittenFile {
  readonly name: string;
  /** Rows without the header. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The report as CSV text in blocks, header first. Only within a transaction. */
export async function* reportText(
  session: Session,
  report: Report,
  scope: ReportScope,
  zoneOf: ZoneOf,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  yield { text: csvHeader(report.columns), rows: 0 };
  const query = report.select(session.db, scope).compile();
  for await (const rows of cursorRows<ReportRow>(session, query)) {
    yield { text: csvRows(report.columns, rows, zoneOf), rows: rows.length };
  }
}

/** Writes a report into a folder as `<name>.csv` and makes it durable. */
export async function writeReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  zoneOf: ZoneOf,
  folder: string,
): Promise<WrittenFile> {
  const name = `${report.name}.csv`;
  return writeDurably(`${folder}/${name}`, async (write) => {
    let rows = 0;
    for await (const block of reportText(session, report, scope, zoneOf)) {
      rows += block.rows;
      await write(block.text);
    }
    return rows;
  }).then(({ result, ...file }) => ({ name, rows: result, ...file }));
}

/** Writes a file through a callback, counts and digests its bytes, and has the disk keep it before it returns. */
export async function writeDurably<T>(
  path: string,
  fill: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<{ readonly result: T; readonly bytes: number; readonly sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx');
    const handle = file;
    const result = await fill(async (text) => {
      const block = Buffer.from(text, 'utf8');
      digest.update(block);
      bytes += block.length;
      await handle.writeFile(block);
    });
    await handle.sync();
    return { result, bytes, sha256: digest.digest('hex') };
  } finally {
    await file?.close();
  }
}
