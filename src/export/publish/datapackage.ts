import { REPORTS } from '../../../reports/all.ts';
import { unitOf } from '../../../reports/columns.ts';
import type { Column, ColumnKind, Report, ReportScope } from '../../../reports/report.ts';
import { shownReport } from '../../../reports/shown-reports.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { sha256Of } from '../../sha256.ts';
import { type Form, PROFILES, type Profile } from '../profile.ts';
import type { VersionFiles, WrittenFile } from './version-files.ts';

/** The file of a version that describes the columns of the others. */
export const DATAPACKAGE = 'datapackage.json';

const PACKAGE_PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json';
const MEDIA_TYPES: Readonly<Record<Form['format'], string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** Types of Table Schema, by the kind of a column. A cell of another report may be a number or a text. */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'string',
  cell: 'string',
  date: 'date',
  count: 'integer',
  minor: 'integer',
  percent: 'number',
  amount: 'number',
  utc: 'datetime',
  local: 'datetime',
};

/** A file of a version without rows, as its manifest lists it. */
export type WrittenDatapackage = Omit<WrittenFile, 'rows' | 'name'> & { readonly name: typeof DATAPACKAGE };

/** Whether versions of a schema have a datapackage.json. */
export function hasDatapackage({ schema }: Pick<ReportScope, 'schema'>): boolean {
  return schema >= 3;
}

/** A file that a Data Package describes. */
export interface DescribedFile {
  /** Name of its report. */
  readonly report: string;
  /** From the folder of the Data Package on. */
  readonly path: string;
  readonly format: Form['format'];
}

export interface DescribedFiles {
  readonly profile: Form['profile'];
  /** Null for a preview. */
  readonly version: number | null;
  readonly files: readonly DescribedFile[];
  /** Where rows and digests are. */
  readonly digests: string;
}

/** What the description of files depends on, besides them. */
type Described = Pick<ReportScope, 'date' | 'region' | 'ofStatements'> & Partial<Pick<ReportScope, 'schema'>>;

/** Describes the files of a version as a Data Package. Rows and digests are in the manifest. */
export function datapackageText(scope: Described, { version, profile, format, files }: VersionFiles): string {
  const described = files.map(({ name: path }) => ({
    ...{ path, format },
    report: path.slice(0, path.lastIndexOf('.')),
  }));
  const digests = 'Totals, rows and digests are in manifest.json.';
  return describedText(scope, { version, profile, files: described, digests });
}

/**
 * Describes files as a Data Package (https://datapackage.org): every column with type, unit, meaning and example, and
 * the keys. Files of several formats have their format in the name of the resource.
 */
export function describedText(
  scope: Described,
  { version, profile, files, digests }: DescribedFiles,
): string {
  const { date, region } = scope;
  const folder = regionFolder(region);
  const formats = new Set(files.map(({ format }) => format));
  const content = {
    $schema: PACKAGE_PROFILE,
    name: `payin-recon-${date}-${folder.toLowerCase()}`,
    title: `Reports of ${date}, region ${folder}`,
    ...(version === null ? {} : { version: String(version) }),
    description: descriptionOf(profile, formats, digests),
    resources: files.map(({ report, path, format }) => {
      const isThere = (other: string) => files.some((one) => one.report === other && one.format === format);
      const nameOf = (other: string) => (formats.size > 1 ? `${other}-${format}` : other);
      const named = (other: string) => (isThere(other) ? nameOf(other) : undefined);
      return {
        name: nameOf(report),
        ...resourceOf(path, reportOf(report, scope), { profile, format }, named),
      };
    }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function descriptionOf(
  profile: Form['profile'],
  formats: ReadonlySet<Form['format']>,
  digests: string,
): string {
  const forExcel = 'Texts with digits are written as formulas, which Excel shows as the text.';
  return [
    `Money has the unit that its field names. ${digests}`,
    ...(formats.has('csv') && PROFILES[profile].forExcel ? [forExcel] : []),
  ].join(' ');
}

/** What a manifest says about the text. */
export function writtenDatapackage(text: string): WrittenDatapackage {
  const sha256 = sha256Of(text);
  return { name: DATAPACKAGE, bytes: Buffer.byteLength(text), sha256 };
}

function reportOf(name: string, scope: Described): Report {
  return shownReport(REPORTS.find((report) => report.name === name)!, scope);
}

/** @param named the resource of another report, if there is one */
function resourceOf(path: string, report: Report, form: Form, named: (report: string) => string | undefined) {
  const profile = PROFILES[form.profile];
  const { columns, primaryKey, foreignKey } = report;
  const target = foreignKey === undefined ? undefined : named(foreignKey.report);
  return {
    path,
    title: report.title,
    description: `One row per ${report.grain}.`,
    type: 'table',
    format: form.format,
    mediatype: MEDIA_TYPES[form.format],
    ...(form.format === 'csv'
      ? {
          encoding: 'utf-8',
          dialect: {
            delimiter: profile.delimiter,
            lineTerminator: '\r\n',
            quoteChar: '"',
            doubleQuote: true,
          },
        }
      : {}),
    schema: {
      fields: columns.map((column) => fieldOf(column, form, profile)),
      missingValues: [''],
      ...(primaryKey === undefined ? {} : { primaryKey }),
      ...(target === undefined ? {} : { foreignKeys: [keyTo(foreignKey!.columns, target)] }),
    },
  };
}

function keyTo(columns: readonly string[], resource: string) {
  return { fields: columns, reference: { resource, fields: columns } };
}

function fieldOf(column: Column, { format }: Form, { forExcel, decimalMark }: Profile) {
  const { name, kind, meaning, example } = column;
  const field = { name, type: TYPES[kind], description: meaning, unit: unitOf(column), example };
  if (format !== 'csv')
    return kind === 'local' && format === 'parquet' ? { ...field, type: 'string' } : field;
  if (!forExcel) return kind === 'local' ? { ...field, format: '%Y-%m-%dT%H:%M:%S%z' } : field;
  // Written as Excel reads it: day first, and a text with digits as a formula.
  switch (TYPES[kind]) {
    case 'date':
      return { ...field, format: '%d/%m/%Y' };
    case 'datetime':
      return { ...field, format: '%d/%m/%Y %H:%M:%S' };
    case 'number':
      return { ...field, decimalChar: decimalMark };
    default:
      return field;
  }
}
