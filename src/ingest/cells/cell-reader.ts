import type { FieldKind } from '../../contract/field-kind.ts';
import { isJsonObject, ownValue, readText } from '../../contract/json.ts';
import { cellValue } from '../../contract/record-paths.ts';
import { shape, type Violation } from '../../contract/violation.ts';
import { findRegion } from '../../normalise/identify.ts';
import { parseWrittenTime } from '../../normalise/instant.ts';
import { localDate } from '../../normalise/local-date.ts';
import { currencyExponent } from '../../normalise/money.ts';
import { readEpoch, readPlainly } from '../../normalise/read-time.ts';
import { readDate } from '../../normalise/stated-date.ts';
import { offsetText, readLocal } from '../../normalise/zone.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import {
  type NumberReader,
  numberReader,
  rounded,
  shifted,
  westernText,
  withoutNoise,
  withWesternDigits,
} from './read-number.ts';
import { serialTime } from './serial-time.ts';
import { type Cell, textOf } from './table-cell.ts';
import { dateReader, type TimeReader, timeReader } from './time-forms.ts';

/** A field of a record that a column leads to. */
export interface CellTarget {
  /** Keys that lead to the value in the record. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
}

/** The record of a row, as far as it was built. */
type Part = Readonly<Record<string, unknown>>;

/** What a cell was to be read as and could not be; unit: it has decimals, and its message counts minor units. */
export type UnreadAs = 'amount' | 'number' | 'unit' | 'time' | 'date' | 'word' | 'identifier';

/** The value of a cell. */
export interface ReadCell {
  /** The value in the record; undefined for none. */
  readonly value: unknown;
  /** Set where the cell is not written as the table says. */
  readonly unread?: UnreadAs;
  /** Set where the digits of an identifier are lost. */
  readonly isLost?: boolean;
  readonly violation?: Violation;
}

/** Whether a field is read only once the currency and method of its record are known. */
export function isLate(kind: FieldKind): boolean {
  return kind === 'amount' || kind === 'own-time' || kind === 'service-time' || kind === 'date';
}

/** How a spreadsheet writes a number of many digits into a text file: the others are lost. */
const WITH_EXPONENT = /^\d([.,]\d+)?E\+\d{2,}$/i;
/** A workbook keeps 15 digits of a number. */
const LOST_FROM = 10n ** 15n;
const ABSENT: ReadCell = { value: undefined };
/** Without a value these would let a record count. */
const KEPT_ERRORS: ReadonlySet<string | undefined> = new Set(['status', 'verified']);

/**
 * Reads the cells of a table by its settings and by nothing else. What cannot be read so keeps its text, in quotes if
 * it could be read in another way, so that no later step reads it.
 */
export class CellReader {
  readonly #format: TableFormat;
  readonly #settings: Settings;
  readonly #number: NumberReader;
  readonly #times: TimeReader | undefined;
  readonly #dates: TimeReader | undefined;

  constructor(format: TableFormat, settings: Settings) {
    this.#format = format;
    this.#settings = settings;
    this.#number = numberReader(format);
    this.#times = format.times === undefined ? undefined : timeReader(format.times);
    this.#dates = format.times === undefined ? undefined : dateReader(format.times);
  }

  /** @param record what is known of the record; for a late field all but late fields */
  read(cell: Cell, { path, kind }: CellTarget, record: Part): ReadCell {
    if (textOf(cell) === '') return ABSENT;
    switch (kind) {
      case 'amount':
        return this.#amount(cell, path, record);
      case 'number':
        return this.#plainNumber(cell, path, 'number');
      case 'own-time':
      case 'service-time':
        return this.#time(cell, path, record, kind);
      case 'stated-amount':
        // In the unit of its table, so that a corrected unit can be applied to what is kept.
        return this.#plainNumber(cell, path, 'amount');
      case 'stated-time':
        return this.#statedTime(cell);
      case 'date':
        return this.#date(cell, path, record);
      case 'word':
        // As it is, so that corrected words can be applied to what is kept.
        return { value: plainText(cell) };
      case 'identifier':
        return this.#identifier(cell, path);
      default:
        return this.#text(cell, path);
    }
  }

