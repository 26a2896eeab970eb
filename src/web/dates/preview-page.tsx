import { REPORTS } from '../../../reports/all.ts';
import type { Report } from '../../../reports/report.ts';
import { finalDates } from '../../books/periods/final-dates.ts';
import { type Preview, previewReport } from '../../books/shown/preview-report.ts';
import { hasMerchants } from '../../books/shown/report-keys.ts';
import { scopedVersions } from '../../books/shown/version-scope.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import { PREVIEW_TEXTS } from '../../texts/page/preview-texts.ts';
import { REPORT_NAMES } from '../../texts/page/report-names.ts';
import { VERSION_TEXTS } from '../../texts/page/version-texts.ts';
import { dateAddress, downloadAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { OFFERED_FORMS } from '../offered-forms.ts';
import { Frame } from '../parts/frame.tsx';
import { Pager } from '../parts/pager.tsx';
import { Say } from '../parts/say.tsx';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { type AskedDate, askedDate } from './asked-date.ts';
import { titleOf } from './date-page.tsx';
import { PreviewFilter } from './preview-filter.tsx';
import { type PreviewQuery, previewQuery } from './preview-query.ts';
import { PreviewTable } from './preview-table.tsx';
import { versionOf } from './read-date.ts';

/** A page of the rows of a report. */
export const previewRoute: Route = {
  method: 'GET',
  path: '/dates/:region/:date/reports/:report',
  right: 'look',
  handle: async (visit) => {
    const asked = askedDate(visit);
    const report = reportOf(visit);
    const query = previewQuery(visit.url, report);
    const { preview, version } = await readPreview(visit, asked, report, query);
    const { language } = visit;
    const texts = PREVIEW_TEXTS[language];
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={REPORT_NAMES[report.name]![language]}>
        <p class="links">
          <a href={dateAddress(asked.region, asked.date, asked.version)}>
            {texts.back}: <bdi>{titleOf(visit, asked)}</bdi>
          </a>{' '}
          <span class="dim">
            <Say phrase={VERSION_TEXTS[language].version(String(version))} />
          </span>{' '}
          <Downloads visit={visit} asked={asked} report={report} version={version} />
        </p>
        <PreviewFilter visit={visit} report={report} query={query} />
        <PreviewTable visit={visit} report={report} query={query} preview={preview} />
        <Pager visit={visit} next={preview.nextCursor ?? undefined} />
        <details>
          <summary>{texts.columns}</summary>
          <dl class="facts" lang="en" dir="ltr">
            {preview.columns.map(({ name, meaning }) => (
              <>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </details>
      </Frame>,
    );
  },
};

/** The report that the address names. Throws Problem notFound for one that the reader may not see. */
function reportOf({ context, account }: SignedInVisit): Report {
  const report = REPORTS.find(({ name }) => name === context.req.param('report'));
  if (report === undefined) throw new Problem('notFound');
  if (account.merchants !== undefined && !hasMerchants(report)) throw new Problem('notFound');
  return report;
}

/** Throws Problem notFound for a date or version that does not exist, or whose rows were removed. */
function readPreview(
  { store, settings, account }: SignedInVisit,
  asked: AskedDate,
  report: Report,
  query: PreviewQuery,
): Promise<{ readonly preview: Preview; readonly version: number }> {
  const { region, date } = asked;
  return readAtOnce(store, async (session) => {
    const scoped = await scopedVersions(session, settings, { region, date, merchants: account.merchants });
    const { version, scope } = versionOf(scoped, asked.version);
    const final = await finalDates(session);
    if (final.isPurged(date, regionOfFolder(region))) throw new Problem('notFound');
    return { preview: await previewReport(session, scope, report, query), version: version.version };
  });
}

function Downloads({
  visit,
  asked,
  report,
  version,
}: {
  readonly visit: SignedInVisit;
  readonly asked: AskedDate;
  readonly report: Report;
  readonly version: number;
}) {
  const { forms } = VERSION_TEXTS[visit.language].reports;
  return (
    <>
      {OFFERED_FORMS.map((form) => (
        <>
          <a href={downloadAddress(asked.region, asked.date, `${report.name}.${form}`, version)}>
            {forms[form]}
          </a>{' '}
        </>
      ))}
    </>
  );
}
