import type { PGlite } from '@electric-sql/pglite';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
/** A row as the driver parses it from a message of the server. */
type RowMessage = Message & { readonly fields: (string | null)[] };

/** U+FEFF in UTF-8. */
const MARK = Buffer.from('\ufeff', 'utf8');
const DATA_ROW = 'D'.charCodeAt(0);
/** A message's type and length; the length includes itself. */
const KIND_BYTES = 1;
const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;

/**
 * Makes the embedded database return texts as they are stored. Its driver decodes each value separately and drops a
 * leading U+FEFF as a byte order mark, which would make two order numbers equal; such values are decoded from the
 * server's bytes.
 */
export function keepMarks(database: PGlite): void {
  database.execProtocolStream = async (message, options) => {
    const { messages, data } = await database.execProtocol(message, options);
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (bytes.includes(MARK)) restoreMarks(bytes, messages.filter(isRow));
    return messages;
  };
}

function isRow(message: Message): message is RowMessage {
  return message.name === 'dataRow';
}

/** Replaces the values that begin with U+FEFF in the rows, which are in the order of the bytes. */
function restoreMarks(bytes: Buffer, rows: readonly RowMessage[]): void {
  let row = 0;
  for (let at = 0; row < rows.length && at < bytes.length; ) {
    if (bytes[at] === DATA_ROW) {
      restoreRow(bytes, at + KIND_BYTES + LENGTH_BYTES, rows[row]!);
      row += 1;
    }
    at += KIND_BYTES + bytes.readUInt32BE(at + KIND_BYTES);
  }
}

/** @param start of the row's count of values; each value follows its length, which is -1 for null */
function restoreRow(bytes: Buffer, start: number, { fields }: RowMessage): void {
  let at = start + COUNT_BYTES;
  for (let index = 0; index < fields.length; index += 1) {
    const length = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    if (length < 0) continue;
    const value = bytes.subarray(at, at + length);
    if (value.subarray(0, MARK.length).equals(MARK)) fields[index] = value.toString('utf8');
    at += length;
  }
}
