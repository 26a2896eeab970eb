import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { unitOf } from '../../../reports/columns.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { duckdb } from '../../support/duckdb.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import {
  bytesBelow,
  DATE,
  filesBelow,
  instant,
  MORNING,
  publish,
  readCsv,
  SETTINGS,
  sha256Of,
} from '../books.ts';
import { type PublishedDay, publishDay } from '../simulated-day.ts';
import { datapackageMistakes } from './mistakes.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description: string;
  readonly unit: string;
  readonly example: string;
}

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly schema: {
    readonly fields: readonly Field[];
    readonly primaryKey?: readonly string[];
    readonly foreignKeys?: ReadonlyArray<{
      readonly fields: readonly string[];
      readonly reference: { readonly resource: string; readonly fields: readonly string[] };
    }>;
  };
}

const REGIONS = ['BR', 'EG', 'other'];
/** Types of DuckDB that refuse what is not of the type. */
const SQL_TYPES: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  date: 'DATE',
  integer: 'BIGINT',
  number: 'DECIMAL(23, 4)',
  datetime: 'TIMESTAMPTZ',
};

function packageIn(folder: string): { readonly name: string; readonly resources: readonly Resource[] } {
  return JSON.parse(readFileSync(join(folder, 'datapackage.json'), 'utf8'));
}

const valuesOf = (row: Readonly<Record<string, string>>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => row[name]));

