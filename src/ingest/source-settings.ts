import { recordKind } from '../contract/record-kinds.ts';
import { isStated } from '../contract/statement-fields.ts';
import { sourceFormat, tableOfSource } from '../normalise/issuer.ts';
import type { Settings, TableMap } from '../settings/schema.ts';
import { hasOwnTable, type SourceSettings } from '../settings/sources.ts';

/**
 * The settings for one source: the columns and the format that it names itself replace the tables of the setting map; the columns of
 * every file stay. Tables of statements stay too, but no file is theirs: the digest of the reading settings and lines
 * of no table depend on them.
 */
export function sourceSettings(source: SourceSettings, settings: Settings): Settings {
  const { columns, values, kind } = source;
  const isOwnKind = isStated(recordKind(kind));
  const table = { columns, values, ...sourceFormat(source, settings), ...(isOwnKind ? { kind } : {}) };
  if (!hasOwnTable(source)) {
    // One of several of its kind is the issuer of its rows, so that the row 1 of one is not that of another.
    const isOneOfSeveral =
      isOwnKind && settings.sources.filter((one) => one.kind === kind && !hasOwnTable(one)).length > 1;
    return isOneOfSeveral ? withTable(source, settings.map, settings, { ...table, files: [] }) : settings;
  }
  const others: Settings['map'] = {};
  for (const [entry, value] of Object.entries(settings.map)) {
    if (typeof value === 'string') others[entry] = value;
    else if (isStated(value.kind)) others[entry] = { ...value, files: [] };
  }
  return withTable(source, others, settings, { ...table, files: ['*'] });
}

function withTable(
  { name }: SourceSettings,
  map: Settings['map'],
  settings: Settings,
  table: TableMap,
): Settings {
  return { ...settings, map: { ...map, [tableOfSource(name)]: table } };
}
