/** TLS with a real server that takes encrypted connections only, whose certificate signs itself. */
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { openSourceDatabase } from '../../src/ingest/query/source-database.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { administer } from '../support/administer.ts';
import { makeCertificate } from '../support/certificate.ts';
import { onPostgresql } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { onOwnServer } from '../support/own-server.ts';
import type { Server } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const warnings: Error[] = [];
const note = (warning: Error) => warnings.push(warning);

beforeEach(() => {
  warnings.length = 0;
  process.on('warning', note);
});
afterEach(() => {
  process.off('warning', note);
  vi.unstubAllEnvs();
});

/** A user that the server lets in with TLS only. */
async function turnTlsOn(server: Server): Promise<void> {
  const data = join(server.folder, 'data');
  const { uid, gid } = statSync(data);
  for (const file of Object.values(makeCertificate(data, 'server'))) chownSync(file, uid, gid);
  const rules = readFileSync(join(data, 'pg_hba.conf'), 'utf8');
  writeFileSync(
    join(data, 'pg_hba.conf'),
    `hostssl all recon all scram-sha-256\nhost all recon all reject\n${rules}`,
  );
  await administer(server.url, `create role recon login superuser password 'kept'`);
  await administer(server.url, 'alter system set ssl = on');
  await administer(server.url, 'select pg_reload_conf()');
}

