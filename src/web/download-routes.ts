import { REPORTS } from '../../reports/all.ts';
import type { Report } from '../../reports/report.ts';
import type { DownloadSource, WantedVersion } from '../books/download/download.ts';
import { rangeArchive } from '../books/download/range-archive.ts';
import { rangeDownload, reportDownload } from '../books/download/report-download.ts';
import { verifiedFiles } from '../books/download/verified-files.ts';
import { versionArchive } from '../books/download/version-archive.ts';
import { versionWorkbook } from '../books/download/version-workbook.ts';
import { regionsAtHand } from '../books/run/regions-at-hand.ts';
import { Fault } from '../errors.ts';
import type { Form } from '../export/profile.ts';
import { isDate } from '../normalise/local-date.ts';
import { Problem } from './problem.tsx';
import { sendDownload } from './send-download.ts';
import type { Route, SignedInVisit } from './visit.ts';

const verified = verifiedFiles();

/** `orders.csv`, `orders.excel-br.csv`, `workbook.xlsx` */
const FILE = /^([a-z]+(?:-[a-z]+)*?)(?:\.(excel-br|excel-eg))?\.(csv|xlsx)$/;

/** All reports of a range: `all.zip`, `all.excel-eg.zip`, `all.xlsx.zip` */
const ARCHIVE = /^all(?:\.(excel-br|excel-eg|xlsx))?\.zip$/;

/** A file of a version. The address names region, date, version and report, and never a file on disk. */
const versionRoute: Route = {
  method: 'GET',
  path: '/download/:region/:date/:version/:file',
  right: 'look',
  isDownload: true,
  handle: async (visit) => {
    const source = sourceOf(visit);
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
    const dates = { from: dateOf(req.param('from')), to: dateOf(req.param('to')), regions: regionsOf(visit) };
    const archive = ARCHIVE.exec(file);
    if (archive !== null) {
      const form: Form =
        archive[1] === 'xlsx'
          ? { profile: 'standard', format: 'xlsx' }
          : { profile: (archive[1] ?? 'standard') as Form['profile'], format: 'csv' };
      return sendDownload(visit, await rangeArchive(sourceOf(visit), { ...dates, form, merchants }));
    }
    const { name, form } = formOf(file);
    const wanted = { ...dates, report: reportOf(name), form, merchants };
    return sendDownload(visit, await rangeDownload(sourceOf(visit), wanted));
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
    const form = field('form');
    // All reports are an archive of files of that form: `all.zip`, `all.excel-br.zip`, `all.xlsx.zip`.
    const end = field('report') === 'all' ? `${form.replace(/\.?csv$/, '')}.zip`.replace(/^\./, '') : form;
    const address = `/download/${field('region')}/${field('from')}/to/${field('to')}/${field('report')}.${end}`;
    return context.redirect(address, 303);
  },
};

export const downloadRoutes: readonly Route[] = [rangeRoute, versionRoute, formRoute];

function sourceOf({ store, settings, out }: SignedInVisit): DownloadSource {
  return { store, settings: { ...settings, out }, verified };
}

function wantedVersion(visit: SignedInVisit): WantedVersion {
  const { req } = visit.context;
  const written = req.param('version') ?? '';
  const version = /^v([1-9]\d{0,5})$/.exec(written)?.[1];
  if (version === undefined && written !== 'newest') throw new Problem('notFound');
  return {
    region: regionsOf(visit)[0]!,
    date: dateOf(req.param('date')),
    version: version === undefined ? undefined : Number(version),
  };
}

/** The region that the address names by its folder. Throws Problem. */
function regionsOf({ settings, context }: SignedInVisit): readonly string[] {
  try {
    return regionsAtHand(settings, context.req.param('region'));
  } catch (error) {
    if (error instanceof Fault) throw new Problem('notFound');
    throw error;
  }
}

function dateOf(text: string | undefined): string {
  if (text !== undefined && isDate(text)) return text;
  throw new Problem('notFound');
}

function formOf(file: string): { readonly name: string; readonly form: Form } {
  const [, name, profile = 'standard', format] = FILE.exec(file) ?? [];
  if (name === undefined) throw new Problem('notFound');
  return { name, form: { profile: profile as Form['profile'], format: format as Form['format'] } };
}

function reportOf(name: string): Report {
  const report = REPORTS.find((one) => one.name === name);
  if (report === undefined) throw new Problem('notFound');
  return report;
}
