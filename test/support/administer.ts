import pg from 'pg';

/** SQLSTATE for a database that has other connections. */
const IN_USE = '55006';
const DROPS = 4;

/** Runs one statement on the server as a user who may create databases. */
export async function administer<Row = { datname: string }>(
  adminUrl: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The server's URL with another database name. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Ends all connections to a database and removes it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      // A Citus maintenance process that is just starting is not ended by this. It stops a moment later.
      if ((error as { code?: string }).code !== IN_USE || attempt === DROPS) throw error;
    }
  }
}
