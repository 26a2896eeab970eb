import { z } from 'zod';
import { absentPath } from './absent.ts';
import { alerts } from './alerts.ts';
import { refuseSeveral } from './alternatives.ts';
import { capture, signatures } from './capture.ts';
import { decisions } from './decisions.ts';
import { deliveries, signing } from './deliveries.ts';
import { expectedNames } from './expected-name.ts';
import { type Form, formOf } from './form.ts';
import { jobs } from './jobs.ts';
import { DATABASE_SETTINGS } from './layers.ts';
import { wrongPaths } from './map-paths.ts';
import { monitor } from './monitor.ts';
import { FORMATS } from './output-formats.ts';
import { page } from './page.ts';
import { wrongReferences } from './references.ts';
import { REGIONS, region } from './regions.ts';
import { sandbox } from './sandbox.ts';
import { sources } from './sources.ts';
import { bank, fees, statements } from './statements.ts';
import { wrongFormats } from './table-format.ts';
import { tableMap } from './table-map.ts';
import {
  currencyCode,
  eachOnce,
  linePrefix,
  name,
  postgresUrl,
  quoteMark,
  seconds,
  texts,
  threads,
  zone,
} from './value-kinds.ts';
import { watch } from './watch.ts';

/** The schema of all settings; the form for editors, docs/reference/settings.md and the file of `init` are made from it. */
export const settingsSchema = z
  .strictObject({
    data: name.default('.payin-recon').describe('Folder of the embedded database'),
    out: name.default('payin-recon-reports').describe('Folder of reports'),
    databaseUrl: postgresUrl
      .optional()
      .describe('URL of the PostgreSQL database, preferably without its password'),
    databaseUrlFile: name
      .optional()
      .describe('File with that URL; read when the database is opened')
      .meta({ examples: ['/run/secrets/payin-recon-url'] }),
    databaseUrlCommand: texts
      .min(1)
      .optional()
      .describe('Program and arguments that print that URL; run without a shell')
      .meta({ examples: [['vault', 'kv', 'get', '-field=url', 'secret/payin-recon']] }),
    logs: z
      .strictObject({
        zone: zone.default('UTC').describe('Time zone of sentAt and receivedAt where they have no offset'),
        prefix: linePrefix
          .default('')
          .describe(
            "What precedes the JSON of a line: '' nothing, any (up to the first brace), or a pattern",
          ),
        field: z
          .string()
          .default('')
          .describe("Dot path of the field that contains the record where a logger wraps it; '' none"),
      })
      .prefault({})
      .describe('Format of log lines'),
    csv: z
      .strictObject({
        delimiter: z
          .string()
          .min(1)
          .max(8)
          .default('auto')
          .describe('Separator of cells; auto detects , ; tab or | in the header row'),
        quote: quoteMark.default('"').describe('Character around a cell that contains a separator'),
        encoding: z
          .enum(['utf-8', 'windows-1252'])
          .meta({ expected: 'utf-8 or windows-1252; another one is set as encoding in the entry of a table' })
          .default('utf-8')
          .describe('utf-8 or windows-1252; also used for files of decisions that are not UTF-8'),
      })
      .prefault({})
      .describe('Format of CSV files'),
    map: z
      .record(name, z.union([name, tableMap]))
      .default({})
      .describe(
        'Columns of CSV files: for every file (column: path), or for one table (table: columns and values)',
      )
      .meta({ examples: [{ order_id: 'request.body.orderNo' }] }),
    regions: z
      .array(region)
      .min(1)
      .check(eachOnce(namesWithPaths, 'each region once by its name'))
      .default(REGIONS)
      .describe(
        "A message belongs to the first region that matches its method or currency; put a new region before one with '*', such as EG",
      ),
    statuses: z
      .strictObject({
        paid: texts.default(['SUCCESS']).describe('Statuses of a completed payment'),
        pending: texts.default(['PROCESSING']).describe('Statuses of a payment in progress'),
        failed: texts.default([]).describe('Statuses of a failed payment'),
        reversed: texts.default([]).describe('Statuses of a reversed payment'),
      })
      .check(eachOnce(statusesWithPaths, 'each status in one list, once'))
      .prefault({})
      .describe('Meaning of statuses; the interface shows two, add those that your service sends'),
    tolerances: z
      .record(currencyCode, z.int().min(0))
      .default({})
      .describe('Largest difference that is not reported, in minor units, by currency')
      .meta({ examples: [{ BRL: 1 }] }),
    responses: z
      .enum(['kept', 'absent'])
      .default('kept')
      .describe('absent: the same as response in the setting absent'),
    absent: z
      .array(absentPath)
      .default([])
      .describe('Paths of fields that the logs never contain; their absence is not reported')
      .meta({ examples: [['request.body.payer', 'response']] }),
    allowedSkewSeconds: seconds.default(300).describe('Permitted difference between clocks'),
    graceSeconds: seconds.default(900).describe('Time from expiry to the deadline'),
    expiryHorizonDays: z
      .int()
      .min(0)
      .max(3650)
      .default(7)
      .describe('Time from the deadline until an unpaid order changes from STUCK to EXPIRED'),
    lateCallbackSeconds: seconds
      .default(3600)
      .describe('A callback received later than this after completion is a LATE_CALLBACK'),
    coverage: z
      .strictObject({
        quietSeconds: seconds
          .default(900)
          .describe(
            'Permitted quiet time at the end of a date: the log is complete if its newest record is no further from the end',
          ),
        gapOneIn: z
          .int()
          .min(100)
          .max(1_000_000_000)
          .default(1_000_000)
          .describe(
            'How rare a silence must be to be a gap: by chance, it would last so long less often than once in so many times',
          ),
      })
      .prefault({})
      .describe('When a date is provisional'),
    reconcile: z
      .strictObject({
        lanes: z
          .int()
          .min(1)
          .max(16)
          .default(2)
          .describe('Connections that judge orders in parallel; PostgreSQL only'),
      })
      .prefault({})
      .describe('Judging of orders'),
    ingest: z
      .strictObject({
        folders: texts
          .default([])
          .describe('Folders, files, and patterns with *, ? and **, that the jobs read'),
        workers: threads
          .default('auto')
          .describe('Threads that parse lines; auto is one per core, 0 is none'),
        maxLineBytes: z
          .int()
          .min(1024)
          .max(268_435_456)
          .default(1_048_576)
          .describe('Longest permitted line; a longer one is rejected'),
        maxFileBytes: z
          .int()
          .min(1024)
          .default(68_719_476_736)
          .describe('Largest permitted unpacked file, as protection against archives made to fill a disk'),
        expect: expectedNames
          .default([])
          .describe(
            'Names of files that must come for every hour or day; a date with a missing one is provisional',
          ),
        maxWorkbookBytes: z
          .int()
          .min(1024)
          .max(4_294_967_296)
          .default(536_870_912)
          .describe('Largest permitted workbook (.xlsx), packed and unpacked; its texts are held in memory'),
      })
      .prefault({})
      .describe('Reading of logs'),
    export: z
      .strictObject({
        profile: z
          .enum(['standard', 'excel-br', 'excel-eg'])
          .default('standard')
          .describe('standard for programs, or for Excel with the regional format of Brazil or Egypt'),
        format: z
          .enum(FORMATS)
          .default('csv')
          .describe('csv, xlsx (Excel workbooks) or parquet (typed columns, for programs)'),
      })
      .prefault({})
      .describe('Format of reports'),
    sources,
    jobs,
    watch,
    alerts,
    deliveries,
    signing,
    monitor,
    page,
    decisions,
    signatures,
    capture,
    sandbox,
    statements,
    bank,
    fees,
  })
  .superRefine(
    (all, { addIssue }) => {
      refuseSeveral(all, DATABASE_SETTINGS, (setting, message) =>
        addIssue({ code: 'custom', path: [setting], message }),
      );
      for (const { path, ...wrong } of [...wrongPaths(Object(all).map), ...wrongReferences(all, wholeForm)]) {
        addIssue({ code: 'custom', path: [...path], ...wrong });
      }
      for (const [table, value] of tablesOf(all)) {
        for (const { path, ...wrong } of wrongFormats(value)) {
          addIssue({ code: 'custom', path: ['map', table, ...path], ...wrong });
        }
      }
    },
    { when: () => true },
  );

