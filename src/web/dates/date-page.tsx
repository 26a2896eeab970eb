import { may } from '../../access/account.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { DATE_TEXTS } from '../../texts/page/date-texts.ts';
import { VERSION_TEXTS } from '../../texts/page/version-texts.ts';
import { regionName } from '../../texts/region-name.ts';
import { dateAddress, findingsAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { attentionOf } from '../overview/attention.ts';
import { overviewFor } from '../overview/read-overview-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { zoneOf } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { Problem } from '../problem.tsx';
import { readShown } from '../read-shown.ts';
import type { Route, SignedInVisit } from '../visit.ts';
import { type AskedDate, askedDate } from './asked-date.ts';
import { CoverageNotice } from './coverage-notice.tsx';
import { type DatePage, publishedRows, readDate } from './read-date.ts';
import { RangeForm, Reports } from './report-list.tsx';
import { Totals } from './totals-tables.tsx';
import { Versions } from './version-list.tsx';

/** The page of a date: its totals, versions and reports. */
export const dateRoute: Route = {
  method: 'GET',
  path: '/dates/:region/:date',
  right: 'look',
  handle: async (visit) => {
    const asked = askedDate(visit);
    const { region, date, version } = asked;
    const page = await readShown(visit, `date ${region} ${date} ${version ?? 'newest'}`, (session) =>
      readDate(session, visit, asked),
    );
    if (page === undefined) return unreported(visit, asked);
    const files =
      page.counted === null
        ? await readAtOnce(visit.store, (session) => publishedRows(session, visit.out, asked, page.version))
        : { rows: page.counted, isDamaged: false };
    const zone = zoneOf(visit.settings, region);
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={titleOf(visit, asked)}>
        <Neighbours visit={visit} asked={asked} page={page} />
        <Notices visit={visit} asked={asked} page={page} />
        <CoverageNotice visit={visit} coverage={page.coverage} zone={zone} />
        <FindingsLine visit={visit} asked={asked} page={page} />
        {page.totals === null ? null : <Totals visit={visit} asked={asked} totals={page.totals} />}
        {page.versions.isPurged && visit.account.merchants !== undefined ? null : (
          <Reports visit={visit} asked={asked} page={page} files={files} />
        )}
        <Versions visit={visit} asked={asked} page={page} zone={zone} />
        <RangeForm visit={visit} asked={asked} page={page} />
        <ReconcileForm visit={visit} asked={asked} />
      </Frame>,
    );
  },
};

export function titleOf({ language, formats }: SignedInVisit, { region, date }: AskedDate): string {
  return DATE_TEXTS[language].title(regionName(language, region), formats.date(date));
}

/** A date of the calendar without a version. Throws Problem notFound for any other. */
async function unreported(visit: SignedInVisit, asked: AskedDate): Promise<Response> {
  const { regions } = await overviewFor(visit);
  const dates = regions.find(({ region }) => region === asked.region)?.dates ?? [];
  const status = dates.find(({ date }) => date === asked.date)?.status;
  if (status === undefined || asked.version !== undefined) throw new Problem('notFound');
  const texts = DATE_TEXTS[visit.language];
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={titleOf(visit, asked)}>
      {status === 'missing' ? (
        <>
          <p class="notice bad">× {texts.notReported}</p>
          <ReconcileForm visit={visit} asked={asked} />
        </>
      ) : (
        <p class="notice">{texts.noReport}</p>
      )}
    </Frame>,
  );
}

interface PartProps {
  readonly visit: SignedInVisit;
  readonly asked: AskedDate;
  readonly page: DatePage;
}

function Neighbours({ visit: { language, formats }, asked, page }: PartProps) {
  const texts = DATE_TEXTS[language];
  const { previous, next } = page;
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="pager" aria-label={`${texts.previous}, ${texts.next}`}>
      {previous === undefined ? null : (
        <a rel="prev" href={dateAddress(asked.region, previous)}>
          {texts.previous}: <bdi>{formats.shortDate(previous)}</bdi>
        </a>
      )}
      {next === undefined ? null : (
        <a rel="next" href={dateAddress(asked.region, next)}>
          {texts.next}: <bdi>{formats.shortDate(next)}</bdi>
        </a>
      )}
    </nav>
  );
}

function Notices({ visit: { language, account }, asked, page }: PartProps) {
  const texts = DATE_TEXTS[language];
  const { isClosed, isPurged } = page.versions;
  return (
    <>
      {page.version === page.newest ? null : (
        <p class="notice warn">
          <Say phrase={texts.older(String(page.version), String(page.newest))} />{' '}
          <a href={dateAddress(asked.region, asked.date)}>{texts.newest}</a>
        </p>
      )}
      {isPurged ? <p class="notice">{texts.purged}</p> : null}
      {isClosed && !isPurged ? <p class="notice">■ {texts.closed}</p> : null}
      {account.merchants === undefined ? null : <p class="dim">{texts.allMerchants}</p>}
    </>
  );
}

function FindingsLine({ visit: { language, formats }, asked, page }: PartProps) {
  const texts = DATE_TEXTS[language];
  const { region, date } = asked;
  const attention = attentionOf({ findings: page.findings });
  const all = page.findings.reduce((sum, { orders }) => sum + orders, 0);
  const range = { region, from: date, to: date };
  return (
    <p class="links">
      <a href={findingsAddress(range)}>
        {texts.findings}: <bdi>{formats.count(all)}</bdi>
      </a>{' '}
      {attention.findings === 0 ? null : (
        <a href={findingsAddress({ ...range, code: attention.codes })}>
          <Say phrase={texts.attention(formats.count(attention.findings))} />
        </a>
      )}
    </p>
  );
}

/** A button to reconcile a date again, for those who may. */
function ReconcileForm({ visit, asked }: Pick<PartProps, 'visit' | 'asked'>) {
  if (!may(visit.account, 'reconcile') || visit.formToken === undefined) return null;
  const texts = VERSION_TEXTS[visit.language].reconcile;
  return (
    <section aria-labelledby="reconcile">
      <h2 id="reconcile">{texts.heading}</h2>
      <p class="dim">{texts.help}</p>
      <Form visit={visit} action="/data/reconcile">
        <input type="hidden" name="region" value={asked.region} />
        <input type="hidden" name="date" value={asked.date} />
        <button type="submit" class="quiet">
          {texts.button}
        </button>
      </Form>
    </section>
  );
}
