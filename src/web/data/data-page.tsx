import { may } from '../../access/account.ts';
import { pageSources, readReach } from '../../books/shown/read-data.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { jobOutlooks } from '../../operations/schedule/job-outlook.ts';
import { jobPlans } from '../../operations/schedule/plans.ts';
import { DATA_TEXTS } from '../../texts/page/data-texts.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { CoverageTable } from './coverage-table.tsx';
import { JobTable } from './job-table.tsx';
import { ReconcileForm, type Refusal } from './reconcile-form.tsx';
import { SourceTable } from './source-table.tsx';

/** Sources of a page of the list. */
const PAGE_ROWS = 50;

export const dataRoute: Route = {
  method: 'GET',
  path: '/data',
  right: 'operations',
  handle: (visit) => showData(visit, undefined),
};

/**
 * The page of what was read: how far it reaches, jobs, sources, and the form that reconciles a date again.
 * @param refusal why the form that was sent was refused
 */
export async function showData(visit: SignedInVisit, refusal: Refusal | undefined): Promise<Response> {
  const { store, settings, jobs, now, context, account } = visit;
  const { merchants } = account;
  const after = context.req.query('after');
  const { coverage, outlooks, sources } = await readAtOnce(store, async (session) => ({
    coverage: await readReach(session),
    outlooks: await jobOutlooks(session, jobPlans(jobs, settings), now()),
    sources: await pageSources(session, { limit: PAGE_ROWS, merchants, after }),
  }));
  return htmlPage(
    context,
    <Frame visit={visit} title={DATA_TEXTS[visit.language].title}>
      {may(account, 'reconcile') && visit.formToken !== undefined ? (
        <ReconcileForm visit={visit} refusal={refusal} />
      ) : null}
      <CoverageTable visit={visit} coverage={coverage} />
      <JobTable visit={visit} outlooks={outlooks} />
      <SourceTable visit={visit} sources={sources.rows} next={sources.nextCursor} />
    </Frame>,
    refusal?.status ?? 200,
  );
}
