import { isWrittenAsPersonNumber } from '../../normalise/bank-reference.ts';
import type { OfxSink } from './ofx-elements.ts';

/** A transaction of an account statement, by our names; what it does not have is absent. */
export type OfxRow = Readonly<Record<string, string>>;

/** What the elements of a transaction are to us. */
const FIELDS: Readonly<Record<string, string>> = {
  FITID: 'row_id',
  DTPOSTED: 'booked_on',
  TRNAMT: 'amount',
  NAME: 'name',
  MEMO: 'memo',
  CHECKNUM: 'check',
  REFNUM: 'reference',
};
const ENDS_ROW = /^(?:STMTTRN|BANKTRANLIST|(?:CC)?STMTRS|OFX)$/;
const DATE = /^(\d{4})(\d{2})(\d{2})(?:\d{4,6}(?:\.\d+)?)?(?:\s*\[[^\]]*\])?$/;

/** Gathers the transactions of an OFX document. */
export class OfxRows implements OfxSink {
  readonly #onRow: (row: OfxRow, corrects: boolean) => void;
  #element = '';
  #inside: string[] = [];
  #currency = '';
  #account = '';
  #row: Record<string, string> | undefined;
  #corrects = false;
  /** Whether a list of transactions was seen, and whether the document has ended. */
  hasList = false;
  hasBegun = false;
  hasEnded = false;

  /** @param onRow is given each row, and whether it has the mark that it corrects or deletes another */
  constructor(onRow: (row: OfxRow, corrects: boolean) => void) {
    this.#onRow = onRow;
  }

  open(name: string): void {
    this.#element = name;
    if (name === 'OFX') this.hasBegun = true;
    if (name === 'BANKTRANLIST') this.hasList = true;
    if (/^(?:CC)?STMTRS$/.test(name)) {
      this.#currency = '';
      this.#account = '';
    }
    if (AGGREGATES.has(name)) this.#inside.push(name);
    if (name === 'STMTTRN') {
      this.#end();
      this.#row = {};
      this.#corrects = false;
    }
  }

  close(name: string): void {
    this.#element = '';
    const at = this.#inside.lastIndexOf(name);
    if (at !== -1) this.#inside.length = at;
    // The older form may leave ends out.
    if (ENDS_ROW.test(name)) this.#end();
    if (name === 'OFX') this.hasEnded = true;
  }

  value(text: string): void {
    const element = this.#element;
    const inside = this.#inside.at(-1);
    if (element === 'CURDEF') this.#currency = text;
    else if (element === 'ACCTID' && /^(?:BANK|CC)ACCTFROM$/.test(inside ?? '')) this.#account = text;
    const row = this.#row;
    if (row === undefined) return;
    // The amounts of a transaction with ORIGCURRENCY are in the currency of the statement.
    if (element === 'CURSYM' && inside === 'CURRENCY') row['currency'] = text;
    if (/^CORRECT(?:FITID|ACTION)$/.test(element)) this.#corrects = true;
    const field = FIELDS[element];
    if (field !== undefined && inside === 'STMTTRN') row[field] = `${row[field] ?? ''}${text}`;
  }

  #end(): void {
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return;
    const { row_id: written, booked_on: posted, amount, name, memo, check, reference } = row;
    const currency = row['currency'] ?? this.#currency;
    const id = written === undefined || isWrittenAsPersonNumber(written) ? undefined : written;
    const words = [...new Set([name, memo, reference, check].filter((text) => text !== undefined))].join(' ');
    const made = {
      // An identifier names a row of its account only.
      ...(id === undefined ? {} : { row_id: this.#account === '' ? id : `${this.#account.slice(-4)}/${id}` }),
      ...(posted === undefined ? {} : { booked_on: dateOf(posted) }),
      ...(currency === '' ? {} : { currency }),
      ...(amount === undefined ? {} : { amount: amountOf(amount) }),
      ...(words === '' ? {} : { reference: words }),
    };
    this.#onRow(made, this.#corrects);
  }
}

const AGGREGATES: ReadonlySet<string> = new Set([
  ...['STMTTRN', 'CURRENCY', 'ORIGCURRENCY', 'PAYEE', 'BANKACCTTO', 'CCACCTTO', 'BANKACCTFROM', 'CCACCTFROM'],
  ...['IMAGEDATA', 'EXTDPAYEE'],
]);

/** The local date of `20261120`, `20261120100500[-3:BRT]`. */
function dateOf(text: string): string {
  return text.replace(DATE, '$1-$2-$3');
}

/** Decimals come after a point or a comma, on one side of which digits may be missing; there is no mark between groups of digits. */
function amountOf(text: string): string {
  const unsigned = text.replace(/^[+-]/, '');
  const sign = text.startsWith('-') ? '-' : '';
  const [, whole, decimals] = /^(?=.?\d)(\d*)[.,]?(\d*)$/.exec(unsigned) ?? [];
  if (whole === undefined) return `${sign}${unsigned}`;
  return `${sign}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
}
