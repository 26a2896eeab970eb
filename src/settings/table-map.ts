import { z } from 'zod';
import { TABLE_KINDS } from '../contract/record-kinds.ts';
import { tableFormat } from './table-format.ts';
import { name, texts } from './value-kinds.ts';

/** Columns of one table's files and their paths in a record. */
export const tableMap = z.strictObject({
  kind: z
    .enum(TABLE_KINDS)
    .optional()
    .describe(
      'Kind of each row where its columns do not show it; statement: of the provider, bank: of an account statement',
    ),
  files: texts
    .optional()
    .describe('Names of files with this table, with * and ?; absent: files named like the table'),
  columns: z
    .record(name, name)
    .default({})
    .describe(
      'Column of the file: path in the record, or ignore; * is all other columns. Of kind statement or bank: our name of the value, such as order_no',
    ),
  values: z
    .record(name, z.string())
    .default({})
    .describe('Path in the record: text used on every row where no column gives one'),
  ...tableFormat,
});
