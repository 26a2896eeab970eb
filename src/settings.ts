import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { IANAZone } from 'luxon';
import { validate } from 'node-cron';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { Fault } from './errors.ts';

const zone = z.string().refine((name) => IANAZone.isValidZone(name), 'the name of an IANA time zone');
const cron = z.string().refine((text) => validate(text), 'a cron expression such as 30 2 * * *');
const seconds = z.int().min(0).max(31_536_000);
const texts = z.array(z.string().min(1));

const region = z
  .strictObject({
    /** Names the region in reports and folders. */
    name: z.string().regex(/^[A-Z]{2,8}$/, 'two to eight capital letters'),
    /** ISO 4217 codes that mean this region; `*` stands for every code of ISO 4217. */
    currencies: texts,
    /** Payment methods that mean this region whatever the currency. */
    methods: texts,
    zone,
    /** Unit of money.amount in this region's messages. */
    amountUnit: z.enum(['minor', 'major']),
    /** Decimal places that an amount may have in that unit; never more than its currency has. */
    decimals: z.int().min(0).max(4),
    /** Whether other currencies or methods than those listed are flagged UNSUPPORTED_VARIANT. */
    exclusive: z.boolean(),
    /** Which variant of the interface's field rules its messages are held against. */
    variant: z.enum(['brazil', 'egypt', 'none']),
  })
  .refine((one) => !one.exclusive || (one.currencies.length > 0 && one.methods.length > 0), {
    path: ['exclusive'],
    message: 'needs currencies and methods to be exclusive about',
  });

/** How the columns of one table's CSV files are called, and what its rows all have in common. */
const tableMap = z.strictObject({
  /** What each row is, where its columns do not tell. */
  kind: z.enum(['pay-ins', 'callbacks']).optional(),
  /** Names of files, with `*` and `?`, that hold this table; without them, files named like the table. */
  files: texts.optional(),
  /** Column of the file -> path of the record (`request.body.money.amount`), or `ignore`; `*` stands for all others. */
  columns: z.record(z.string().min(1), z.string().min(1)).default({}),
  /** Path of the record -> text that it has on every row where no column gives one. */
  values: z.record(z.string().min(1), z.string()).default({}),
});

const schema = z.strictObject({
  /** Folder of the embedded database. */
  data: z.string().min(1).default('.payin-recon'),
  /** Folder into which reports are published. */
  out: z.string().min(1).default('payin-recon-reports'),
  databaseUrl: z.string().min(1).optional(),
  logs: z
    .strictObject({
      /** Zone of sentAt and receivedAt where they have no offset. */
      zone: zone.default('UTC'),
      /** What stands before the JSON of a line: nothing, `any` (up to the first brace), or a regular expression. */
      prefix: z.string().refine(isPattern, 'any, or a regular expression').default(''),
      /** Dot path of the field that holds the record, as JSON or as its text, where a logger wraps it; empty: none. */
      field: z.string().default(''),
    })
    .prefault({}),
  csv: z
    .strictObject({
      /** Separator of cells; `auto` takes the one of `,` `;` tab and `|` that the header row shows. */
      delimiter: z.string().min(1).max(8).default('auto'),
      quote: z.string().length(1).default('"'),
      encoding: z.enum(['utf-8', 'windows-1252']).default('utf-8'),
    })
    .prefault({}),
  /** Column names of CSV files: of every file (column: path), or of a table's (table: columns and values). */
  map: z.record(z.string().min(1), z.union([z.string().min(1), tableMap])).default({}),
  /** The first region that matches a record's method or currency is the record's region. */
  regions: z
    .array(region)
    .min(1)
    .refine((all) => new Set(all.map((one) => one.name)).size === all.length, 'each region once by its name')
    .default([
      {
        name: 'BR',
        currencies: ['BRL'],
        methods: ['PIX'],
        zone: 'America/Sao_Paulo',
        amountUnit: 'minor',
        decimals: 0,
        exclusive: true,
        variant: 'brazil',
      },
      {
        name: 'EG',
        currencies: ['*'],
        methods: [],
        zone: 'Africa/Cairo',
        amountUnit: 'major',
        decimals: 2,
        exclusive: false,
        variant: 'egypt',
      },
    ]),
  statuses: z
    .strictObject({
      paid: texts.default(['SUCCESS']),
      pending: texts.default(['PROCESSING']),
      failed: texts.default([]),
      reversed: texts.default([]),
    })
    .refine(
      (lists) => new Set(Object.values(lists).flat()).size === Object.values(lists).flat().length,
      'each status in one list, once',
    )
    .prefault({}),
  /** Largest difference in minor units that is no mismatch, by currency. */
  tolerances: z.record(z.string().regex(/^[A-Z]{3}$/, 'a currency code'), z.int().min(0)).default({}),
  /** `absent` for stores that keep no responses: NO_RESPONSE is then not raised. */
  responses: z.enum(['kept', 'absent']).default('kept'),
  allowedSkewSeconds: seconds.default(300),
  graceSeconds: seconds.default(900),
  /** How long past its deadline an unpaid order stays STUCK before it is EXPIRED. */
  expiryHorizonDays: z.int().min(0).max(3650).default(7),
  lateCallbackSeconds: seconds.default(3600),
  ingest: z
    .strictObject({
      /** Folders and files that the jobs read. */
      folders: texts.default([]),
      maxLineBytes: z.int().min(1024).max(268_435_456).default(1_048_576),
      /** What a file may come to when unpacked, against archives made to fill a disk. */
      maxFileBytes: z.int().min(1024).default(68_719_476_736),
    })
    .prefault({}),
  jobs: z
    .strictObject({
      /** Cron expression, UTC. */
      ingest: cron.default('5 * * * *'),
      /** Cron expression, in each region's own zone. */
      nightly: cron.default('30 2 * * *'),
    })
    .prefault({}),
});

