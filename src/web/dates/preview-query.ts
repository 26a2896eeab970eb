import type { Report } from '../../../reports/report.ts';
import type { PreviewRequest } from '../../books/shown/preview-report.ts';
import { listsChanges } from '../../books/shown/report-keys.ts';

/** Rows of a page. */
const ROWS = 50;

/** Columns with few values, which people look for by a value. */
const FILTERED: readonly string[] = [
  ...['merchant_id', 'sub_merchant_id', 'order_no', 'payment_method', 'currency', 'requested_currency'],
  ...['paid_currency', 'outcome', 'code', 'severity', 'state', 'assignee', 'reason', 'stuck_reason'],
];

/** What a preview shows, as its address says it. */
export interface PreviewQuery extends PreviewRequest {
  readonly cells: Readonly<Record<string, string>>;
}

/** The columns of a report that can be filtered by. */
export function filteredColumns(report: Report): string[] {
  const known = listsChanges(report) ? ['merchant_id', 'order_no'] : FILTERED;
  return report.columns.map(({ name }) => name).filter((name) => known.includes(name));
}

/** Name of the field of an address with the value of a column. */
export function fieldOfColumn(name: string): string {
  return `is-${name}`;
}

/** Reads an address. What names no column, or is empty, does not restrict. Cells are compared as they are. */
export function previewQuery(url: URL, report: Report): PreviewQuery {
  const field = (name: string) => {
    const value = url.searchParams.get(name) ?? '';
    return value.trim() === '' ? undefined : value;
  };
  const cells: Record<string, string> = {};
  for (const name of filteredColumns(report)) {
    const value = field(fieldOfColumn(name));
    if (value !== undefined) cells[name] = value;
  }
  return {
    text: field('text')?.trim(),
    cells,
    sort: field('sort'),
    isDescending: field('order') === 'descending',
    after: field('after'),
    limit: ROWS,
  };
}
