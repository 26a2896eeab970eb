import { z } from 'zod';
import { name, texts } from './value-kinds.ts';

/** Columns of one table's files: what each is of a record. */
export const tableMap = z.strictObject({
  kind: z
    .enum(['pay-ins', 'callbacks'])
    .optional()
    .describe('What each row is, where its columns do not tell'),
  files: texts
    .optional()
    .describe('Names of files, with * and ?, that hold this table; without them, files named like the table'),
  columns: z
    .record(name, name)
    .default({})
    .describe('Column of the file: path of the record, or ignore; * stands for all others'),
  values: z
    .record(name, z.string())
    .default({})
    .describe('Path of the record: text that it has on every row where no column gives one'),
});
