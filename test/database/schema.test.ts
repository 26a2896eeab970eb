import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { onEngines } from '../support/engines.ts';
import { type ColumnFact, catalogueColumns, dumpSchema } from '../support/schema-dump.ts';

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
};

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
    expect(declaredTables(), 'make src/database/tables.ts follow sql/migrations').toEqual(inDatabase);
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
  const arrives = ARRIVES_AS[type.replace(/\(.*\)/, '')] ?? `unknown type ${type}`;
  if (identity || fallback !== null) return `Generated<${arrives}>`;
  return notNull ? arrives : `${arrives} | null`;
}

/** The tables of tables.ts with their columns, read from its text: types are gone when it runs. */
function declaredTables(): Record<string, string[]> {
  const text = readFileSync(join(packageRoot, 'src/database/tables.ts'), 'utf8');
  const interfaces = new Map<string, string[]>();
  for (const [, name, body] of text.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)) {
    const fields = body!.split('\n').filter((line) => /^ {2}\w+: /.test(line));
    interfaces.set(
      name!,
      fields.map((line) => line.trim().replace(/;$/, '')),
    );
  }
  const tables = interfaces.get('Tables')!.map((line) => line.split(': ') as [string, string]);
  // Staging tables are those of a session (sql/ingest/000_staging.sql), made like the evidence that they are for.
  const lasting = tables.filter(([table]) => !table.startsWith('stage_'));
  return Object.fromEntries(lasting.map(([table, type]) => [table, interfaces.get(type)!]));
}
