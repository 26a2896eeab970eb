/** Databases of any name, and passwords of ~/.pgpass. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { openSourceDatabase } from '../../src/ingest/query/source-database.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { administer, databaseUrl, dropDatabase } from '../support/administer.ts';
import { onPostgresql } from '../support/engines.ts';
import { onOwnServer } from '../support/own-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** The name of the database that the store and a source of an address are connected to. */
async function databasesOf(url: string): Promise<unknown[]> {
  const store = await openPostgres(url);
  onTestFinished(() => store.close());
  const said = await store.session(({ db }) =>
    sql<{ name: string }>`select current_database() as name`.execute(db),
  );
  const [source] = parseSettings({
    sources: [{ name: 'shop', query: 'select 1 as id', watermark: 'id', databaseUrl: url }],
  }).sources;
  const database = await openSourceDatabase(source!, temporaryFolder());
  const asked = await database.ask('select current_database()');
  await database.close();
  return [said.rows[0]!.name, asked.rows[0]![0]];
}

onPostgresql('the name of a database', (_engine) => {
  it.each(['fin@recon', 'a/b', 'a?b#c', '100%', 'a b', 'é', '%40'])('may be %s', async (end) => {
    const { adminUrl } = inject('templates').postgresql!;
    const name = `payin_recon_${randomBytes(4).toString('hex')}_${end}`;
    await administer(adminUrl, `create database "${name}" template template0 encoding 'UTF8'`);
    onTestFinished(() => dropDatabase(adminUrl, `"${name}"`));
    expect(await databasesOf(databaseUrl(adminUrl, encodeURIComponent(name)))).toEqual([name, name]);
  });
});

onPostgresql('the password of a file as PGPASSFILE names it', (_engine) => {
  it('is used by the store and by sources, without a warning', async () => {
    const url = new URL(inject('templates').postgresql!.adminUrl);
    const file = join(temporaryFolder(), 'pgpass');
    const line = [url.hostname, url.port, '*', url.username, decodeURIComponent(url.password)].join(':');
    writeFileSync(file, `${line}\n`, { mode: 0o600 });
    vi.stubEnv('PGPASSFILE', file);
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    url.password = '';
    const name = url.pathname.slice(1);
    expect(await databasesOf(url.href)).toEqual([name, name]);
    expect(warnings).toEqual([]);
  });

  it('is not used where the address has one', async () => {
    const url = new URL(inject('templates').postgresql!.adminUrl);
    const file = join(temporaryFolder(), 'pgpass');
    writeFileSync(file, `*:*:*:*:wrong\n`, { mode: 0o600 });
    vi.stubEnv('PGPASSFILE', file);
    expect(await databasesOf(url.href)).toHaveLength(2);
    vi.stubEnv('PGPASSWORD', decodeURIComponent(url.password));
    url.password = '';
    expect(await databasesOf(url.href)).toHaveLength(2);
  });
});

onOwnServer('a server on a socket', (start) => {
  it('is reached by the form of its address that names a user and no host', async () => {
    const server = await start({ unix_socket_directories: '/tmp' });
    onTestFinished(() => server.stop());
    const { username, password, port } = new URL(server.url);
    const ofSocket = `postgresql://${username}:${password}@/postgres?host=/tmp&port=${port}`;
    expect(await databasesOf(ofSocket)).toEqual(['postgres', 'postgres']);
  });
});
