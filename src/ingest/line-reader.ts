import { normaliseLine } from '../normalise/normalise-line.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings.ts';
import type { LineSink } from './line-splitter.ts';
import type { RecordStager } from './record-stager.ts';

/** Turns each line of a log into rows of the staging tables, or into a rejection. */
export class LineReader implements LineSink {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #stager: RecordStager;
  readonly #settings: Settings;
  readonly #forcedKind: RecordKind | undefined;

  constructor(stager: RecordStager, settings: Settings, forcedKind: RecordKind | undefined) {
    this.#stager = stager;
    this.#settings = settings;
    this.#forcedKind = forcedKind;
  }

  line(bytes: Uint8Array, line: number): void {
    if (isBlank(bytes)) return;
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      this.#stager.reject({ reason: 'not_utf8', detail: `${bytes.length} bytes` }, line);
      return;
    }
    this.#stager.take(normaliseLine(text, this.#settings, this.#forcedKind), line);
  }

  tooLong(line: number): void {
    this.#stager.tooLong(line);
  }
}

/** Whether a line holds nothing but blanks: it is no record. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
