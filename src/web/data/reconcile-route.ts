import { finalDates } from '../../books/periods/final-dates.ts';
import { chosenRegions } from '../../books/run/chosen-regions.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { formatInstant } from '../../normalise/instant.ts';
import { isDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { RUN_TEXTS } from '../../texts/page/run-texts.ts';
import { runAddress } from '../addresses.ts';
import { fieldsOf } from '../checked-form.ts';
import { newRunId, startRun } from '../page-runs.ts';
import { onceLeadingTo } from '../sent-forms.ts';
import type { Route, SignedInVisit } from '../visit.ts';
import { showData } from './data-page.tsx';
import type { Refusal } from './reconcile-form.tsx';

/** Starts a run and leads to its page. What cannot be started is answered with the form and the reason. */
export const reconcileRoute: Route = {
  method: 'POST',
  path: '/data/reconcile',
  right: 'reconcile',
  handle: async (visit) => {
    const fields = await fieldsOf(visit);
    const [region, date] = [fields.get('region') ?? '', fields.get('date') ?? ''];
    const texts = RUN_TEXTS[visit.language];
    const refuse = (text: string, status: Refusal['status']) =>
      // The links of the page that is shown again are those of its own address.
      showData({ ...visit, url: new URL('/data', visit.url) }, { text, status, region, date });
    const known = chosenRegions(visit.settings, undefined).find((name) => regionFolder(name) === region);
    if (known === undefined) return refuse(texts.refusedRegion, 400);
    if (!isDate(date)) return refuse(texts.refusedDate, 400);
    try {
      const isClosed = await isFinal(visit, date, known);
      const id = newRunId();
      const startedAt = formatInstant(visit.now());
      return await onceLeadingTo(visit, runAddress(id), () =>
        startRun(visit, { id, region, date, isClosed, startedAt }),
      );
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === 'DATE_IN_FUTURE') return refuse(texts.refusedFuture, 400);
      if (error.code === 'STORE_LOCKED') return refuse(texts.refusedLocked, 409);
      throw error;
    }
  },
};

function isFinal({ store }: SignedInVisit, date: string, region: string): Promise<boolean> {
  return readAtOnce(store, async (session) => (await finalDates(session)).isFinal(date, region));
}
