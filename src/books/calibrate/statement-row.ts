import type { RegionSettings } from '../../settings/schema.ts';
import type { TableFormat } from '../../settings/table-format.ts';

/** A row of sql/calibrate/020_statements.sql. */
export interface StatementRow {
  readonly region: string;
  readonly issuer: string;
  readonly order_no: string;
  readonly merchant_id: string;
  readonly currency: string | null;
  readonly gross_text: string | null;
  readonly completed_at_text: string | null;
  readonly source: string;
  readonly line: string;
  /** What the callbacks of its trade say, with spaces between; null without one. */
  readonly called_at: string | null;
  readonly called_minor: string | null;
}

/** What the settings say of the statements that were read by one table, or source, for one region. */
export interface StatementTable {
  readonly name: string;
  readonly region: RegionSettings;
  readonly format: TableFormat;
  /** Path of one of its settings: `map.portal.zone`. */
  readonly pathOf: (setting: keyof TableFormat) => string;
}
