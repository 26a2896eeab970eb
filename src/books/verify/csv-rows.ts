const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Follows a CSV byte by byte and tracks where its rows begin. A line break within quotes does not end a row. */
export class RowCounter {
  /** Number of complete rows, including the header. */
  ended = 0;
  /** Number of complete lines. */
  lines = 0;
  /** Byte offset where the current row begins. */
  rowStart = 0;
  /** The line where the current row begins, from 1. */
  rowLine = 1;
  #offset = 0;
  #quoted = false;

  add(block: Uint8Array): void {
    for (const byte of block) {
      this.#offset += 1;
      if (byte === QUOTE) this.#quoted = !this.#quoted;
      else if (byte === LINE_FEED) {
        this.lines += 1;
        if (!this.#quoted) this.#endRow();
      }
    }
  }

  /** Rows without the header, including a last row without a line break. */
  get rows(): number {
    return Math.max(0, this.ended + (this.#offset > this.rowStart ? 1 : 0) - 1);
  }

  #endRow(): void {
    this.ended += 1;
    this.rowStart = this.#offset;
    this.rowLine = this.lines + 1;
  }
}

/** The first rows of a text, each including its line break. */
export function firstRows(content: Buffer, most: number): Buffer[] {
  const rows: Buffer[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < content.length && rows.length < most; at += 1) {
    if (content[at] === QUOTE) quoted = !quoted;
    else if (content[at] === LINE_FEED && !quoted) {
      rows.push(content.subarray(start, at + 1));
      start = at + 1;
    }
  }
  if (rows.length < most && start < content.length) rows.push(content.subarray(start));
  return rows;
}

/** The cells of a row. A row that is not valid CSV is split as far as possible. */
export function cellsOf(row: Buffer, delimiter: string): string[] {
  const text = row
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
  const cells = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"' && quoted && text[at + 1] === '"') {
      cells[cells.length - 1] += letter;
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === delimiter && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}