/** Whether a setting can be compiled as a regular expression. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

export type TableMap = Readonly<z.infer<typeof tableMap>>;
export type Settings = Readonly<z.infer<typeof schema>>;
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

export const SETTINGS_FILE = 'payin-recon.yaml';

export interface SettingsSource {
  /** Path of the file; without one, `payin-recon.yaml` of the working directory if it is there. */
  readonly file?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** What the command line says; it wins over environment and file. */
  readonly overrides?: { readonly data?: string; readonly databaseUrl?: string; readonly out?: string };
}

/**
 * Reads file, environment and command line into one frozen object, checked whole.
 * Environment: `PAYIN_RECON_` and the setting's path in capitals (`PAYIN_RECON_LOGS_ZONE`), lists with commas;
 * the database is `DATABASE_URL`, or `PAYIN_RECON_DATABASE_URL` where other programs use the first.
 * @throws Fault SETTINGS_INVALID that lists every mistake with path and what was expected
 */
export function loadSettings(source: SettingsSource): Settings {
  const file = source.file ?? SETTINGS_FILE;
  const path = resolve(source.workingDirectory, file);
  let raw: Record<string, unknown> = {};
  if (existsSync(path)) raw = readSettingsFile(path);
  else if (source.file !== undefined) {
    throw new Fault('SETTINGS_INVALID', { where: file, found: 'no such file', expected: 'a YAML file' });
  }
  const merged = { ...withEnvironment(raw, source.environment) };
  const overrides = source.overrides ?? {};
  if (overrides.data !== undefined) merged['data'] = overrides.data;
  if (overrides.out !== undefined) merged['out'] = overrides.out;
  const { DATABASE_URL, PAYIN_RECON_DATABASE_URL } = source.environment;
  const databaseUrl = overrides.databaseUrl ?? (PAYIN_RECON_DATABASE_URL || DATABASE_URL);
  if (databaseUrl !== undefined && databaseUrl !== '') merged['databaseUrl'] = databaseUrl;
  return parseSettings(merged, existsSync(path) ? file : 'settings');
}

/** Settings with nothing but defaults, or with some of them replaced. Throws SETTINGS_INVALID. */
export function parseSettings(raw: unknown, where = 'settings'): Settings {
  const result = schema.safeParse(raw);
  if (result.success) return deepFreeze(result.data);
  const mistakes = result.error.issues.map((issue) => `${issue.path.join('.') || '(top)'}: ${issue.message}`);
  throw new Fault('SETTINGS_INVALID', { where, found: mistakes.join('; ') });
}

/** SHA-256 over those settings that bear on results; addresses, folders and schedules do not. */
export function settingsDigest(settings: Settings): string {
  const {
    data: _data,
    out: _out,
    databaseUrl: _url,
    ingest: _ingest,
    jobs: _jobs,
    csv: _csv,
    map: _map,
    ...bearing
  } = settings;
  return createHash('sha256').update(canonicalJson(bearing)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function readSettingsFile(path: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = parseYaml(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new Fault('SETTINGS_INVALID', {
      where: path,
      found: (error as Error).message.split('\n')[0] ?? '',
    });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Fault('SETTINGS_INVALID', {
      where: path,
      found: 'no mapping',
      expected: 'lines of "name: value"',
    });
  }
  return parsed as Record<string, unknown>;
}

function withEnvironment(
  raw: Record<string, unknown>,
  environment: SettingsSource['environment'],
): Record<string, unknown> {
  const defaults = schema.parse({}) as Record<string, unknown>;
  const overlay = (base: Record<string, unknown>, like: Record<string, unknown>, prefix: string) => {
    const result: Record<string, unknown> = { ...base };
    for (const [key, fallback] of Object.entries(like)) {
      const name = `${prefix}_${key.replace(/([A-Z])/g, '_$1').toUpperCase()}`;
      if (isPlainObject(fallback) && key !== 'tolerances') {
        const inner = isPlainObject(result[key]) ? result[key] : {};
        result[key] = overlay(inner, fallback, name);
        continue;
      }
      const text = environment[name];
      if (text !== undefined && text !== '') result[key] = valueLike(fallback, text);
    }
    return result;
  };
  return overlay(raw, defaults, 'PAYIN_RECON');
}

function valueLike(fallback: unknown, text: string): unknown {
  if (typeof fallback === 'number') return /^\d+$/.test(text) ? Number(text) : text;
  if (Array.isArray(fallback) && fallback.every((item) => typeof item === 'string')) return text.split(',');
  if (typeof fallback !== 'object') return text;
  try {
    return parseYaml(text);
  } catch {
    // Not YAML: the check of the whole says so with the setting's path.
    return text;
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
