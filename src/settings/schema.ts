import { z } from 'zod';
import { absentPath } from './absent.ts';
import { alerts } from './alerts.ts';
import { jobs } from './jobs.ts';
import { DATABASE_SETTINGS } from './layers.ts';
import { MAP_PATH, MAP_PATHS, wrongPaths } from './map-paths.ts';
import { monitor } from './monitor.ts';
import { REGIONS, region } from './regions.ts';
import { sources } from './sources.ts';
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

/** The schema of all settings; their form for editors, docs/reference/settings.md and the file that init writes are made of it. */
export const settingsSchema = z
  .strictObject({
    data: name.default('.payin-recon').describe('Folder of the embedded database'),
    out: name.default('payin-recon-reports').describe('Folder of reports'),
    databaseUrl: postgresUrl.optional().describe('The PostgreSQL to use, best without its password'),
    databaseUrlFile: name
      .optional()
      .describe('File that holds that address; read when the database is opened')
      .meta({ examples: ['/run/secrets/payin-recon-url'] }),
    databaseUrlCommand: texts
      .min(1)
      .optional()
      .describe('Program, and its arguments, that prints that address; run without a shell')
      .meta({ examples: [['vault', 'kv', 'get', '-field=url', 'secret/payin-recon']] }),
    logs: z
      .strictObject({
        zone: zone.default('UTC').describe('Of sentAt and receivedAt where they have no offset'),
        prefix: linePrefix
          .default('')
          .describe(
            "What stands before the JSON of a line: '' nothing, any (up to the first brace), a pattern",
          ),
        field: z
          .string()
          .default('')
          .describe("Dot path of the field that holds the record where a logger wraps it; '' none"),
      })
      .prefault({})
      .describe('How log lines look'),
    csv: z
      .strictObject({
        delimiter: z
          .string()
          .min(1)
          .max(8)
          .default('auto')
          .describe('Separator of cells; auto takes the one of , ; tab | that the header row shows'),
        quote: quoteMark.default('"').describe('What stands around a cell that holds a separator'),
        encoding: z
          .enum(['utf-8', 'windows-1252'])
          .default('utf-8')
          .describe('utf-8 or windows-1252; also of decisions that are not UTF-8'),
      })
      .prefault({})
      .describe('How CSV files are read'),
    map: z
      .record(name, z.union([name, tableMap]))
      .default({})
      .describe(
        "Columns of CSV files: of every file (column: path), or of a table's (table: columns and values)",
      )
      .meta({ examples: [{ order_id: 'request.body.orderNo' }] }),
    regions: z
      .array(region)
      .min(1)
      .check(eachOnce(namesWithPaths, 'each region once by its name'))
      .default(REGIONS)
      .describe("The first that matches a message's method or currency is its region"),
    statuses: z
      .strictObject({
        paid: texts.default(['SUCCESS']).describe('Of a completed payment'),
        pending: texts.default(['PROCESSING']).describe('Of one under way'),
        failed: texts.default([]).describe('Of one that will not come'),
        reversed: texts.default([]).describe('Of one that was taken back'),
      })
      .check(eachOnce(statusesWithPaths, 'each status in one list, once'))
      .prefault({})
      .describe('The interface shows two statuses; add what your service sends'),
    tolerances: z
      .record(currencyCode, z.int().min(0))
      .default({})
      .describe('Largest difference that is none, in minor units, by currency')
      .meta({ examples: [{ BRL: 1 }] }),
    responses: z
      .enum(['kept', 'absent'])
      .default('kept')
      .describe('absent: as response in the list of the setting absent'),
    absent: z
      .array(absentPath)
      .default([])
      .describe('Fields that the store never keeps, by their paths: that they are absent breaks no rule')
      .meta({ examples: [['request.body.payer', 'response']] }),
    allowedSkewSeconds: seconds.default(300).describe('How far clocks may differ'),
    graceSeconds: seconds.default(900).describe('From expiry to the deadline'),
    expiryHorizonDays: z
      .int()
      .min(0)
      .max(3650)
      .default(7)
      .describe('From the deadline until an unpaid order is no longer STUCK but EXPIRED'),
    lateCallbackSeconds: seconds.default(3600).describe('From completion to receipt; later is LATE_CALLBACK'),
    coverage: z
      .strictObject({
        quietSeconds: seconds
          .default(900)
          .describe(
            'How long nothing need have been logged at the end of a date: by a newest record closer to it, the log is complete',
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
          .describe('Connections over which many orders are judged at once; PostgreSQL only'),
      })
      .prefault({})
      .describe('How orders are judged'),
    ingest: z
      .strictObject({
        folders: texts.default([]).describe('Folders and files that the jobs read'),
        workers: threads
          .default('auto')
          .describe('Threads that parse lines; auto is one for each core, 0 is none'),
        maxLineBytes: z
          .int()
          .min(1024)
          .max(268_435_456)
          .default(1_048_576)
          .describe('A longer line is rejected'),
        maxFileBytes: z
          .int()
          .min(1024)
          .default(68_719_476_736)
          .describe('Of a file when unpacked, against archives made to fill a disk'),
      })
      .prefault({})
      .describe('What is read, and how much at most'),
    export: z
      .strictObject({
        profile: z
          .enum(['standard', 'excel-br', 'excel-eg'])
          .default('standard')
          .describe('For programs (standard), or for Excel as it is set up in Brazil or Egypt'),
        format: z.enum(['csv', 'xlsx']).default('csv').describe('csv or xlsx'),
      })
      .prefault({})
      .describe('How reports are written'),
    sources,
    jobs,
    watch,
    alerts,
    monitor,
  })
  .superRefine(
    (all, { addIssue }) => {
      const given = DATABASE_SETTINGS.filter((setting) => Object(all)[setting] !== undefined);
      for (const setting of given.slice(1)) {
        addIssue({ code: 'custom', path: [setting], message: `only one of ${DATABASE_SETTINGS.join(', ')}` });
      }
      for (const { path, text } of wrongPaths(Object(all).map)) {
        const params = { known: () => MAP_PATHS };
        addIssue({ code: 'custom', path: [...path], message: MAP_PATH, input: text, params });
      }
    },
    { when: () => true },
  );

type TextAt = readonly [text: unknown, path: readonly (string | number)[]];

/** Of what may be no list of regions yet: it is looked at even where other things are wrong with it. */
function namesWithPaths(all: unknown): TextAt[] {
  return Array.isArray(all) ? all.map((one, at) => [Object(one).name, [at, 'name']]) : [];
}

function statusesWithPaths(lists: object): TextAt[] {
  return Object.entries(lists).flatMap(([list, all]) =>
    Array.isArray(all) ? all.map((status, at): TextAt => [status, [list, at]]) : [],
  );
}

export type TableMap = Readonly<z.infer<typeof tableMap>>;
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
export type SettingsInput = Readonly<z.input<typeof settingsSchema>>;
export type RegionSettings = Readonly<z.infer<typeof region>>;

/** Orders whose region is none of the settings' are listed under this name, read in UTC and in major units. */
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

/** Every region that an order can be of, that of orders without one last. */
export function allRegions(settings: Settings): readonly RegionSettings[] {
  return [...settings.regions, OTHER_REGION];
}
