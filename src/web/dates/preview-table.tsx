import type { Column, Report } from '../../../reports/report.ts';
import type { Preview } from '../../books/shown/preview-report.ts';
import { PREVIEW_TEXTS } from '../../texts/page/preview-texts.ts';
import { REPORT_NAMES } from '../../texts/page/report-names.ts';
import { withoutHidden } from '../../texts/phrase.ts';
import { changedQuery, orderAddress } from '../addresses.ts';
import type { Visit } from '../visit.ts';
import type { PreviewQuery } from './preview-query.ts';

const NUMBERS: ReadonlySet<Column['kind']> = new Set(['count', 'percent', 'minor', 'amount']);

/** Columns for which a page of paper has room; page.css prints no more. */
const MOST_ON_PAPER = 14;

interface PreviewTableProps {
  readonly visit: Pick<Visit, 'language' | 'url'>;
  readonly report: Report;
  readonly query: PreviewQuery;
  readonly preview: Preview;
}

/** The rows of a report with the cells of its CSV, hidden characters as escapes. The headings sort; order numbers lead to their orders. */
export function PreviewTable({ visit, report, query, preview }: PreviewTableProps) {
  const texts = PREVIEW_TEXTS[visit.language];
  const { columns, rows, sortable } = preview;
  if (rows.length === 0) return <p>{texts.empty}</p>;
  const isWide = columns.length > MOST_ON_PAPER;
  const merchantAt = columns.findIndex(({ name }) => name === 'merchant_id');
  return (
    <>
      {sortable.length === 0 ? null : <p class="dim">{texts.sort}</p>}
      {isWide ? <p class="on-paper">{texts.onPaper}</p> : null}
      <section
        class={isWide ? 'scroll wide' : 'scroll'}
        dir="ltr"
        tabindex={0}
        aria-label={REPORT_NAMES[report.name]![visit.language]}
      >
        <table class="preview">
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading
                  visit={visit}
                  column={column}
                  query={query}
                  isSortable={sortable.includes(column.name)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell, index) => (
                  <td class={classOf(columns[index]!)}>
                    {columns[index]!.name === 'order_no' &&
                    (cells[merchantAt] ?? '') !== '' &&
                    cell !== '' ? (
                      <a href={orderAddress(cells[merchantAt]!, cell)}>
                        <bdi>{withoutHidden(cell)}</bdi>
                      </a>
                    ) : (
                      <bdi>{withoutHidden(cell)}</bdi>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function classOf({ kind }: Column): string | undefined {
  if (NUMBERS.has(kind)) return 'number';
  return kind === 'text' || kind === 'cell' ? 'text' : undefined;
}

interface HeadingProps extends Pick<PreviewTableProps, 'visit' | 'query'> {
  readonly column: Column;
  readonly isSortable: boolean;
}

/** The heading of a column: chosen once it sorts upwards, twice downwards. */
function Heading({ visit: { url }, column: { name, kind }, query, isSortable }: HeadingProps) {
  const className = NUMBERS.has(kind) ? 'number' : undefined;
  if (!isSortable) {
    return (
      <th scope="col" class={className}>
        <code>{name}</code>
      </th>
    );
  }
  const isSorted = query.sort === name;
  const isDescending = query.isDescending === true;
  const order = isSorted && !isDescending ? 'descending' : undefined;
  return (
    <th
      scope="col"
      class={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <a href={changedQuery(url, { sort: name, order, after: undefined })}>
        <code>{name}</code>
        {isSorted ? <span aria-hidden="true"> {isDescending ? '▼' : '▲'}</span> : null}
      </a>
    </th>
  );
}
