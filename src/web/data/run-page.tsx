import { FAULTS } from '../../errors.ts';
import { faultText } from '../../texts/page/fault-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { PROBLEM_TEXTS } from '../../texts/page/problem-texts.ts';
import { RUN_TEXTS } from '../../texts/page/run-texts.ts';
import { addressWith, dateAddress, runAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { type PageRun, pageRun } from '../page-runs.ts';
import { EnglishLine } from '../parts/english-line.tsx';
import { Frame } from '../parts/frame.tsx';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { stepWords } from './run-words.ts';

/** Seconds after which the page of a run loads itself again where no script keeps it up to date. */
const AGAIN_SECONDS = 3;

interface RunProps {
  readonly visit: SignedInVisit;
  readonly run: PageRun;
}

/** A run that was started on the page. It reads nothing from the store, which may be held by the run itself. */
export const runRoute: Route = {
  method: 'GET',
  path: '/data/runs/:id',
  right: 'operations',
  handle: async (visit) => {
    const run = pageRun(visit.context.req.param('id') ?? '');
    if (run === undefined) throw new Problem('notFound');
    const texts = RUN_TEXTS[visit.language];
    return htmlPage(
      visit.context,
      <Frame
        visit={visit}
        title={texts.title(run.region, visit.formats.date(run.date))}
        {...(run.state === 'running' ? { refreshSeconds: AGAIN_SECONDS, isLive: true } : {})}
      >
        <p>
          <State visit={visit} run={run} /> <Say phrase={texts.startedBy(run.startedBy)} />
        </p>
        <p>
          <Moment at={run.startedAt} zone={zoneOf(visit.settings, run.region)} visit={visit} />
        </p>
        {run.isClosed ? <p class="notice">{texts.isClosed}</p> : null}
        <Steps visit={visit} run={run} />
        {run.state === 'done' ? <Changes visit={visit} run={run} /> : null}
        {run.state === 'failed' ? <Failure visit={visit} run={run} /> : null}
        <p>
          <a class="button quiet" href="/data">
            {texts.toData}
          </a>
        </p>
      </Frame>,
    );
  },
};

function State({ visit, run }: RunProps) {
  const colour = { running: '', done: 'good', failed: 'bad' }[run.state];
  return (
    <span class={`badge ${colour}`} role="status">
      {RUN_TEXTS[visit.language].states[run.state]}
    </span>
  );
}

/** What is done so far. While the run is in progress, a script adds to the list. */
function Steps({ visit, run }: RunProps) {
  const texts = RUN_TEXTS[visit.language];
  const events =
    run.state === 'running'
      ? addressWith(`${runAddress(run.id)}/events`, { after: String(run.steps.length) })
      : undefined;
  return (
    <>
      <h2 id="steps">{texts.steps}</h2>
      <ol aria-labelledby="steps" aria-live="polite" data-events={events}>
        <li>{texts.waiting}</li>
        {run.steps.map((step) => (
          <li>{stepWords(visit, step)}</li>
        ))}
        {run.state === 'done' ? <li>{texts.end}</li> : null}
      </ol>
    </>
  );
}

function Changes({ visit, run }: RunProps) {
  const texts = RUN_TEXTS[visit.language];
  const { columns } = FRAME_TEXTS[visit.language];
  const changed = run.publications.filter(({ state }) => state === 'new' || state === 'restored');
  return (
    <>
      <h2>{texts.changed}</h2>
      {changed.length === 0 ? <p>{texts.nothingChanged}</p> : null}
      <ScrolledTable
        label={texts.changed}
        headings={[columns.date, columns.region, numberHeading(columns.version), texts.result]}
      >
        {run.publications.map(({ date, region, version, state }) => (
          <tr>
            <th scope="row">
              <a href={dateAddress(region, date)}>
                <bdi>{visit.formats.shortDate(date)}</bdi>
              </a>
            </th>
            <td>
              <bdi>{region}</bdi>
            </td>
            <td class="number">{version === null ? '' : version}</td>
            <td>{texts.versionStates[state] ?? state}</td>
          </tr>
        ))}
      </ScrolledTable>
      <p>
        <a class="button" href={dateAddress(run.region, run.date)}>
          <Say phrase={texts.toDate(run.region, visit.formats.shortDate(run.date))} />
        </a>
      </p>
    </>
  );
}

function Failure({ visit, run }: RunProps) {
  const fault = run.fault;
  if (fault === undefined) return null;
  const known = faultText(visit.language, fault.code);
  const { title, remedy } = FAULTS[fault.code];
  return (
    <div class="notice bad" role="alert">
      <p>{RUN_TEXTS[visit.language].failed}</p>
      {known === undefined ? (
        <EnglishLine text={`${title}. ${fault.detail.remedy ?? remedy}`} />
      ) : (
        <p>
          {known.title}. {known.remedy}
        </p>
      )}
      <p class="dim">
        <Say phrase={PROBLEM_TEXTS[visit.language].code(fault.code)} />
      </p>
    </div>
  );
}
