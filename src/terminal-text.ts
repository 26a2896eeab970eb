/** Rows as columns that stand under one another; those named are set to the right. */
export function textTable(
  header: readonly string[],
  rows: readonly string[][],
  right: readonly string[],
): string {
  const all = [[...header], ...rows];
  const widths = header.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, index) =>
          right.includes(header[index]!) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A text in lines of at most so many characters, each after the first with an indent before it. */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= width - indent.length)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/** 1234567 as 1,234,567. */
export function grouped(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 order`, `2 orders`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Text of a log as a terminal may show it: control characters, which could move the cursor, as escapes. */
export function plain(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A word as a shell takes it: what is not plainly harmless stands in quotes. */
export function quoted(word: string): string {
  return /^[\w.@%+=:,/-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'${plain(word).replaceAll("'", "'\\''")}'`;
}
