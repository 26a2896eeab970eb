import { expectation, type Form, formOf } from '../src/settings/form.ts';
import { settingsSchema } from '../src/settings/schema.ts';
import { code, generatedPage, table } from './markdown.ts';
import { settingsBlock } from './reference-pages.ts';

/** docs/reference/settings.md: every setting with type, default and meaning, and the whole file as YAML. */
export function settingsPage(): string {
  const groups = Object.entries(formOf(settingsSchema).properties!);
  const single = groups.filter(([, form]) => !isGroup(form));
  return generatedPage(
    'Settings',
    INTRODUCTION,
    '## Single settings',
    settingsTable(single.flatMap(([name, form]) => rowsOf(name, form))),
    ...groups.filter(([, form]) => isGroup(form)).flatMap(groupBlocks),
    '## The whole file with its defaults',
    settingsBlock(),
  );
}

const INTRODUCTION = `Settings are in \`payin-recon.yaml\` in the working directory, or in the file of \`--config\`. \`payin-recon init\`
writes such a file with comments and tests it. Its first line names \`payin-recon.schema.json\`, with which editors complete
and check it.

Every setting is also an environment variable: \`PAYIN_RECON_\` and the path in capitals, such as
\`PAYIN_RECON_GRACE_SECONDS=600\` or \`PAYIN_RECON_INGEST_FOLDERS=/var/log/a,/var/log/b\`. Maps, and lists that take mappings, are
YAML or JSON there: \`PAYIN_RECON_TOLERANCES='{BRL: 1}'\`. The command line overrides the environment, and the environment overrides
the file. All settings are checked before anything starts, and all mistakes are reported at once, each with file, line and column.

In a path, \`[]\` stands for each entry of a list and \`NAME\` for a name of your own. The database's address is also read from
\`DATABASE_URL\`. An address is used before \`data\`, unless \`--data\` is given on the command line without \`--database-url\`.`;

/** Whether a setting has its own heading: a group of settings, or a list or map of such groups. */
function isGroup(form: Form): boolean {
  return form.properties !== undefined || rowsOf('', form).length > 1;
}

function groupBlocks([name, form]: readonly [string, Form]): string[] {
  const own = form.properties === undefined ? '' : `${form.description}.`;
  return [`## ${name}`, ...(own === '' ? [] : [own]), settingsTable(rowsOf(name, form))];
}

function settingsTable(rows: readonly string[][]): string {
  return table(['setting', 'type', 'default', 'meaning'], rows);
}

/** A row for each setting at and below a path. */
function rowsOf(path: string, form: Form): string[][] {
  if (form.properties !== undefined) {
    return Object.entries(form.properties).flatMap(([name, inner]) => rowsOf(`${path}.${name}`, inner));
  }
  const own = [code(path), expectation(form), defaultOf(form), `${form.description ?? ''}`];
  return [own, ...entriesOf(path, form)];
}

/** The settings in each entry of a list or map, if an entry has several. */
function entriesOf(path: string, { items, additionalProperties: named }: Form): string[][] {
  const rows = (entry: string, inner: Form | false = false) =>
    (inner === false ? [] : [inner, ...(inner.anyOf ?? [])])
      .filter((form) => form.properties !== undefined)
      .flatMap((form) => rowsOf(entry, form));
  return [...rows(`${path}[]`, items), ...rows(`${path}.NAME`, named)];
}

/** Lists of mappings are shown in the YAML below the tables instead. */
function defaultOf({ default: fallback, items }: Form): string {
  if (fallback === undefined) return '';
  if (items?.properties !== undefined && (fallback as unknown[]).length > 0) return 'see below';
  return typeof fallback === 'string' ? code(fallback) || 'empty' : code(JSON.stringify(fallback));
}
