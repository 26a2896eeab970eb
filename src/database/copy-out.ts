import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BuiltQuery, literalSql } from './literal-query.ts';
import type { CopiedRows } from './store.ts';

/** Starts COPY … TO STDOUT of a query on a connection; see Session.copyOut. */
export async function copyOut(client: pg.ClientBase, query: BuiltQuery): Promise<CopiedRows> {
  const text = literalSql(query);
  const described = await client.query(`select * from (${text}) as described limit 0`);
  return {
    fields: described.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    chunks: () => chunksOf(client, `copy (${text}) to stdout (format binary)`),
  };
}

async function* chunksOf(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(statement));
  let failed = false;
  stream.once('error', () => {
    failed = true;
  });
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    // After an early stop the rest is read and discarded, so that the connection is free for the next statement.
    if (!failed && !stream.readableEnded) await finished(stream.resume()).catch(() => undefined);
  }
}
