import { shownReports } from '../../../reports/shown-reports.ts';
import { hasMerchants } from '../../books/shown/report-keys.ts';
import { addDays } from '../../normalise/local-date.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { REPORT_NAMES } from '../../texts/page/report-names.ts';
import { VERSION_TEXTS } from '../../texts/page/version-texts.ts';
import { downloadAddress, previewAddress } from '../addresses.ts';
import { endOf, OFFERED_FORMS } from '../offered-forms.ts';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import type { AskedDate } from './asked-date.ts';
import type { DatePage, ReportRows } from './read-date.ts';

interface ReportsProps {
  readonly visit: SignedInVisit;
  readonly asked: AskedDate;
  readonly page: DatePage;
  readonly files: ReportRows;
}

/** Every report of a version, to look at and to download. */
export function Reports({ visit, asked, page, files }: ReportsProps) {
  const { language, account } = visit;
  const texts = VERSION_TEXTS[language].reports;
  const columns = FRAME_TEXTS[language].columns;
  const { region, date } = asked;
  const reports = shownReports(page).filter(
    (report) => account.merchants === undefined || hasMerchants(report),
  );
  const file = (name: string) => downloadAddress(region, date, name, page.version);
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">{texts.heading}</h2>
      {files.isDamaged ? (
        <p class="notice bad" role="alert">
          {texts.damaged}
        </p>
      ) : null}
      <p class="links">
        {texts.all}{' '}
        <a href={file('all.zip')}>{texts.zip[account.merchants === undefined ? 'whole' : 'limited']}</a>{' '}
        {page.versions.isPurged ? null : <a href={file('workbook.xlsx')}>{texts.workbook}</a>}
      </p>
      <ScrolledTable
        label={columns.report}
        headings={[
          columns.report,
          numberHeading(columns.rows),
          ...(page.versions.isPurged ? [] : [texts.preview]),
          VERSION_TEXTS[language].range.download,
        ]}
      >
        {reports.map(({ name }) => (
          <ReportRow visit={visit} asked={asked} page={page} name={name} rows={files.rows[name]} />
        ))}
      </ScrolledTable>
    </section>
  );
}

function ReportRow({
  visit: { language, formats },
  asked,
  page,
  name,
  rows,
}: Omit<ReportsProps, 'files'> & { readonly name: string; readonly rows: number | undefined }) {
  const texts = VERSION_TEXTS[language].reports;
  const { region, date } = asked;
  const title = REPORT_NAMES[name]![language];
  const { isPurged, versions } = page.versions;
  // Of removed details only the files remain that were published.
  const own = versions.find(({ version }) => version === page.version)!;
  const published = endOf(own);
  const forms = OFFERED_FORMS.filter((form) => !isPurged || form === published);
  return (
    <tr>
      <th scope="row">
        {title}{' '}
        <code class="dim">
          <bdi dir="ltr">{name}</bdi>
        </code>
      </th>
      <td class="number">{rows === undefined ? '' : formats.count(rows)}</td>
      {isPurged ? null : (
        <td>
          <a href={previewAddress(region, date, name, asked.version)}>
            {texts.preview}
            <span class="hidden"> {title}</span>
          </a>
        </td>
      )}
      <td class="links">
        {forms.map((form) => (
          <>
            <a href={downloadAddress(region, date, `${name}.${form}`, page.version)}>
              {texts.forms[form]}
              <span class="hidden"> {title}</span>
            </a>{' '}
          </>
        ))}
      </td>
    </tr>
  );
}

/** A form for a report over a month or other dates. */
export function RangeForm({ visit, asked, page }: Omit<ReportsProps, 'files'>) {
  const { language, account } = visit;
  const texts = VERSION_TEXTS[language];
  const first = `${asked.date.slice(0, 7)}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const reports = shownReports(page).filter(
    (report) => account.merchants === undefined || hasMerchants(report),
  );
  return (
    <section aria-labelledby="range">
      <h2 id="range">{texts.range.heading}</h2>
      <p class="dim">{texts.range.help}</p>
      <form method="get" action="/download" class="filters">
        <input type="hidden" name="region" value={asked.region} />
        <div class="field">
          <label for="range-report">{FRAME_TEXTS[language].columns.report}</label>
          <select id="range-report" name="report">
            {reports.map(({ name }) => (
              <option value={name}>{REPORT_NAMES[name]![language]}</option>
            ))}
            <option value="all">{texts.range.all}</option>
          </select>
        </div>
        <div class="field">
          <label for="range-from">{texts.range.from}</label>
          <input id="range-from" type="date" name="from" value={first} required />
        </div>
        <div class="field">
          <label for="range-to">{texts.range.to}</label>
          <input id="range-to" type="date" name="to" value={last} required />
        </div>
        <div class="field">
          <label for="range-form">{texts.range.form}</label>
          <select id="range-form" name="form">
            {OFFERED_FORMS.map((form) => (
              <option value={form}>{texts.reports.forms[form]}</option>
            ))}
          </select>
        </div>
        <button type="submit">{texts.range.download}</button>
      </form>
    </section>
  );
}
