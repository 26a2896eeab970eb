import { createQueryId, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import pg from 'pg';

/** A query as Kysely builds it. */
export interface BuiltQuery {
  toOperationNode(): RootOperationNode;
}

/**
 * A query with its values written into it as literals, for the one statement that takes no parameters: COPY. Each is
 * quoted by the driver and has, as a parameter, no type but the one that its place gives it.
 * @throws Error for a value that has no literal: a text with a NUL, an object
 */
export function literalSql(query: BuiltQuery): string {
  return new LiteralCompiler().compileQuery(query.toOperationNode(), createQueryId()).sql;
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/** A value as SQL. Throws Error where it has no literal. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) {
    throw new Error(`a value of type ${typeof value} has no literal`);
  }
  const text = String(value);
  if (text.includes('\0')) throw new Error('a text with a NUL has no literal');
  return pg.escapeLiteral(text);
}
