import type { Child } from 'hono/jsx';

/** The heading of a column; empty for none. */
export type Heading = string | { readonly heading: Child; readonly isNumber?: boolean };

interface TableProps {
  readonly class?: string;
  readonly caption?: Child;
  readonly isCaptionHidden?: boolean;
  readonly headings: readonly Heading[];
  /** The rows. */
  readonly children?: Child;
  /** The row below the others. */
  readonly foot?: Child;
}

/** The heading of a column whose cells are aligned as numbers. */
export function numberHeading(heading: Child): Heading {
  return { heading, isNumber: true };
}

/** The class of a column's cells. */
export function classOf(column: Heading | undefined): string | undefined {
  return typeof column === 'object' && column.isNumber === true ? 'number' : undefined;
}

/** A table whose first row names the columns. */
export function Table({ caption, isCaptionHidden, headings, children, foot, ...own }: TableProps) {
  return (
    <table class={own.class}>
      {caption === undefined ? null : (
        <caption class={isCaptionHidden === true ? 'hidden' : undefined}>{caption}</caption>
      )}
      <thead>
        <tr>
          {headings.map((column) =>
            column === '' ? (
              <td></td>
            ) : (
              <th scope="col" class={classOf(column)}>
                {typeof column === 'string' ? column : column.heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot === undefined ? null : <tfoot>{foot}</tfoot>}
    </table>
  );
}

interface ScrolledProps {
  /** What it is, for people who do not see it. */
  readonly label: string;
}

/** A table that scrolls by itself where the window is narrow. */
export function ScrolledTable({ label, ...table }: TableProps & ScrolledProps) {
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <Table {...table} />
    </section>
  );
}

interface CellTableProps extends Pick<TableProps, 'caption' | 'headings'>, ScrolledProps {
  /** Cells in the order of the columns; the first is the row's heading. */
  readonly rows: ReadonlyArray<readonly Child[]>;
}

/** A scrolled table of cells that need no markup of their own. */
export function CellTable({ rows, ...table }: CellTableProps) {
  return (
    <ScrolledTable {...table}>
      {rows.map((cells) => (
        <tr>
          {cells.map((cell, index) =>
            index === 0 ? (
              <th scope="row">
                <bdi>{cell}</bdi>
              </th>
            ) : (
              <td class={classOf(table.headings[index])}>
                <bdi>{cell}</bdi>
              </td>
            ),
          )}
        </tr>
      ))}
    </ScrolledTable>
  );
}
