/** What who is refused a lock reads of the one that has it. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { keepFromLoading, LOCKS, shareLoading } from '../../src/database/locks.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { ended, start } from '../cli/command.ts';
import { onPostgresql } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { makeRole } from '../support/role.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const OWN = `held by payin-recon, process ${process.pid}`;
const SINCE = /connected since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/;

async function processOf(store: Store): Promise<number> {
  const { rows } = await store.session(({ db }) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db),
  );
  return rows[0]!.pid;
}

const within = <T>(store: Store, work: (session: Session) => Promise<T>) =>
  store.apart((session) => transaction(session, () => work(session)));

onPostgresql('a lock that another has', (engine) => {
  it('is refused with its name, process and time of connection in UTC', async () => {
    const database = await engine.database();
    const [first, second] = [await database.open(), await database.open()];
    await first.exclusively(async () => {
      const { detail } = await faultOf(second.exclusively(async () => undefined));
      const found = String(detail.found);
      expect(found).toContain(OWN);
      expect(found).toMatch(SINCE);
      expect(found).toContain(`server process ${await processOf(first)}`);
    });
  });

  it('is refused with what is being done, and how many do it', async () => {
    const store = await engine.open();
    await within(store, async (session) => {
      await shareLoading(session, 'here');
      await within(store, async (other) => {
        await shareLoading(other, 'here');
        const { detail } = await faultOf(within(store, (third) => keepFromLoading(third, 'here')));
        expect(detail.found).toEqual([
          'an ingest is reading logs into it',
          expect.stringMatching(`^${OWN}, .*, and by 1 more$`),
        ]);
      });
    });
    await within(store, async (session) => {
      await keepFromLoading(session, 'here');
      const { detail } = await faultOf(within(store, (other) => shareLoading(other, 'here')));
      expect(detail.found).toEqual([
        'stored records are being changed or removed',
        expect.stringContaining(OWN),
      ]);
    });
  });

  it('is refused to a user who may not see the sessions of others', async () => {
    const database = await engine.database();
    const first = await database.open();
    const { url } = await makeRole(database.settings['databaseUrl']!);
    const second = await openPostgres(url);
    onTestFinished(() => second.close());
    await first.exclusively(async () => {
      const { detail } = await faultOf(second.exclusively(async () => undefined));
      expect(detail.found).toEqual([`${OWN}, server process ${await processOf(first)}`]);
    });
  });
});

onPostgresql('a command', (engine) => {
  it('is named to the server, without what may be secret', async () => {
    const database = await engine.database();
    const store = await database.open();
    const url = database.settings['databaseUrl']!;
    await within(store, async ({ db }) => {
      await sql`select pg_advisory_xact_lock(${LOCKS.migrations}::bigint)`.execute(db);
      const command = start(['findings', 'list', '--database-url', url], { cwd: temporaryFolder() });
      const end = ended(command);
      // One transaction sees the same sessions until it ends.
      const names = async () => {
        const { rows } = await store.apart((other) =>
          sql<{ name: string }>`
            select application_name as name from pg_stat_activity
            where datname = current_database() and application_name like '%findings%'`.execute(other.db),
        );
        return rows.map(({ name }) => name);
      };
      await until(async () => (await names()).length > 0);
      expect(await names()).toEqual([`payin-recon findings list, process ${command.pid}`]);
      command.kill('SIGTERM');
      await end;
    });
  });
});
