import type { Child } from 'hono/jsx';

export interface TableColumn {
  readonly heading: string;
  /** Whether its cells are aligned as numbers. */
  readonly isNumber?: boolean;
}

interface WideTableProps {
  readonly caption?: string;
  /** What it is, for people who do not see it. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** Cells in the order of the columns; the first is the row's heading. */
  readonly rows: ReadonlyArray<readonly Child[]>;
}

/** A table that scrolls by itself where the window is narrow. */
export function WideTable({ caption, label, columns, rows }: WideTableProps) {
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ heading, isNumber }) =>
              heading === '' ? (
                <td></td>
              ) : (
                <th scope="col" class={isNumber === true ? 'number' : undefined}>
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th scope="row">
                    <bdi>{cell}</bdi>
                  </th>
                ) : (
                  <td class={columns[index]?.isNumber === true ? 'number' : undefined}>
                    <bdi>{cell}</bdi>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
