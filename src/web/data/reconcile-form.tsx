import { chosenRegions } from '../../books/run/chosen-regions.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { RUN_TEXTS } from '../../texts/page/run-texts.ts';
import { runAddress } from '../addresses.ts';
import { pageRuns } from '../page-runs.ts';
import { Form } from '../parts/form.tsx';
import type { SignedInVisit } from '../visit.ts';
import { RegionName } from './coverage-table.tsx';

/** Why a run was not started, and what was asked for. */
export interface Refusal {
  readonly text: string;
  readonly status: 400 | 409;
  readonly region: string;
  readonly date: string;
}

interface ReconcileFormProps {
  readonly visit: SignedInVisit;
  readonly refusal: Refusal | undefined;
}

const MOST_LISTED = 5;

/** The form that reconciles a date again, and the runs that were started by it. */
export function ReconcileForm({ visit, refusal }: ReconcileFormProps) {
  const texts = RUN_TEXTS[visit.language];
  const regions = chosenRegions(visit.settings, undefined).map(regionFolder);
  return (
    <section>
      <h2 id="reconcile">{texts.heading}</h2>
      <p id="reconcile-hint">
        {texts.hint} {texts.closedHint}
      </p>
      {refusal === undefined ? null : <Refused visit={visit} refusal={refusal} />}
      <Form visit={visit} action="/data/reconcile" class="filters">
        <div class="field">
          <label for="run-region">{texts.region}</label>
          <select id="run-region" name="region">
            {regions.map((region) => (
              <option value={region} selected={region === refusal?.region}>
                <RegionName visit={visit} region={region} />
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="run-date">{texts.date}</label>
          <input
            id="run-date"
            type="date"
            name="date"
            value={refusal?.date}
            required
            aria-describedby="reconcile-hint"
          />
        </div>
        <button type="submit">{texts.button}</button>
      </Form>
      <StartedRuns visit={visit} />
    </section>
  );
}

function Refused({ visit, refusal }: { readonly visit: SignedInVisit; readonly refusal: Refusal }) {
  const texts = RUN_TEXTS[visit.language];
  const running = pageRuns().find(({ state }) => state === 'running');
  return (
    <p class="notice warn" role="alert">
      {refusal.text}{' '}
      {refusal.status !== 409 || running === undefined ? null : (
        <a href={runAddress(running.id)}>{texts.theRun}</a>
      )}
    </p>
  );
}

function StartedRuns({ visit }: { readonly visit: SignedInVisit }) {
  const texts = RUN_TEXTS[visit.language];
  const runs = pageRuns().slice(0, MOST_LISTED);
  if (runs.length === 0) return null;
  return (
    <>
      <h3>{texts.started}</h3>
      <ul>
        {runs.map(({ id, region, date, state }) => (
          <li>
            <a href={runAddress(id)}>{texts.title(region, visit.formats.shortDate(date))}</a>{' '}
            <span class="badge">{texts.states[state]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
