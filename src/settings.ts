import { z } from 'zod';
import { Fault } from './errors.ts';
import { alerts } from './settings/alerts.ts';
import { mistakesOf, type PlaceOf } from './settings/check.ts';
import { type Environment, readEnvironment } from './settings/environment.ts';
import { readSettingsFile } from './settings/file.ts';
import { formOf } from './settings/form.ts';
import { jobs } from './settings/jobs.ts';
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
} from './settings/kinds.ts';
import { combine, DATABASE_SETTINGS, fromOptions } from './settings/layers.ts';
import { MAP_PATH, MAP_PATHS, wrongPaths } from './settings/map-paths.ts';
import { inOrder, type Mistake } from './settings/mistake.ts';
import { monitor } from './settings/monitor.ts';
import { REGIONS, region } from './settings/regions.ts';
import { secretWarnings } from './settings/secret-warnings.ts';
import { sources } from './settings/sources.ts';
import { tableMap } from './settings/table-map.ts';
import { watch } from './settings/watch.ts';

/** The schema of all settings; their form for editors, the README's list and the file that init writes are made of it. */
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
        encoding: z.enum(['utf-8', 'windows-1252']).default('utf-8').describe('utf-8 or windows-1252'),
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
      .describe('absent: the store keeps no responses, so NO_RESPONSE is not raised'),
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

export const SETTINGS_FILE = 'payin-recon.yaml';

/** What is never shown, wherever it stands: an address may hold a password, a command's arguments a token. */
const SECRETS = ['databaseUrl', 'databaseUrlCommand', 'url', 'urlCommand', 'goodNightUrl'];

export interface SettingsSource {
  /** Path of the file; without one, `payin-recon.yaml` of the working directory if it is there. */
  readonly file?: string | undefined;
  readonly environment: Environment;
  readonly workingDirectory: string;
  /** What the command line says; it wins over environment and file. */
  readonly overrides?: {
    readonly data?: string;
    readonly databaseUrl?: string;
    readonly out?: string;
    readonly export?: Partial<Settings['export']>;
  };
  /** Told of passwords that others can read. */
  readonly warn?: (text: string) => void;
}

/**
 * Reads file, environment and command line into one frozen object, checked whole.
 * Environment: `PAYIN_RECON_` and the setting's path in capitals (`PAYIN_RECON_LOGS_ZONE`), lists with commas;
 * the database is `DATABASE_URL`, or `PAYIN_RECON_DATABASE_URL` where other programs use the first.
 * @throws Fault SETTINGS_INVALID that lists every mistake with its place and what was expected
 */
export function loadSettings(source: SettingsSource): Settings {
  const file = readSettingsFile(
    source.workingDirectory,
    source.file ?? SETTINGS_FILE,
    source.file !== undefined,
  );
  const fromEnvironment = readEnvironment(formOf(settingsSchema), source.environment);
  const url = source.environment['DATABASE_URL'];
  const fromOthers =
    url === undefined || url === '' ? [] : [{ path: ['databaseUrl'], value: url, place: 'DATABASE_URL' }];
  const overrides = fromOptions(source.overrides ?? {});
  const { raw, placeOf } = combine(file, [fromOthers, fromEnvironment.assignments, overrides]);
  const settings = check(raw, [...file.mistakes, ...fromEnvironment.mistakes], placeOf);
  for (const text of secretWarnings(settings, { ...source, file, overrides })) source.warn?.(text);
  return settings;
}

/** Settings with nothing but defaults, or with some of them replaced. Throws SETTINGS_INVALID. */
export function parseSettings(raw: unknown, where = 'settings'): Settings {
  return check(raw, [], () => where);
}

function check(raw: unknown, before: readonly Mistake[], placeOf: PlaceOf): Settings {
  const result = settingsSchema.safeParse(raw);
  const issues = result.error?.issues ?? [];
  const mistakes = inOrder([...before, ...mistakesOf(issues, raw, formOf(settingsSchema), SECRETS, placeOf)]);
  if (result.success && mistakes.length === 0) return deepFreeze(result.data);
  throw new Fault('SETTINGS_INVALID', {
    where: [...new Set(mistakes.map(({ place }) => place.replace(/(:\d+)+$/, '')))].join(', '),
    found: mistakes.map(({ place, text }) => `${place}: ${text}`),
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
