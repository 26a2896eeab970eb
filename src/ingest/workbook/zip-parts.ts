import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Fault } from '../../errors.ts';
import { markedEncoding, UTF_8 } from '../csv/encodings.ts';

/** The parts of a workbook, which is a ZIP archive. */
export class ZipParts {
  readonly path: string;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxBytes: number;
  /** Unpacked bytes of the parts; one that is read twice counts once. */
  readonly #unpacked = new Map<string, number>();

  private constructor(path: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.path = path;
    this.#zip = zip;
    this.#entries = entries;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param path of the workbook, for messages
   * @param maxBytes limit of all parts that are read, unpacked
   * @throws Fault SOURCE_BROKEN
   */
  static async open(bytes: Buffer, path: string, maxBytes: number): Promise<ZipParts> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new ZipParts(path, zip, entries, maxBytes);
    } catch (error) {
      throw broken(path, error);
    }
  }

  /** Whether there is a part with this name; the letter case does not matter. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * The text of a part, unpacked bit by bit. Throws SOURCE_BROKEN, also for a part that is missing, and at the end of one whose content
   * does not have its checksum.
   */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw broken(this.path, new Error(`the part ${name} is missing`));
    let bytesRead = 0;
    let checksum = 0;
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    try {
      if (!entry.canDecodeFileData())
        throw new Error(`the part ${name} is encrypted or packed in an unknown way`);
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        const bytes = chunk as Buffer;
        bytesRead += bytes.length;
        this.#count(entry.fileName, bytesRead);
        checksum = crc32(bytes, checksum);
        // The XML of a part is UTF-8 or, with a byte order mark, UTF-16.
        decoder ??= new TextDecoder(markedEncoding(bytes) ?? UTF_8, { fatal: true });
        yield decoder.decode(bytes, { stream: true });
      }
      // A wrong bit may unpack to the same length and other digits; the library compares the length only.
      if (checksum !== entry.crc32)
        throw new Fault('SOURCE_BROKEN', {
          where: this.path,
          found: `the part ${name} is damaged: its checksum is not that of its content`,
          remedy:
            'Fetch the file again. If it stays so, open it in a spreadsheet program, compare its amounts, and save it.',
        });
      yield decoder?.decode() ?? '';
    } catch (error) {
      throw error instanceof Fault ? error : broken(this.path, error);
    }
  }

  #count(part: string, bytes: number): void {
    this.#unpacked.set(part, Math.max(bytes, this.#unpacked.get(part) ?? 0));
    let unpacked = 0;
    for (const one of this.#unpacked.values()) unpacked += one;
    if (unpacked <= this.#maxBytes) return;
    throw workbookTooLarge(this.path, `more than ${this.#maxBytes} bytes when unpacked`);
  }
}

export function workbookTooLarge(where: string, found: string): Fault {
  return new Fault('SOURCE_BROKEN', {
    where,
    found,
    remedy:
      'If the workbook is genuine, raise the setting ingest.maxWorkbookBytes, or export the sheet as CSV.',
  });
}

export function broken(where: string, error: unknown): Fault {
  return new Fault('SOURCE_BROKEN', { where, found: (error as Error).message, cause: error });
}
