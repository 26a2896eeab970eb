/** Holds the lock of a store on a server in a statement of an hour, and says so. Parameter: the database's URL. */
import { sql } from 'kysely';
import { openPostgres } from '../../../src/database/postgres-store.ts';

const store = await openPostgres(process.argv[2]!);
await store.exclusively(() =>
  store.session(({ db }) => {
    process.stdout.write('held\n');
    return sql`select pg_sleep(3600)`.execute(db);
  }),
);
