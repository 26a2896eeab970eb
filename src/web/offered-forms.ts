import { type Form, PROFILE_NAMES } from '../export/profile.ts';
import { FORMATS } from '../settings/output-formats.ts';

const [CSV, ...OTHERS] = FORMATS;

/** Forms of files that the page offers, as the ends of their names. */
export const OFFERED_FORMS = [CSV, 'excel-br.csv', 'excel-eg.csv', ...OTHERS] as const;

const FORMS: readonly Form[] = PROFILE_NAMES.flatMap((profile) =>
  FORMATS.map((format) => ({ profile, format })),
);

/** The end of the name of a file in a form: `csv`, `excel-br.csv`, `excel-br.xlsx`. */
export function endOf({ profile, format }: Readonly<Record<keyof Form, string>>): string {
  return profile === 'standard' ? format : `${profile}.${format}`;
}

/** The form of a file by the end of its name; undefined if there is none with that end. */
export function formOfEnd(end: string): Form | undefined {
  return FORMS.find((form) => endOf(form) === end);
}

/** Name of the archive of all reports in a form, by the end of their names: `all.zip`, `all.excel-br.zip`. */
export function archiveName(end: string): string {
  return ['all', ...end.split('.').filter((part) => part !== '' && part !== 'csv'), 'zip'].join('.');
}
