import { z } from 'zod';
import { MAP_PATH, MAP_PATHS, wrongPathsOfTable } from './map-paths.ts';
import { eachOnce, name, postgresUrl, seconds, sourceName, texts } from './value-kinds.ts';

const COLUMN = 'the name of a column';

/** One place that the jobs read: files, or a query on the merchant's own PostgreSQL. */
const source = z
  .strictObject({
    name: sourceName.describe('What commands and messages call it'),
    paths: texts
      .min(1)
      .optional()
      .describe('Files, folders, and patterns with *, ? and **; or a database instead')
      .meta({ examples: [['/var/log/payin/*.ndjson.gz']] }),
    quietSeconds: seconds
      .default(60)
      .describe(
        'A file that was changed later than so many seconds ago is left for the next time; a log of lines at most ten times as long',
      ),
    databaseUrl: postgresUrl.optional().describe('The PostgreSQL to read, best without its password'),
    databaseUrlFile: name.optional().describe('File that holds that address'),
    databaseUrlCommand: texts.min(1).optional().describe('Program, and its arguments, that prints it'),
    query: name.optional().describe('One select, run in a transaction that cannot write'),
    watermark: name
      .optional()
      .describe('Column of the query that grows with every row that is added or changed: a time or a number')
      .meta({ expected: COLUMN }),
    overlap: z
      .int()
      .min(0)
      .default(3600)
      .describe(
        'How far before the last watermark to begin again, for rows committed late; seconds of a time',
      ),
    kind: z.enum(['pay-ins', 'callbacks']).optional().describe('What each row is, where it does not tell'),
    columns: z
      .record(name, name)
      .default({})
      .describe(
        'Column of the query, or of CSV files: path of the record, or ignore; * stands for all others',
      ),
    values: z
      .record(name, z.string())
      .default({})
      .describe('Path of the record: text that it has on every row where no column gives one'),
  })
  .superRefine(
    (one, { addIssue }) => {
      const said = Object(one);
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      const ways = ADDRESSES.filter((address) => said[address] !== undefined);
      if ((said.paths === undefined) === (ways.length === 0)) wrong('paths', 'either paths, or a database');
      for (const way of ways.slice(1)) wrong(way, `only one of ${ADDRESSES.join(', ')}`);
      if (ways.length > 0 && said.query === undefined) wrong('query', 'the select to read by');
      if (ways.length > 0 && said.watermark === undefined) wrong('watermark', COLUMN);
      if (said.paths !== undefined && said.query !== undefined) wrong('query', 'paths, or a query, not both');
      for (const { path, text } of wrongPathsOfTable(said)) {
        const params = { known: () => MAP_PATHS };
        addIssue({ code: 'custom', path: [...path], message: MAP_PATH, input: text, params });
      }
    },
    { when: () => true },
  );

export type SourceSettings = Readonly<z.infer<typeof source>>;

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
  .describe('What the jobs read, beside ingest.folders')
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