function wholeForm(): Form {
  return formOf(settingsSchema);
}

/** The tables of the setting map, also of settings that have mistakes. */
function tablesOf(all: unknown): [string, unknown][] {
  const { map } = Object(all);
  return typeof map === 'object' && map !== null ? Object.entries(map) : [];
}

type TextAt = readonly [text: unknown, path: readonly (string | number)[]];

/** Names of regions with their paths, also of a value that has other mistakes. */
function namesWithPaths(all: unknown): TextAt[] {
  return Array.isArray(all) ? all.map((one, at) => [Object(one).name, [at, 'name']]) : [];
}

function statusesWithPaths(lists: object): TextAt[] {
  return Object.entries(lists).flatMap(([list, all]) =>
    Array.isArray(all) ? all.map((status, at): TextAt => [status, [list, at]]) : [],
  );
}

export type TableMap = Readonly<z.infer<typeof tableMap>>;
/** Settings that were checked, with all defaults. */
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
/** Settings as a file has them: what is absent has its default. */
export type SettingsInput = Readonly<z.input<typeof settingsSchema>>;
export type Delivery = Settings['deliveries'][number];
export type RegionSettings = Readonly<z.infer<typeof region>>;

/** Orders of no configured region have this name; they are read in UTC and in major units. */
export const OTHER_REGION: RegionSettings = Object.freeze({
  name: '',
  currencies: [],
  methods: [],
  zone: 'UTC',
  amountUnit: 'major' as const,
  decimals: 2,
  exclusive: false,
  variant: 'none' as const,
});

/** All regions of orders; orders without a region come last. */
export function allRegions(settings: Settings): readonly RegionSettings[] {
  return [...settings.regions, OTHER_REGION];
}
