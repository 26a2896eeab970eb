import { REPORTS } from '../../reports/all.ts';
import type { Report } from '../../reports/report.ts';
import type { WantedVersion } from '../books/download/download.ts';
import { rangeArchive } from '../books/download/range-archive.ts';
import { rangeDownload, reportDownload } from '../books/download/report-download.ts';
import { versionArchive } from '../books/download/version-archive.ts';
import { versionWorkbook } from '../books/download/version-workbook.ts';
import type { Form } from '../export/profile.ts';
import { askedRegion, dateOf } from './dates/asked-date.ts';
import { archiveName, formOfEnd, OFFERED_FORMS } from './offered-forms.ts';
import { Problem } from './problem.tsx';
import { downloadSource, sendDownload } from './send-download.ts';
import type { Route, SignedInVisit } from './visit.ts';

/** `orders.csv`, `orders.excel-br.csv`, `workbook.xlsx` */
const FILE = /^([^.]+)\.(.+)$/;

/** A file of a version. The address names region, date, version and report, and never a file on disk. */
const versionRoute: Route = {
  method: 'GET',
  path: '/download/:region/:date/:version/:file',
  right: 'look',
  isDownload: true,
  handle: async (visit) => {
    const source = downloadSource(visit);
    const file = visit.context.req.param('file') ?? '';
    const wanted = { ...wantedVersion(visit), merchants: visit.account.merchants };
    if (file === 'all.zip') return sendDownload(visit, await versionArchive(source, wanted));
    const { name, form } = formOf(file);
    if (name === 'workbook' && form.format === 'xlsx') {
      return sendDownload(visit, await versionWorkbook(source, { ...wanted, profile: form.profile }));
    }
    return sendDownload(visit, await reportDownload(source, { ...wanted, report: reportOf(name), form }));
  },
};

/** A report over several dates as one file. */
const rangeRoute: Route = {
  method: 'GET',
  path: '/download/:region/:from/to/:to/:file',
  right: 'look',
  isDownload: true,
  handle: async (visit) => {
    const { req } = visit.context;
    const file = req.param('file') ?? '';
    const { merchants } = visit.account;
    const source = downloadSource(visit);
    const [from, to] = [dateOf(req.param('from')), dateOf(req.param('to'))];
    const dates = { from, to, regions: [askedRegion(visit)] };
    const archive = OFFERED_FORMS.find((end) => archiveName(end) === file);
    if (archive !== undefined) {
      const form = formOfEnd(archive)!;
      return sendDownload(visit, await rangeArchive(source, { ...dates, form, merchants }));
    }
    const { name, form } = formOf(file);
    return sendDownload(
      visit,
      await rangeDownload(source, { ...dates, report: reportOf(name), form, merchants }),
    );
  },
};

/** The same as a form asks for it: report, form and dates as fields. */
const formRoute: Route = {
  method: 'GET',
  path: '/download',
  right: 'look',
  isDownload: true,
  handle: async ({ url, context }) => {
    const field = (name: string) => encodeURIComponent(url.searchParams.get(name) ?? '');
    const [report, end] = [field('report'), field('form')];
    const file = report === 'all' ? archiveName(end) : `${report}.${end}`;
    return context.redirect(`/download/${field('region')}/${field('from')}/to/${field('to')}/${file}`, 303);
  },
};

export const downloadRoutes: readonly Route[] = [rangeRoute, versionRoute, formRoute];

function wantedVersion(visit: SignedInVisit): WantedVersion {
  const { req } = visit.context;
  const written = req.param('version') ?? '';
  const version = /^v([1-9]\d{0,5})$/.exec(written)?.[1];
  if (version === undefined && written !== 'newest') throw new Problem('notFound');
  return {
    region: askedRegion(visit),
    date: dateOf(req.param('date')),
    version: version === undefined ? undefined : Number(version),
  };
}

function formOf(file: string): { readonly name: string; readonly form: Form } {
  const [, name, end] = FILE.exec(file) ?? [];
  const form = end === undefined ? undefined : formOfEnd(end);
  if (name === undefined || form === undefined) throw new Problem('notFound');
  return { name, form };
}

function reportOf(name: string): Report {
  const report = REPORTS.find((one) => one.name === name);
  if (report === undefined) throw new Problem('notFound');
  return report;
}
