/** The parts of a delivered file's name. */
export interface NameParts {
  readonly region: string;
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  readonly report: string;
  readonly version: number;
  /** End of its name: `csv`. */
  readonly format: string;
}

const PLACEHOLDERS = ['region', 'date', 'report', 'version', 'format'] as const;

/** Name of the file with the checksums of a folder, and what is added to the name of a file for its signature. */
export const CHECKSUMS = 'SHA256SUMS';
export const SIGNATURE_END = '.sig';

/** Template of names for places with folders, and for mail, which has none. */
export const DEFAULT_TEMPLATE = '{region}/{date}/{report}-{region}-{date}-v{version}.{format}';
export const DEFAULT_MAIL_TEMPLATE = '{report}-{region}-{date}-v{version}.{format}';

/** What a template must tell apart: how many of each a delivery takes. Undefined means several. */
export interface Taken {
  readonly reports: readonly unknown[];
  readonly regions: readonly unknown[];
  readonly formats: readonly unknown[];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Letters, digits and a few signs that mean nothing to a shell, to sha256sum or to a file system. */
const PLAIN = /^[A-Za-z0-9._ ()=+@/-]*$/;

/**
 * What is wrong with a template, as what was expected instead; undefined if it gives each file of a delivery a name of
 * its own below the target.
 */
export function templateMistake(template: string, taken: Taken, hasFolders: boolean): string | undefined {
  const used = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  if (used.some((name) => !(PLACEHOLDERS as readonly string[]).includes(name)))
    return `only the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`;
  if (!PLAIN.test(template.replace(PLACEHOLDER, 'x')))
    return 'only letters, digits and . _ ( ) = + @ - / beside {…}';
  const steps = template.split('/');
  if (steps.some((step) => step === '' || /^\.|^ | $/.test(step)))
    return 'a path below the target: no empty step, none that begins with a dot or ends with a space';
  if (!hasFolders && steps.length > 1) return 'a name without /: a mail has no folders';
  const needed = [
    ['date', true],
    ['region', taken.regions.length !== 1],
    ['report', taken.reports.length !== 1],
    ['format', taken.formats.length > 1],
  ] as const;
  if (needed.some(([name, isNeeded]) => isNeeded && !used.includes(name)))
    return 'a name of its own for each file: {date}, and {region}, {report}, {format} where several are taken';
  const last = steps.at(-1)!;
  if (last === CHECKSUMS || last.endsWith(SIGNATURE_END) || last.endsWith('.json'))
    return `another end: ${CHECKSUMS}, *${SIGNATURE_END} and *.json are names of the program's own files`;
  return undefined;
}

/** Whether each version has a name of its own. Without it, a version replaces the one before. */
export function keepsVersions(template: string): boolean {
  return template.includes('{version}');
}

/** @example nameBy('{region}/{report}-v{version}.{format}', …) === 'BR/orders-v2.csv' */
export function nameBy(template: string, parts: NameParts): string {
  return template.replace(PLACEHOLDER, (_all, name: keyof NameParts) => String(parts[name]));
}

/** The name of a version's manifest: as that of a report `manifest`, with the end `.json`. */
export function manifestNameBy(template: string, parts: Omit<NameParts, 'report' | 'format'>): string {
  return `${nameBy(withoutEnd(template), { ...parts, report: 'manifest', format: 'json' })}.json`;
}

/** A template without the end of its files: `.{format}`, or one that all files have. Other placeholders tell files apart. */
function withoutEnd(template: string): string {
  return template.replace(/\.(?:\{format\}|[^./{}]+)$/, '');
}

/**
 * The path of the file that describes the files of a version: below the folders that all of them have in common, so that
 * it can name them by their paths from there.
 */
export function datapackageNameBy(template: string, parts: Omit<NameParts, 'report' | 'format'>): string {
  const steps = template.split('/');
  const apart = steps.findIndex((step) => /\{(report|format)\}/.test(step));
  const common = apart === -1 ? steps.length - 1 : apart;
  const named = { ...parts, report: 'datapackage', format: 'json' };
  const last = nameBy(withoutEnd(steps.slice(common).join('-')), named);
  const name = template.includes('{report}') ? last : `${last}-datapackage`;
  return [...steps.slice(0, common).map((step) => nameBy(step, named)), `${name}.json`].join('/');
}
