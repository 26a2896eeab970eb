import { recordKind } from '../contract/record-kinds.ts';
import { isStated } from '../contract/statement-fields.ts';
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
 * every file stay.
 */
export function sourceSettings(source: SourceSettings, settings: Settings): Settings {
  const { query, columns, values, kind } = source;
  const format = formatOf(source);
  const saysNothing = [columns, values, format].every((part) => Object.keys(part).length === 0);
  if (query === undefined && saysNothing) return settings;
  const ofEveryFile = Object.entries(settings.map).filter(([, path]) => typeof path === 'string');
  const table = {
    files: ['*'],
    columns,
    values,
    ...format,
    ...(isStated(sourceKind(source)) ? { kind } : {}),
  };
  return { ...settings, map: { ...Object.fromEntries(ofEveryFile), [`source ${source.name}`]: table } };
}
