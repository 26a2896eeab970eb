import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { literal } from '../../src/database/literal-query.ts';
import { typeParser } from '../../src/database/postgres-store.ts';
import { NAMED, readSql } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { STEPS } from '../../src/reconcile/steps.ts';

export interface RecordedStatement {
  /** The file below sql/, or a short description: `update order_rows`. */
  readonly name: string;
  /** The statement with its values inserted. */
  readonly text: string;
}

/** A database session that records the statements that change data. */
export interface RecordedSession extends Session {
  /** Statements that changed data, in order. */
  readonly statements: readonly RecordedStatement[];
  /** The server's current plan for a statement. */
  explain(statement: RecordedStatement): Promise<string>;
  close(): Promise<void>;
}

/** Connects to the database. Statements take effect there. Notices of the server are given as they come. */
export async function recordedSession(
  url: string,
  onNotice?: (text: string) => void,
): Promise<RecordedSession> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: typeParser } });
  await client.connect();
  client.on('notice', ({ message }) => onNotice?.(message ?? ''));
  await client.query("set timezone = 'UTC'");
  const statements: RecordedStatement[] = [];
  const query = (text: string, values: readonly unknown[] = []) => {
    const name = nameOf(text);
    if (name !== undefined) statements.push({ name, text: withValues(text, values) });
    return client.query(text, [...values]);
  };
  const loan = { query, release: () => undefined } as unknown as pg.PoolClient;
  const pool = { options: {}, connect: async () => loan, end: async () => undefined };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    begin: async (mode) => {
      await client.query(`begin ${mode}`);
    },
    script: async (text) => {
      await client.query(text);
    },
    copyIn: () => Promise.reject(new Error('this session takes no rows')),
    copyOut: () => Promise.reject(new Error('this session gives no rows')),
    statements,
    explain: async ({ text }) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    close: () => client.end(),
  };
}

/** The statements in the files of steps, but for those that fill several tables. */
const FILES = [...new Set(STEPS.flatMap(({ sql }) => sql))]
  .filter((file) => !readSql(file).includes('insert into :target'))
  .map((file) => [shapeOf(file), file] as const);

function nameOf(text: string): string | undefined {
  const file = FILES.find(([shape]) => shape.test(text))?.[1];
  const changes = /^\s*(?:with made as \()?\s*(insert into|update|delete from) "?(\w+)"?/.exec(text);
  if (file !== undefined) return /\b(insert into|update|delete from)\b/.test(text) ? file : undefined;
  return changes === null ? undefined : `${changes[1]} ${changes[2]}`;
}

/** The statement in a file as it is sent, whatever its values and parts are. */
function shapeOf(path: string): RegExp {
  const text = readSql(path)
    .replace(/^--.*$/gm, '')
    .trim();
  const between = text.split(NAMED).filter((_piece, index) => index % 2 === 0);
  const escaped = between.map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^\\s*${escaped.join('[\\s\\S]*?')}\\s*$`);
}

function withValues(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_place, number) => literal(values[Number(number) - 1]));
}
