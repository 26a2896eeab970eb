import pg from 'pg';

/** SQLSTATE of a database that others are connected to. */
const IN_USE = '55006';
const DROPS = 4;

/** Runs one statement on the server as the user who may create databases. */
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

/** The server's URL with another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Ends what is connected to a database and removes it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      // A maintenance process of Citus that has just begun to start is not ended by it, and is over a moment later.
      if ((error as { code?: string }).code !== IN_USE || attempt === DROPS) throw error;
    }
  }
}
