import { resolve } from 'node:path';
import { JOBS } from '../../jobs/all.ts';
import { registerTsx } from '../web/register-tsx.ts';
import type { Page } from '../web/start-page.ts';
import type { Site } from '../web/visit.ts';

/** Starts the page on a store that is open. */
export async function startServing(site: Pick<Site, 'settings' | 'store' | 'log' | 'now'>): Promise<Page> {
  registerTsx();
  const { startPage } = await import('../web/start-page.ts');
  const workingDirectory = process.cwd();
  return startPage({
    ...site,
    ...{ workingDirectory, jobs: JOBS, out: resolve(workingDirectory, site.settings.out) },
  });
}
