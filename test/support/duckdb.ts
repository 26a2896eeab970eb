import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';

/** The rows of a query by DuckDB as it is without settings, each column by its name. */
export async function duckdb(query: string): Promise<Array<Record<string, DuckDBValue>>> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(query)).getRowObjects();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The types that DuckDB gives the columns of a file, by their names. */
export async function duckdbTypes(path: string): Promise<Record<string, unknown>> {
  const rows = await duckdb(`describe select * from '${path}'`);
  return Object.fromEntries(rows.map(({ column_name, column_type }) => [column_name, column_type]));
}
