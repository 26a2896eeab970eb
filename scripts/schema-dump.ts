import { CompiledQuery } from 'kysely';
import type { Session } from '../src/database/store.ts';

const HEADER = `-- Purpose: the layout that sql/migrations come to, for reading. Made by \`npm run generate\` from the database's own
--          catalogue; a test holds it against both engines.
-- Grain:   one statement per table in the order of their names, with its keys and checks, then its indexes; then views.
-- Parameters: none
`;

export interface ColumnFact {
  readonly table: string;
  readonly column: string;
  /** In PostgreSQL's spelling: `bigint`, `numeric(38,0)`. */
  readonly type: string;
  readonly collation: string | null;
  readonly notNull: boolean;
  readonly identity: boolean;
  readonly default: string | null;
}

interface TableFact {
  readonly name: string;
  readonly unlogged: boolean;
}

/** A part of a table that the catalogue returns as a definition: a constraint or an index. */
interface PartFact {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const TABLES = `
  select relname as name, relpersistence = 'u' as unlogged
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by relname collate "C"`;

const columnsOf = (kinds: string) => `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
         case when a.attcollation <> t.typcollation then l.collname end as collation,
         a.attnotnull as "notNull", a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as "default"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in (${kinds}) and a.attnum > 0
    and not a.attisdropped
  order by c.relname collate "C", a.attnum`;

// Since PostgreSQL 18, not null is a constraint too (contype n); the columns already show it.
const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid, true) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype <> 'n'
  order by c.relname collate "C", position(k.contype in 'pufcx'), k.conname collate "C"`;

const INDEXES = `
  select c.relname as "table", i.relname as name, pg_get_indexdef(i.oid) as definition
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C", i.relname collate "C"`;

/** The columns of all tables, in their order. */
export function catalogueColumns(session: Session): Promise<ColumnFact[]> {
  return rowsOf<ColumnFact>(session, columnsOf(`'r', 'p'`));
}

/** The columns of all views, in their order. The catalogue does not know whether they can be null. */
export function catalogueViews(session: Session): Promise<ColumnFact[]> {
  return rowsOf<ColumnFact>(session, columnsOf(`'v'`));
}

/** All tables as SQL statements. The same schema gives the same text on every engine. */
export async function dumpSchema(session: Session): Promise<string> {
  const tables = await rowsOf<TableFact>(session, TABLES);
  const columns = await catalogueColumns(session);
  const constraints = await rowsOf<PartFact>(session, CONSTRAINTS);
  const indexes = await rowsOf<PartFact>(session, INDEXES);
  const statements = tables.map((table) => {
    const ofTable = (fact: { readonly table: string }) => fact.table === table.name;
    const lines = [
      ...columns.filter(ofTable).map(columnText),
      ...constraints.filter(ofTable).map((part) => `constraint ${part.name} ${lowered(part.definition)}`),
    ];
    const create = `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (\n  ${lines.join(',\n  ')}\n);\n`;
    const made = indexes.filter(ofTable).map((part) => `${lowered(part.definition)};\n`);
    return [create, ...made].join('\n');
  });
  return [HEADER, ...statements, viewsText(await catalogueViews(session))].join('\n');
}

/** Views as comments: engines differ in how they spell the query of one. */
function viewsText(columns: readonly ColumnFact[]): string {
  const views = [...new Set(columns.map(({ table }) => table))].map((view) => {
    const own = columns.filter(({ table }) => table === view).map((column) => `--   ${columnText(column)}`);
    return [`-- view ${view} (sql/migrations has its query):`, ...own].join('\n');
  });
  return `${views.join('\n\n')}\n`;
}

function columnText(column: ColumnFact): string {
  const parts = [column.column, column.type];
  if (column.collation !== null) parts.push(`collate "${column.collation}"`);
  if (column.notNull) parts.push('not null');
  if (column.identity) parts.push('generated always as identity');
  if (column.default !== null) parts.push(`default ${column.default}`);
  return parts.join(' ');
}

/** Keywords in lower case and names without their schema. Text in quotes is unchanged. */
function lowered(definition: string): string {
  return definition.replace(/"[^"]*"|'[^']*'|\b[A-Z]{2,}\b|\bpublic\./g, (part) => {
    if (part.startsWith('"') || part.startsWith("'")) return part;
    return part === 'public.' ? '' : part.toLowerCase();
  });
}

async function rowsOf<Row>(session: Session, statement: string): Promise<Row[]> {
  return (await session.db.executeQuery<Row>(CompiledQuery.raw(statement))).rows;
}
