import { formatInstant, instantOfText, secondsBetween } from '../../normalise/instant.ts';
import type { JobOutlook } from '../../operations/schedule/job-outlook.ts';
import { ALL_REGIONS } from '../../operations/schedule/job-run.ts';
import { DATA_TEXTS } from '../../texts/page/data-texts.ts';
import { momentPhrase } from '../orders/story-words.ts';
import { durationWords } from '../parts/duration-words.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import { RegionName } from './coverage-table.tsx';

interface JobProps {
  readonly visit: Visit;
  readonly outlook: JobOutlook;
}

/** The scheduled jobs: when each ran last and how that ended, and when it runs next. */
export function JobTable({
  visit,
  outlooks,
}: {
  readonly visit: Visit;
  readonly outlooks: readonly JobOutlook[];
}) {
  const texts = DATA_TEXTS[visit.language];
  return (
    <section>
      <h2 id="jobs">{texts.jobs}</h2>
      {outlooks.length === 0 ? (
        <p>{texts.noJobs}</p>
      ) : (
        <ScrolledTable
          label={texts.jobs}
          headings={[texts.job, texts.last, texts.took, texts.outcome, texts.open, texts.next, texts.due]}
        >
          {outlooks.map((outlook) => (
            <JobRow visit={visit} outlook={outlook} />
          ))}
        </ScrolledTable>
      )}
    </section>
  );
}

function JobRow({ visit, outlook: { plan, last, waiting, failing, retryAt, next } }: JobProps) {
  const texts = DATA_TEXTS[visit.language];
  const { count } = visit.formats;
  return (
    <tr>
      <th scope="row">
        <Identifier text={plan.job} />{' '}
        <span class="dim">
          {plan.region === ALL_REGIONS ? texts.allRegions : <RegionName visit={visit} region={plan.region} />}
        </span>
      </th>
      <td>
        {last === undefined ? texts.never : <Moment at={last.startedAt} zone={plan.zone} visit={visit} />}
      </td>
      <td>{last?.endedAt == null ? '' : tookWords(visit, last.startedAt, last.endedAt)}</td>
      <td>{last === undefined ? '' : <LastOutcome visit={visit} last={last} />}</td>
      <td>
        {waiting === 0 ? null : (
          <div>
            <Say phrase={texts.waiting(count(waiting))} />
          </div>
        )}
        {failing === 0 ? null : (
          <strong>
            <Say
              phrase={texts.failing(
                count(failing),
                retryAt === null ? [texts.noRetry] : momentPhrase(visit, retryAt, plan.zone),
              )}
            />
          </strong>
        )}
      </td>
      <td>
        {next === undefined ? (
          texts.never
        ) : (
          <Moment at={formatInstant(next)} zone={plan.zone} visit={visit} />
        )}
      </td>
      <td>
        <Identifier text={plan.expression} /> <span class="dim">{plan.zone}</span>
      </td>
    </tr>
  );
}

function LastOutcome({
  visit,
  last,
}: {
  readonly visit: Visit;
  readonly last: NonNullable<JobOutlook['last']>;
}) {
  const texts = DATA_TEXTS[visit.language];
  const { outcome, date, startedManually, fault } = last;
  const colour = outcome === 'failed' ? 'bad' : outcome === 'done' ? 'good' : '';
  return (
    <>
      <span class={`badge ${colour}`}>{texts.outcomes[outcome] ?? outcome}</span>{' '}
      {date === null ? null : <bdi>{visit.formats.shortDate(date)}</bdi>}{' '}
      {startedManually ? <span class="dim">{texts.byHand}</span> : null}
      {outcome !== 'failed' || fault === null ? null : (
        <details>
          <summary>{texts.detail}</summary>
          <p lang="en" dir="ltr">
            {fault}
          </p>
        </details>
      )}
    </>
  );
}

function tookWords(visit: Visit, from: string, to: string): string {
  const seconds = secondsBetween(instantOfText(from), instantOfText(to));
  return seconds < 60
    ? DATA_TEXTS[visit.language].seconds(seconds.toFixed(1))
    : durationWords(visit, seconds);
}
