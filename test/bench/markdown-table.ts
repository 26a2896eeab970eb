/**
 * A Markdown table that is also readable in a terminal. Empty columns are left out. All columns except those named are
 * right-aligned.
 */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly string[],
): string {
  const used = header.flatMap((_, index) =>
    rows.some((row) => row[index] !== '') || rows.length === 0 ? [index] : [],
  );
  const widths = new Map(
    used.map((index) => [index, Math.max(...[header, ...rows].map((row) => row[index]!.length), 3)]),
  );
  const isLeft = (index: number) => left.includes(header[index]!);
  const line = (row: readonly string[]) =>
    `| ${used.map((at) => (isLeft(at) ? row[at]!.padEnd(widths.get(at)!) : row[at]!.padStart(widths.get(at)!))).join(' | ')} |`;
  const rule = `|${used.map((at) => `${'-'.repeat(widths.get(at)! + 1)}${isLeft(at) ? '-' : ':'}`).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}