  /** The number of a cell in JSON's grammar; undefined for a cell that is written otherwise than the table says. */
  numberText(cell: Cell): string | undefined {
    if (typeof cell === 'string') return this.#number(cell);
    if (cell.type !== 'number') return undefined;
    return cell.daysFrom === undefined ? numberReader({})(cell.text) : withoutNoise(cell.text);
  }

  #amount(cell: Cell, path: readonly string[], record: Part): ReadCell {
    const text = this.numberText(cell);
    if (text === undefined) return this.#unreadNumber(cell, path, 'amount');
    const { unit } = this.#format;
    if (unit === undefined) {
      const isMajor = text.includes('.') && this.#regionOf(path, record).amountUnit === 'minor';
      return { value: cellValue(path, text), ...(isMajor ? { unread: 'unit' as const } : {}) };
    }
    const message = path.slice(0, -2);
    const region = this.#regionOf(path, record);
    if (unit === region.amountUnit) return { value: cellValue(path, text) };
    const currency =
      textAt(record, [...message, 'money', 'currency']) ??
      textAt(record, ['request', 'body', 'money', 'currency']);
    const places = currencyExponent(currency);
    return { value: cellValue(path, shifted(text, unit === 'major' ? places : -places)) };
  }

  /** The time of a statement without a guess of its zone, so that a corrected zone can be applied to what is kept. */
  #statedTime(cell: Cell): ReadCell {
    const text = this.#timeText(cell);
    const isRead = text !== undefined && (parseWrittenTime(text) ?? readEpoch(text)) !== undefined;
    return isRead ? { value: text } : unreadTime(textOf(cell), 'time');
  }

  #date(cell: Cell, path: readonly string[], record: Part): ReadCell {
    const raw = textOf(cell);
    const instant = typeof cell !== 'string' && cell.type === 'instant' ? readPlainly(raw) : undefined;
    if (instant !== undefined) return { value: localDate(instant, this.#zoneOfStated(path, record)) };
    const date = readDate(this.#timeText(cell, this.#dates));
    return date === undefined ? unreadTime(raw, 'date') : { value: date };
  }

  #plainNumber(cell: Cell, path: readonly string[], as: 'amount' | 'number'): ReadCell {
    const text = this.numberText(cell);
    return text === undefined ? this.#unreadNumber(cell, path, as) : { value: cellValue(path, text) };
  }

  #unreadNumber(cell: Cell, path: readonly string[], unread: UnreadAs): ReadCell {
    const text = textOf(cell);
    const value = cellValue(path, text);
    // A text that a record would read as a number all the same.
    return {
      value: typeof value === 'string' && numberReader({})(text) === undefined ? value : `"${text}"`,
      unread,
    };
  }

  #time(cell: Cell, path: readonly string[], record: Part, kind: FieldKind): ReadCell {
    const text = this.#timeText(cell);
    const written = text === undefined ? undefined : parseWrittenTime(text);
    const isOwn = kind === 'own-time';
    if (text !== undefined && written === undefined && isOwn && readEpoch(text) !== undefined)
      return { value: text };
    if (text === undefined || written === undefined) {
      const raw = textOf(cell);
      const wouldBeRead = parseWrittenTime(raw) !== undefined || (isOwn && readEpoch(raw) !== undefined);
      return { value: wouldBeRead ? `"${raw}"` : raw, unread: 'time' };
    }
    const { zone } = this.#format;
    if (zone === undefined || written.offsetSeconds !== undefined) return { value: text };
    const usual = isOwn ? this.#settings.logs.zone : this.#regionOf(path, record).zone;
    if (zone === usual) return { value: text };
    const local = readLocal(zone, written.localSeconds);
    const value = `${text}${offsetText(written.localSeconds - local.earlier)}`;
    if (local.kind === 'once') return { value };
    const rule = 'a local time that occurs once in its zone';
    return { value, violation: { field: path.join('.'), rule, shape: shape(text) } };
  }

  /** A number is a count of days where it can be one, else read as a text of its digits. */
  #timeText(cell: Cell, reader = this.#times): string | undefined {
    if (typeof cell === 'string') {
      const text = this.#isArabic ? westernText(cell) : cell;
      return reader === undefined ? text : reader(text);
    }
    if (cell.type === 'error') return undefined;
    if (cell.type !== 'number') return cell.text;
    const serial = cell.daysFrom === undefined ? undefined : serialTime(cell.text, cell.daysFrom);
    return serial ?? (hasLostDigits(cell) ? undefined : reader?.(plainText(cell))) ?? plainText(cell);
  }

  #identifier(cell: Cell, path: readonly string[]): ReadCell {
    if (isError(cell)) return ABSENT;
    return hasLostDigits(cell)
      ? { value: undefined, unread: 'identifier', isLost: true }
      : this.#text(cell, path);
  }

  #text(cell: Cell, path: readonly string[]): ReadCell {
    const raw = plainText(cell);
    const words = this.#wordsOf(path);
    if (isError(cell) && !KEPT_ERRORS.has(path.at(-1)) && words?.has(raw) !== true) return ABSENT;
    const text = this.#isArabic ? withWesternDigits(raw) : raw;
    if (words === undefined) return { value: cellValue(path, text) };
    const word = words.get(raw) ?? words.get(text);
    if (word !== undefined) return { value: cellValue(path, word) };
    const isOurs = [...words.values()].includes(text);
    return { value: cellValue(path, text), ...(isOurs ? {} : { unread: 'word' as const }) };
  }

  readonly #words = new Map<string, ReadonlyMap<string, string> | undefined>();

  #wordsOf(path: readonly string[]): ReadonlyMap<string, string> | undefined {
    const { words } = this.#format;
    if (words === undefined) return undefined;
    const name = path.join('.').toLowerCase();
    if (!this.#words.has(name)) {
      const found = Object.entries(words).find(([one]) =>
        [one, `body.${one}`, `statement.${one}`, `bank.${one}`].some((n) => n.toLowerCase() === name),
      );
      this.#words.set(name, found && new Map(Object.entries(found[1])));
    }
    return this.#words.get(name);
  }

  get #isArabic(): boolean {
    return this.#format.digits === 'arabic';
  }

  /** The zone of a row of a statement: what its table says, else that of its region. */
  #zoneOfStated([part = '']: readonly string[], record: Part): string {
    const textOfRow = (field: string) => textAt(record, [part, field]);
    const region = () => findRegion(this.#settings, textOfRow('currency'), textOfRow('payment_method'));
    return this.#format.zone ?? region().zone;
  }

  /** The region of the message that a value belongs to; a response has that of its request. */
  #regionOf(path: readonly string[], record: Part): RegionSettings {
    const isPayIn = path[0] === 'request' || path[0] === 'response';
    const request = ['request', 'body'];
    const hasRequest = isPayIn && ownAt(record, ['request']) !== undefined;
    const body = hasRequest ? request : isPayIn ? ['response', 'body'] : ['body'];
    const method = body[0] === 'response' ? ['channel', 'paymentMethod'] : ['paymentMethod'];
    const currency = textAt(record, [...body, 'money', 'currency']);
    return findRegion(this.#settings, currency, textAt(record, [...body, ...method]));
  }
}

