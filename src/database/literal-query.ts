import { createQueryId, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import pg from 'pg';

/** A query as compiled by Kysely. */
export interface BuiltQuery {
  toOperationNode(): RootOperationNode;
}

/**
 * A query with its values as literals, for COPY, which takes no parameters. Each value is
 * quoted by the driver and, like a parameter, takes its type from its place.
 * @throws Error for a value without a literal: a text with a NUL, an object
 */
export function literalSql(query: BuiltQuery): string {
  return new LiteralCompiler().compileQuery(query.toOperationNode(), createQueryId()).sql;
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/** A value as an SQL literal. Throws Error where there is none. */
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