/** Whether the connection of an address is encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  const store = await openPostgres(url);
  try {
    return await store.session(async ({ db }) => {
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
      return rows[0]!.ssl;
    });
  } finally {
    await store.close();
  }
}

onOwnServer('a server that takes encrypted connections only', (start) => {
  let server: Server;
  let certificate: string;
  const urlOf = (parameters: string, host = '127.0.0.1') => {
    const url = new URL(server.url);
    [url.username, url.password, url.hostname] = ['recon', 'kept', host];
    return `${url.href}?${parameters.replace('FILE', encodeURIComponent(certificate))}`;
  };

  beforeAll(async () => {
    server = await start();
    await turnTlsOn(server);
    certificate = join(server.folder, 'data/server.crt');
  });
  afterAll(() => server?.stop());

  it.each([
    ['sslmode=verify-full&sslrootcert=FILE', '127.0.0.1'],
    ['sslmode=require&sslrootcert=FILE', '127.0.0.1'],
    ['sslmode=no-verify', 'localhost'],
    ['uselibpqcompat=true&sslmode=require', 'localhost'],
    ['uselibpqcompat=true&sslmode=verify-ca&sslrootcert=FILE', 'localhost'],
  ])('is reached with %s by %s, without a warning', async (parameters, host) => {
    expect(await isEncrypted(urlOf(parameters, host))).toBe(true);
    expect(warnings).toEqual([]);
  });

  it.each(['PGSSLMODE', 'sslmode'])('is reached with PGSSLROOTCERT where %s asks for TLS', async (place) => {
    vi.stubEnv('PGSSLROOTCERT', certificate);
    if (place === 'PGSSLMODE') vi.stubEnv('PGSSLMODE', 'verify-full');
    expect(await isEncrypted(urlOf(place === 'sslmode' ? 'sslmode=verify-full' : ''))).toBe(true);
  });

  it('says that it has to be encrypted, in its own words', async () => {
    const { code, detail } = await faultOf(openPostgres(urlOf('')));
    expect(code).toBe('DATABASE_UNREACHABLE');
    expect(detail.found).toMatch(/^this user may not connect: pg_hba\.conf rejects .*, no encryption$/);
    expect(detail.remedy).toContain('add sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE');
  });

  it.each(['verify-full', 'require', 'verify-ca', 'prefer', 'allow'])(
    'is not believed with sslmode=%s alone, and the fault says what accepts it',
    async (mode) => {
      const { code, detail } = await faultOf(openPostgres(urlOf(`sslmode=${mode}`)));
      expect(code).toBe('DATABASE_UNREACHABLE');
      expect(detail.found).toBe(
        "the server's certificate is not accepted: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
      );
      expect(detail.remedy).toContain('in DATABASE_URL: sslmode=verify-full&sslrootcert=FILE');
      expect(detail.remedy).toContain('sslmode=no-verify');
      expect(warnings).toEqual([]);
    },
  );

  it('is not believed under a name that its certificate does not have', async () => {
    const { detail } = await faultOf(
      openPostgres(urlOf('sslmode=verify-full&sslrootcert=FILE', 'localhost')),
    );
    expect(detail.found).toMatch(/^the certificate is not issued for that host name: .*localhost/);
    expect(detail.remedy).toContain('uselibpqcompat=true&sslmode=verify-ca');
  });

  it('is out of reach with a file that has no certificate', async () => {
    const file = join(temporaryFolder(), 'client.crt');
    writeFileSync(file, 'none\n');
    const parameters = `sslmode=verify-full&sslrootcert=FILE&sslcert=${file}&sslkey=${file}`;
    const { detail } = await faultOf(openPostgres(urlOf(parameters)));
    expect(detail.found).toMatch(/^TLS failed: .* \(ERR_OSSL_/);
    expect(detail.remedy).toContain('sslrootcert, sslcert and sslkey of DATABASE_URL');
  });

  it('reads the file of a certificate again for each connection', async () => {
    const file = join(temporaryFolder(), 'root.crt');
    writeFileSync(file, readFileSync(certificate));
    const store = await openPostgres(urlOf(`sslmode=verify-full&sslrootcert=${file}`));
    try {
      rmSync(file);
      await store.session(async () => {
        const { code, detail } = await faultOf(store.apart(async () => undefined));
        expect(code).toBe('SECRET_UNAVAILABLE');
        expect(detail.where).toContain(file);
      });
    } finally {
      await store.close();
    }
  });

  it('says so also to those who wait for a connection, when all are used', async () => {
    const file = join(temporaryFolder(), 'root.crt');
    writeFileSync(file, readFileSync(certificate));
    const store = await openPostgres(urlOf(`sslmode=verify-full&sslrootcert=${file}`));
    const [opened, released, held] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    let open = 0;
    const hold = async () => {
      open += 1;
      if (open === 19) opened!.resolve();
      await released!.promise;
    };
    try {
      const first = store.apart(async (session) => {
        await session.beside!(19, hold);
        await held!.promise;
      });
      await opened!.promise;
      const waiting = faultOf(store.apart(async () => undefined));
      rmSync(file);
      released!.resolve();
      expect((await waiting).code).toBe('SECRET_UNAVAILABLE');
      held!.resolve();
      await first;
    } finally {
      await store.close();
    }
  });

  it('is read as a source, and a fault names the setting of its address', async () => {
    const query = { query: 'select 1 as "sentAt"', watermark: 'sentAt' };
    const sourceOf = (databaseUrl: string) =>
      parseSettings({ sources: [{ name: 'shop', ...query, databaseUrl }] }).sources[0]!;
    const trusted = sourceOf(urlOf('sslmode=verify-full&sslrootcert=FILE'));
    const database = await openSourceDatabase(trusted, temporaryFolder());
    expect((await database.ask('select 1 as one')).rows).toEqual([['1']]);
    await database.close();
    const { code, detail } = await faultOf(
      openSourceDatabase(sourceOf(urlOf('sslmode=require')), temporaryFolder()),
    );
    expect(code).toBe('SOURCE_UNREACHABLE');
    expect(detail.remedy).toContain('in databaseUrl: sslmode=verify-full&sslrootcert=FILE');
  });
});

onPostgresql('a server without TLS', (engine) => {
  it.each(['require', 'prefer'])('is not used with sslmode=%s, and the fault says so', async (mode) => {
    const { settings } = await engine.database();
    const { detail } = await faultOf(openPostgres(`${settings['databaseUrl']}?sslmode=${mode}`));
    expect(detail.found).toBe('the server has TLS turned off, and the address asks for it');
    expect(detail.remedy).toContain('sslmode=disable');
  });

  it('is used with sslmode=disable', async () => {
    const { settings } = await engine.database();
    expect(await isEncrypted(`${settings['databaseUrl']}?sslmode=disable`)).toBe(false);
  });
});
