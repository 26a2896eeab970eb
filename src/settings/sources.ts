import { z } from 'zod';
import { TABLE_KINDS } from '../contract/record-kinds.ts';
import { refuseSeveral } from './alternatives.ts';
import { wrongPathsOfTable } from './map-paths.ts';
import { formatOf, tableFormat, wrongFormats } from './table-format.ts';
import { eachOnce, name, postgresUrl, seconds, sourceName, texts } from './value-kinds.ts';

const COLUMN = 'the name of a column';

/** A source read by the jobs: files, or a query on the merchant's own PostgreSQL. */
const source = z
  .strictObject({
    name: sourceName.describe('Name in commands and messages'),
    paths: texts
      .min(1)
      .optional()
      .describe('Files, folders, and patterns with *, ? and **; or give a database instead')
      .meta({ examples: [['/var/log/payin/*.ndjson.gz']] }),
    quietSeconds: seconds
      .default(60)
      .describe(
        'A file changed less than this many seconds ago is left for the next reading; a log of lines for at most ten times as long',
      ),
    databaseUrl: postgresUrl
      .optional()
      .describe('URL of the PostgreSQL database to read, preferably without its password'),
    databaseUrlFile: name.optional().describe('File with that address'),
    databaseUrlCommand: texts.min(1).optional().describe('Program and arguments that print it'),
    query: name.optional().describe('One select, run in a transaction that cannot write'),
    watermark: name
      .optional()
      .describe('Column of the query that increases with every row added or changed: a time or a number')
      .meta({ expected: COLUMN }),
    overlap: z
      .int()
      .min(0)
      .default(3600)
      .describe(
        'How far before the last watermark each reading begins, for rows committed late; seconds if it is a time, at least 3600 of one without a zone',
      ),
    kind: z
      .enum(TABLE_KINDS)
      .optional()
      .describe(
        'Kind of each row where its columns do not show it; statement: of the provider, bank: of an account statement',
      ),
    columns: z
      .record(name, name)
      .default({})
      .describe(
        'Column of the query or of CSV files: path in the record, or ignore; * is all other columns. Of kind statement or bank: our name of the value, such as order_no',
      ),
    values: z
      .record(name, z.string())
      .default({})
      .describe('Path in the record: text used on every row where no column gives one'),
    ...tableFormat,
  })
  .superRefine(
    (one, { addIssue }) => {
      const said = Object(one);
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      const ways = ADDRESSES.filter((address) => said[address] !== undefined);
      if ((said.paths === undefined) === (ways.length === 0)) wrong('paths', 'either paths, or a database');
      refuseSeveral(said, ADDRESSES, wrong);
      if (ways.length > 0 && said.query === undefined) wrong('query', 'a select statement');
      if (ways.length > 0 && said.watermark === undefined) wrong('watermark', COLUMN);
      if (said.paths !== undefined && said.query !== undefined) wrong('query', 'paths, or a query, not both');
      for (const { path, ...wrong } of wrongPathsOfTable(said)) {
        addIssue({ code: 'custom', path: [...path], ...wrong });
      }
      for (const { path, ...wrong } of wrongFormats(said)) {
        addIssue({ code: 'custom', path: [...path], input: said[path[0]!], ...wrong });
      }
    },
    { when: () => true },
  );

export type SourceSettings = Readonly<z.infer<typeof source>>;

/** Whether a source says how its rows are read, so that it has a table of its own; also of settings that have mistakes. */
export function hasOwnTable(source: SourceSettings): boolean {
  const { query, columns, values } = source;
  return (
    query !== undefined ||
    [columns, values, formatOf(source)].some((part) => Object.keys(Object(part)).length > 0)
  );
}

const ADDRESSES = ['databaseUrl', 'databaseUrlFile', 'databaseUrlCommand'] as const;

export const sources = z
  .array(source)
  .check(
    eachOnce(
      (all) => (Array.isArray(all) ? all.map((one, at) => [Object(one).name, [at, 'name']] as const) : []),
      'each source once by its name',
    ),
  )
  .default([])
  .describe('What the jobs read, in addition to ingest.folders')
  .meta({
    examples: [
      [
        { name: 'callbacks', paths: ['/var/log/payin/**/*.ndjson'], quietSeconds: 60 },
        {
          name: 'pay-ins',
          databaseUrlFile: '/run/secrets/shop-url',
          query: 'select sent_at, request, response, updated_at from pay_ins',
          watermark: 'updated_at',
          overlap: 3600,
          kind: 'pay-ins',
          columns: { sent_at: 'sentAt', updated_at: 'ignore' },
        },
      ],
    ],
  });
