import { isStated } from '../contract/statement-fields.ts';
import { nearestNames } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import { type Mistake, nameText, type Path, pathText } from './mistake.ts';
import type { Settings } from './schema.ts';
import { oneOf, tableFormat } from './table-format.ts';

/** The settings of a table of statements, or of such a source, by which the texts that are kept of its rows are read. */
const OF_KEPT_TEXTS = ['unit', 'zone', 'words'] as const;

/** The settings of tables and sources that can be tried, for messages. */
export const TRIED_OF_TABLES = ['map', 'sources'].flatMap((group) =>
  OF_KEPT_TEXTS.map((setting) => `${group}.NAME.${setting}`),
);

function ofEach(group: string): string {
  return oneOf(OF_KEPT_TEXTS.map((setting) => `${group}.NAME.${setting}`));
}

/** What is asked of a table or source. */
interface Asked {
  readonly group: 'map' | 'sources';
  readonly entry: string | number | undefined;
  readonly path: Path;
  readonly option: string;
  readonly text: string;
}

/** Whether a path leads to a table of the setting map, or to a source. */
export function isOfTable([group]: Path): boolean {
  return group === 'map' || group === 'sources';
}

/**
 * Finds out whether a setting of a table, or of a source, can be tried. Only texts of rows of statements and banks are kept as the
 * table has them.
 * @param raw is given an entry for rows of no table, which have the settings of a table named like their kind
 * @returns a mistake, where there is no such table; otherwise undefined
 * @throws Fault USAGE for a setting by which cells are read while a file is read
 */
export function checkTriedTable(
  raw: Pick<Settings, 'map' | 'sources'>,
  path: Path,
  option: string,
  text: string,
): Mistake | undefined {
  const [group, entry] = path as readonly ['map' | 'sources', string | number | undefined];
  const asked: Asked = { group, entry, path, option, text };
  const [, , setting] = path;
  if (entry === undefined || setting === undefined) throw refusal(asked, 'a whole table', wholeRemedy(asked));
  if (group === 'map' && isStated(entry) && !Object.hasOwn(raw.map, entry)) {
    Object.assign(raw.map, { [entry]: { kind: entry, columns: {}, values: {} } });
  }
  const found = entryOf(raw, asked);
  if (found === undefined) return missing(raw, asked);
  if (!isStated(Object(found).kind)) {
    throw refusal(
      asked,
      'which is of no statement: the store keeps what was read of its cells, not the cells',
      againRemedy(asked),
    );
  }
  const isOfKept = OF_KEPT_TEXTS.some((one) => one === setting);
  if (isOfKept || !isKnown(String(setting), found)) return undefined;
  throw refusal(
    asked,
    'by which the cells of a file are read: the store keeps what was read, not the cells',
    againRemedy(asked),
  );
}

function entryOf({ map, sources }: Pick<Settings, 'map' | 'sources'>, { group, entry }: Asked): unknown {
  if (group === 'map') return Object.hasOwn(map, entry!) ? map[entry!] : undefined;
  return typeof entry === 'number' ? sources[entry] : sources.find(({ name }) => name === entry);
}

/** Names that there are not are left to the check of the whole. */
function isKnown(setting: string, entry: unknown): boolean {
  return Object.hasOwn(tableFormat, setting) || Object.hasOwn(Object(entry), setting) || setting === 'files';
}

function missing(
  raw: Pick<Settings, 'map' | 'sources'>,
  { group, entry, path, option, text }: Asked,
): Mistake {
  const stated =
    group === 'map'
      ? Object.entries(raw.map).flatMap(([name, table]) => (isStated(Object(table).kind) ? [name] : []))
      : raw.sources.flatMap(({ name, kind }) => (isStated(kind) ? [name] : []));
  const near = typeof entry === 'string' ? nearestNames(entry, stated) : [];
  const known = stated.length === 0 ? 'none' : stated.map(nameText).join(', ');
  const hint =
    near.length > 0 ? `, did you mean ${near.map(nameText).join(' or ')}?` : `; known here: ${known}`;
  return {
    place: `${option} ${nameOf(text)}`,
    text: `${pathText(path.slice(0, 2))}: there is no such entry of statements${hint}`,
  };
}

function refusal({ group, path, option }: Asked, why: string, remedy: string): Fault {
  return new Fault('USAGE', {
    where: option,
    found: `${pathText(path)}, ${why}`,
    expected: `${ofEach(group)}, where NAME is of kind statement or bank: by these, stored rows are read again`,
    remedy,
  });
}

function wholeRemedy({ option }: Asked): string {
  return `Give each setting with a ${option} of its own.`;
}

function againRemedy({ option, text }: Asked): string {
  return (
    `Leave out ${option} ${nameOf(text)}. To see how a file would be read, correct the setting and run ` +
    'payin-recon ingest --dry-run FILE. To correct what is stored, take the file back with payin-recon withdraw, and read it again.'
  );
}

function nameOf(text: string): string {
  return text.slice(0, text.indexOf('='));
}
