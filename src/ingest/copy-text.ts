/** A value in COPY's text format; undefined becomes NULL. */
export type CopyValue = string | number | bigint | boolean | undefined;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const encoder = new TextEncoder();

/** Rows in COPY's text format, gathered into blocks that are sent whole. */
export class CopyBlock {
  #parts: string[] = [];
  #rows = 0;
  #characters = 0;

  get rows(): number {
    return this.#rows;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Adds a row, its values in the order of the table's column list. */
  add(values: readonly CopyValue[]): void {
    let row = '';
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) row += '\t';
      row += copyText(values[index]);
    }
    row += '\n';
    this.#parts.push(row);
    this.#rows += 1;
    this.#characters += row.length;
  }

  /** The gathered bytes, and an empty block. */
  take(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number } {
    const taken = { bytes: encoder.encode(this.#parts.join('')), rows: this.#rows };
    this.#parts = [];
    this.#rows = 0;
    this.#characters = 0;
    return taken;
  }
}

function copyText(value: CopyValue): string {
  if (value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : value;
}
