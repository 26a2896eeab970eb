import { recordKind } from '../contract/record-kinds.ts';
import { isStated } from '../contract/statement-fields.ts';
import { tableOfSource } from '../normalise/issuer.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings/schema.ts';
import type { SourceSettings } from '../settings/sources.ts';
import { formatOf } from '../settings/table-format.ts';

/** The kind of each record of a source, where its settings give it. */
export function sourceKind({ kind }: SourceSettings): RecordKind | undefined {
  return recordKind(kind);
}

/**
 * The settings for one source: the columns and the format that it names itself replace the tables of the setting map; the columns of
 * every file stay. Tables of statements stay too, but no file is theirs: the digest of the reading settings and lines
 * of no table depend on them.
 */
export function sourceSettings(source: SourceSettings, settings: Settings): Settings {
  const { query, columns, values, kind } = source;
  const format = formatOf(source);
  const saysNothing = [columns, values, format].every((part) => Object.keys(part).length === 0);
  if (query === undefined && saysNothing) return settings;
  const others: Settings['map'] = {};
  for (const [entry, value] of Object.entries(settings.map)) {
    if (typeof value === 'string') others[entry] = value;
    else if (isStated(value.kind)) others[entry] = { ...value, files: [] };
  }
  const table = {
    files: ['*'],
    columns,
    values,
    ...format,
    ...(isStated(sourceKind(source)) ? { kind } : {}),
  };
  return { ...settings, map: { ...others, [tableOfSource(source.name)]: table } };
}
