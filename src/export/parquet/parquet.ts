import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Report, ReportRow } from '../../../reports/report.ts';
import type { ZoneOf } from '../csv/cell.ts';
import { type ParquetValue, parquetColumn, parquetValue } from './parquet-column.ts';

/** Rows that are in memory at once. */
const ROW_GROUP_ROWS = 20_000;

/**
 * Writes a report as a Parquet file, using the memory of one row group. The same rows give the same bytes, however they
 * are divided into blocks: no time and no version of the program is in the file.
 * @throws Fault PARQUET_LIMIT if a number is too large for its column
 */
export async function* parquet(
  { columns }: Pick<Report, 'columns'>,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(parquetColumn)];
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'payin-recon' });
  let group = columns.map((): ParquetValue[] => []);
  const writeGroup = async () => {
    const columnData = columns.map(({ name }, index) => ({ name, data: group[index]!, offsetIndex: false }));
    group = columns.map(() => []);
    await file.write({ columnData, rowGroupSize: ROW_GROUP_ROWS });
  };
  for await (const rows of blocks) {
    for (const row of rows) {
      columns.forEach((column, index) => void group[index]!.push(parquetValue(column, row, zoneOf)));
      if (group[0]!.length < ROW_GROUP_ROWS) continue;
      await writeGroup();
      yield taken(bytes);
    }
  }
  if (group[0]!.length > 0) await writeGroup();
  await file.finish();
  yield taken(bytes);
}

/** Takes the written bytes, so that their memory is used again. */
function taken(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}