onEngines('datapackage.json', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });
  const folderOf = (region: string) => join(day.out, DATE, region, 'v1');

  it.each(REGIONS)('is a Data Package of the files of its version: %s', (region) => {
    const content = packageIn(folderOf(region));
    expect(datapackageMistakes(content)).toEqual([]);
    expect(content).toMatchObject({ name: `payin-recon-${DATE}-${region.toLowerCase()}`, version: '1' });
    expect(content.resources.map(({ name }) => name)).toEqual(PLAIN_REPORTS.map(({ name }) => name));
    for (const { path } of content.resources)
      expect(existsSync(join(folderOf(region), path)), path).toBe(true);
    const { datapackage } = JSON.parse(readFileSync(join(folderOf(region), 'manifest.json'), 'utf8'));
    const text = readFileSync(join(folderOf(region), 'datapackage.json'));
    expect(datapackage).toEqual({ name: 'datapackage.json', bytes: text.length, sha256: sha256Of(text) });
  });

  it('has every column with its type, unit, meaning and example', () => {
    for (const resource of packageIn(folderOf('BR')).resources) {
      const report = PLAIN_REPORTS.find(({ name }) => name === resource.name)!;
      expect(resource.schema.fields).toMatchObject(
        report.columns.map((column) => ({
          name: column.name,
          description: column.meaning,
          unit: unitOf(column),
          example: column.example,
        })),
      );
      for (const { name, example, type } of resource.schema.fields) {
        expect(example, name).toMatch(EXAMPLE_OF[type]!);
      }
    }
  });

  it.each(PLAIN_REPORTS)('has types by which every row can be read: $name', async ({ name }) => {
    for (const region of REGIONS) {
      const resource = packageIn(folderOf(region)).resources.find((one) => one.name === name)!;
      const path = join(folderOf(region), resource.path);
      const columns = resource.schema.fields.map((field) => `'${field.name}': '${SQL_TYPES[field.type]}'`);
      // The hash reads every cell.
      const [count] = await duckdb(
        `select count(*)::integer as rows from read_csv('${path}', header = true, columns = {${columns.join(', ')}}) r
         where hash(r) is not null`,
      );
      expect(count, `${region} ${name}`).toEqual({ rows: readCsv(path).length });
    }
  });

  it('names keys that hold', () => {
    let keys = 0;
    for (const folder of REGIONS.map(folderOf)) {
      const { resources } = packageIn(folder);
      const rowsOf = (name: string) => readCsv(join(folder, `${name}.csv`));
      for (const { name, schema } of resources) {
        const rows = rowsOf(name);
        const { primaryKey, foreignKeys = [] } = schema;
        if (primaryKey !== undefined) {
          const found = rows.map((row) => valuesOf(row, primaryKey));
          expect(new Set(found).size, name).toBe(rows.length);
          for (const row of rows) for (const column of primaryKey) expect(row[column], name).not.toBe('');
          keys += rows.length;
        }
        for (const { fields, reference } of foreignKeys) {
          const there = new Set(rowsOf(reference.resource).map((row) => valuesOf(row, reference.fields)));
          for (const row of rows) expect(there.has(valuesOf(row, fields)), name).toBe(true);
          keys += rows.length;
        }
      }
    }
    expect(keys).toBeGreaterThan(500);
  });

  it.each([
    ['excel-br', 'csv', { name: 'paid_amount', type: 'number', decimalChar: ',' }],
    ['excel-eg', 'csv', { name: 'business_date', type: 'date', format: '%d/%m/%Y' }],
    ['standard', 'xlsx', { name: 'trade_no', type: 'string' }],
    ['standard', 'parquet', { name: 'paid_at_local', type: 'string' }],
  ] as const)('describes the form of the version: %s, %s', async (profileName, format, field) => {
    const at = instant(MORNING);
    const settings = parseSettings({ export: { profile: profileName, format } });
    const preview = join(day.folder, `${profileName}-${format}`);
    const request = { dates: [DATE], region: 'BR', asOf: at, startedAt: at, out: preview, preview: true };
    await reconcileDates(day.store, settings, request);
    const content = packageIn(join(preview, DATE, 'BR'));
    expect(datapackageMistakes(content)).toEqual([]);
    expect(content).not.toHaveProperty('version');
    expect(content.resources[0]).toMatchObject({ path: `orders.${format}`, format });
    expect(content.resources[0]!.schema.fields).toContainEqual(expect.objectContaining(field));
  });

  describe('of a version', () => {
    const deviations = async () =>
      deviationsOf(await verify(day.store, SETTINGS, { dates: [DATE], out: day.out }));
    const path = () => join(folderOf('BR'), 'datapackage.json');

    it('is verified', async () => {
      expect(await deviations()).toEqual([]);
      const text = readFileSync(path(), 'utf8');
      writeFileSync(path(), text.replace('"type": "string"', '"type": "number"'));
      const where = `${DATE}/BR/v1/datapackage.json`;
      expect((await deviations()).map((one) => [one.where, one.what])).toEqual([
        [where, 'SHA-256, by the manifest'],
      ]);
      rmSync(path());
      expect(await deviations()).toMatchObject([{ where, what: 'the file', actual: 'no such file' }]);
      writeFileSync(path(), text);
      expect(await deviations()).toEqual([]);
    });

    it('of an earlier program does not exist, and that version is written again without it', async () => {
      await day.store.session(({ db }) => sql`update versions set schema = 2`.execute(db));
      rmSync(join(day.out, DATE), { recursive: true });
      await publish(day.store, day.out);
      expect(filesBelow(day.out).filter((name) => name.endsWith('datapackage.json'))).toEqual([]);
      const manifest = JSON.parse(readFileSync(join(folderOf('BR'), 'manifest.json'), 'utf8'));
      expect([manifest.schema, 'datapackage' in manifest]).toEqual([2, false]);
      expect(await deviations()).toEqual([]);
      const before = bytesBelow(day.out);
      writeFileSync(path(), '{}');
      expect(await deviations()).toMatchObject([{ what: 'a file too many' }]);
      rmSync(folderOf('BR'), { recursive: true });
      await publish(day.store, day.out);
      expect(bytesBelow(day.out)).toEqual(before);
      expect(existsSync(path())).toBe(false);
    });
  });
});

/** What a field's example looks like, by its type. */
const EXAMPLE_OF: Readonly<Record<string, RegExp>> = {
  string: /\S/,
  date: /^\d{4}-\d\d-\d\d$/,
  integer: /^-?\d+$/,
  number: /^-?\d+\.\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/,
};
