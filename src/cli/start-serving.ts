import { resolve } from 'node:path';
import { JOBS } from '../../jobs/all.ts';
import { checkWrites } from '../database/check-server.ts';
import { registerTsx } from '../web/register-tsx.ts';
import type { Page } from '../web/start-page.ts';
import type { Site } from '../web/visit.ts';

/**
 * Starts the page on a store that is open.
 * @throws Fault DATABASE_NOT_WRITABLE: nobody could sign in, which stores a session
 */
export async function startServing(site: Pick<Site, 'settings' | 'store' | 'log' | 'now'>): Promise<Page> {
  const { store } = site;
  await store.session((session) => checkWrites(session, store.address));
  registerTsx();
  const { startPage } = await import('../web/start-page.ts');
  const workingDirectory = process.cwd();
  return startPage({
    ...site,
    ...{ workingDirectory, jobs: JOBS, out: resolve(workingDirectory, site.settings.out) },
  });
}
