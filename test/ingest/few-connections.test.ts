/** A server that allows the program as many connections as a run takes with its usual settings, and no more. */
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { onPostgresql } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { lines, read, write } from './reading.ts';

/** The run's own, and those of two lanes. */
const CONNECTIONS = 3;

onPostgresql('a role with few connections', (engine) => {
  it('reads several files and makes statistics of all tables', async () => {
    const { environment, open } = await engine.database();
    const owner = await open();
    const role = `payin_recon_role_${randomBytes(6).toString('hex')}`;
    await owner.session((session) =>
      session.script(`
        create role ${role} login password 'kept' connection limit ${CONNECTIONS};
        grant all on all tables in schema public to ${role};
        grant all on all sequences in schema public to ${role}`),
    );
    onTestFinished(() =>
      owner.session((session) => session.script(`drop owned by ${role}; drop role ${role}`)),
    );
    const url = new URL(environment['DATABASE_URL']!);
    [url.username, url.password] = [role, 'kept'];
    const store = await openPostgres(url.href);
    onTestFinished(() => store.close());
    const folder = temporaryFolder();
    const ofFile = (file: number) =>
      lines(...Array.from({ length: 300 }, (_, index) => payInLine({ orderNo: `FILE${file}ORDER${index}` })));
    const paths = [1, 2, 3, 4].map((file) => write(folder, `${file}.log`, ofFile(file)));
    const results = await read(store, paths);
    expect(results.map(({ accepted }) => accepted)).toEqual([300, 300, 300, 300]);
  });
});