function isError(cell: Cell): boolean {
  return typeof cell !== 'string' && cell.type === 'error';
}

function hasLostDigits(cell: Cell): boolean {
  if (typeof cell === 'string') return WITH_EXPONENT.test(cell);
  if (cell.daysFrom === undefined) return false;
  const text = plainText(cell);
  return /^\d+$/.test(text) && BigInt(text) >= LOST_FROM;
}

/** What could not be read as a time keeps its text, in quotes if a later step would read it. */
function unreadTime(raw: string, unread: 'time' | 'date'): ReadCell {
  const wouldBeRead = (parseWrittenTime(raw) ?? readEpoch(raw)) !== undefined || readDate(raw) !== undefined;
  return { value: wouldBeRead ? `"${raw}"` : raw, unread };
}

/** The text of a cell where no number is due: a number of a workbook as it is shown. */
function plainText(cell: Cell): string {
  if (typeof cell === 'string' || cell.daysFrom === undefined) return textOf(cell);
  const text = rounded(cell.text);
  return /^\d+$/.test(text) ? text.padStart(cell.shownDigits ?? 0, '0') : text;
}

/** The value of a record at a path; undefined for none. */
export function ownAt(record: Part, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  return value;
}

function textAt(record: Part, path: readonly string[]): string | undefined {
  return readText(ownAt(record, path));
}
