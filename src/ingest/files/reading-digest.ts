import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import { formatReading } from '../cells/format-reading.ts';
import { findTable } from '../csv/column-plan.ts';
import { formatByName } from './source-format.ts';

/**
 * SHA-256 over everything that decides which records a file's bytes give: the forced kind, and the settings of its
 * format. A file with known bytes and digest need not be read again; after a corrected map it is.
 */
export function readingDigest(name: string, kind: RecordKind | undefined, settings: Settings): string {
  const { prefix, field } = settings.logs;
  const format = formatByName(name);
  const table = findTable(settings, name);
  const parts = {
    kind: kind ?? null,
    maxLineBytes: settings.ingest.maxLineBytes,
    lines: format === 'csv' ? null : { prefix, field },
    rows:
      format === 'lines'
        ? null
        : {
            csv: settings.csv,
            columns: namedColumns(settings),
            table: table ?? null,
            ...formatReading(table?.table ?? {}, settings),
          },
  };
  return sha256Of(JSON.stringify(parts));
}

function namedColumns(settings: Settings): unknown[] {
  return Object.entries(settings.map)
    .filter(([, value]) => typeof value === 'string')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
