import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { type ColumnFact, catalogueColumns, catalogueViews, dumpSchema } from '../../scripts/schema-dump.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { NAMED, readSql } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { filesBelow, readCode } from '../support/code-files.ts';
import { onEngines } from '../support/engines.ts';

/** How a column's type arrives in the program, on both engines. */
const ARRIVES_AS: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  bigint: 'string',
  numeric: 'string',
  'timestamp with time zone': 'string',
  integer: 'number',
  boolean: 'boolean',
  jsonb: 'unknown',
  'text[]': 'string[]',
  'integer[]': 'number[]',
};

const ROW_TYPES = rowTypes();

/** All but payment_rows and payments_by_date show what finished runs wrote. */
const VIEWS = [
  'finding_results',
  'order_results',
  'payment_results',
  'payment_rows',
  'payments_by_date',
  'statement_results',
];

/** Known to migrate.ts alone. */
const WITHOUT_TYPE = ['migrations'];

onEngines('the layout', (engine) => {
  it('is that of sql/schema.sql', async () => {
    const store = await engine.emptied();
    const kept = readFileSync(join(packageRoot, 'sql/schema.sql'), 'utf8');
    expect(await store.session(dumpSchema), 'run npm run generate').toBe(kept);
  });

  it('is what src/database/tables.ts says, column by column', async () => {
    const store = await engine.emptied();
    const columns = await store.session(catalogueColumns);
    const inDatabase: Record<string, string[]> = {};
    for (const column of columns) {
      if (WITHOUT_TYPE.includes(column.table)) continue;
      inDatabase[column.table] ??= [];
      inDatabase[column.table]!.push(`${column.column}: ${typeOf(column)}`);
    }
    const declared = declaredTables();
    for (const view of VIEWS) delete declared[view];
    expect(declared, 'make src/database/tables.ts follow sql/migrations').toEqual(inDatabase);
  });

  it('of views is what src/database/tables.ts says, column by column', async () => {
    const store = await engine.emptied();
    const columns = await store.session(catalogueViews);
    const declared = declaredTables();
    expect([...new Set(columns.map(({ table }) => table))]).toEqual(VIEWS);
    for (const view of VIEWS)
      expect(
        columns
          .filter(({ table }) => table === view)
          .map(({ column, type }) => `${column}: ${arrivesAs(type)}`),
        view,
      ).toEqual(declared[view]!.map(withoutNull));
  });

  it('of the staging tables of a session is what src/database/tables.ts says', async () => {
    const store = await engine.emptied();
    const found = await store.session(async (session) => {
      for (const file of ['000_staging', '005_staged_rows'])
        await session.script(readSql(`ingest/${file}.sql`));
      return columnsOf(session, 'pg_my_temp_schema()');
    });
    const declared = Object.fromEntries(
      Object.entries(declaredTables('stage_')).map(([table, fields]) => [table, fields.map(withoutNull)]),
    );
    expect(Object.keys(declared).length).toBeGreaterThan(3);
    expect(found, 'make src/database/tables.ts follow sql/ingest').toEqual(declared);
  });

  it.each(ROW_TYPES)('of the rows of sql/$file is what $path says', async ({ file, fields }) => {
    const store = await engine.emptied();
    const statement = readSql(file)
      .replace(/^--.*$/gm, '')
      .replace(NAMED, 'null');
    const { rows } = await store.session(async (session) => {
      await session.script(`create temporary view rows as ${statement}`);
      const columns = await columnsOf(session, 'pg_my_temp_schema()');
      await session.script('drop view rows');
      return columns;
    });
    expect(rows!.toSorted()).toEqual(fields.map(withoutNull).toSorted());
  });

  it('compares all text by bytes, so that no order depends on a language', async () => {
    const store = await engine.emptied();
    const columns = await store.session(catalogueColumns);
    const others = columns.filter(({ type, collation }) => type === 'text' && collation !== 'C');
    expect(
      others.map(({ table, column }) => `${table}.${column}`).filter((name) => name !== 'migrations.sha256'),
      'add collate "C" to the column',
    ).toEqual([]);
  });
});

function typeOf({ type, notNull, identity, default: fallback }: ColumnFact): string {
  const arrives = arrivesAs(type);
  if (identity || fallback !== null) return `Generated<${arrives}>`;
  return notNull ? arrives : `${arrives} | null`;
}

/** Tables and views of a schema with their columns in order, by name and type. */
async function columnsOf(session: Session, schema: string): Promise<Record<string, string[]>> {
  const { rows } = await session.db.executeQuery<{ table: string; column: string; type: string }>(
    CompiledQuery.raw(`
      select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = ${schema} and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`),
  );
  const found: Record<string, string[]> = {};
  for (const { table, column, type } of rows) {
    found[table] ??= [];
    found[table]!.push(`${column}: ${arrivesAs(type)}`);
  }
  return found;
}

function arrivesAs(type: string): string {
  return ARRIVES_AS[type.replace(/\(.*\)/, '')] ?? `unknown type ${type}`;
}

/** A column as a view or a temporary table has it, which do not say whether it can be null. */
function withoutNull(field: string): string {
  const plain = field
    .replace(/Generated<(.*)>/, '$1')
    .replace(' | null', '')
    .replace(': readonly ', ': ');
  // A few values that are known are texts.
  return plain.replace(/: '.*'$/, ': string');
}

/** A file below sql/ whose rows the program reads, and what the program says of them. */
interface RowType {
  readonly file: string;
  /** Where it says so. */
  readonly path: string;
  /** `name: type` */
  readonly fields: readonly string[];
}

/** What the program says of rows, where it names the file and the type of its rows beside each other. */
function rowTypes(): RowType[] {
  const types = filesBelow('src', /\.ts$/).flatMap((path) => {
    const text = readCode(path);
    const calls = text.matchAll(/runSqlFile<(\w+|\{[^}]*\})>\(\s*session,\s*'([^']+)'/g);
    return [...calls].flatMap(([, type, file]) => {
      const body = type!.startsWith('{')
        ? type
        : new RegExp(`interface ${type} (\\{[^}]*\\})`).exec(text)?.[1];
      if (body === undefined) return [];
      const fields = [...body.matchAll(/(?:readonly )?(\w+): ([^;}]+?) *(?=[;}])/g)];
      return [{ file: file!, path, fields: fields.map(([, name, of]) => `${name}: ${of}`) }];
    });
  });
  // What spreads tables is understood by a cluster only.
  return types.filter(({ file }) => !file.startsWith('distribute/'));
}

/** The tables of tables.ts with their columns, read from its text: types are gone when it runs. */
function declaredTables(prefix = ''): Record<string, string[]> {
  const text = readFileSync(join(packageRoot, 'src/database/tables.ts'), 'utf8');
  const interfaces = new Map<string, string[]>();
  for (const [, name, base, body] of text.matchAll(/interface (\w+)(?: extends (\w+))? \{\n([^}]*)\}/g)) {
    const fields = body!.split('\n').filter((line) => /^ {2}\w+: /.test(line));
    const inherited = base === undefined ? [] : interfaces.get(base)!;
    interfaces.set(name!, [...inherited, ...fields.map((line) => line.trim().replace(/;$/, ''))]);
  }
  const tables = interfaces.get('Tables')!.map((line) => line.split(': ') as [string, string]);
  // Staging tables are those of a session (sql/ingest/000_staging.sql), made like the evidence that they are for.
  const wanted = tables.filter(([table]) =>
    prefix === '' ? !table.startsWith('stage_') : table.startsWith(prefix),
  );
  return Object.fromEntries(wanted.map(([table, type]) => [table, interfaces.get(type)!]));
}
