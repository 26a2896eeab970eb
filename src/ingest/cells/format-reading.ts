import type { Settings } from '../../settings/schema.ts';
import { formatOf, type TableFormat } from '../../settings/table-format.ts';

/**
 * What decides how the cells of a table are read, as part of a digest; nothing for a table that does not say how it is
 * written, so that files read before tables could say so are not read again.
 */
export function formatReading(table: TableFormat, settings: Settings): object {
  const format = formatOf(table);
  if (Object.keys(format).length === 0) return {};
  // The unit and the zone of the kept text are those of the message's region.
  const isByRegion = format.unit !== undefined || format.zone !== undefined;
  const { regions, logs } = settings;
  return { format, ...(isByRegion ? { regions, zone: logs.zone } : {}) };
}
