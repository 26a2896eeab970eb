import { isJsonObject, type JsonObject, ownValue, readText } from '../contract/json.ts';
import type { Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { bankReference, isWrittenAsPersonNumber } from './bank-reference.ts';
import {
  amountForDigest,
  findRegion,
  isTooLong,
  LONGEST_IDENTIFIER_BYTES,
  recordDigest,
} from './identify.ts';
import { issuerFormat, issuerOfNoTable, statedMinor } from './issuer.ts';
import type { BankReading, BankRecord, BankTexts, Normalised } from './record.ts';
import { dateInstant, readDate } from './stated-date.ts';

/**
 * A row of a bank's account statement as a record in our units; else the reason why it has no date.
 * @param value the row, or an object that has it under `bank`
 * @param issuer the table or source by which the row was read
 */
export function normaliseBankRow(
  value: JsonObject,
  settings: Settings,
  issuer: string = issuerOfNoTable(settings, 'bank'),
): Normalised {
  const wrapped = ownValue(value, 'bank');
  const row = isJsonObject(wrapped) ? wrapped : value;
  const text = (field: string) => readText(ownValue(row, field));
  const written = text('row_id');
  if (written !== undefined && isTooLong(written)) {
    const detail = `a row_id of ${written.length} characters, at most ${LONGEST_IDENTIFIER_BYTES} bytes`;
    return { kind: 'rejected', rejection: { reason: 'no_statement_key', detail } };
  }
  const bookedOnText = text('booked_on');
  const bookedOn = readDate(bookedOnText);
  const loggedAt = dateInstant(bookedOn);
  if (bookedOnText === undefined || loggedAt === undefined) {
    return { kind: 'rejected', rejection: { reason: 'no_statement_time', detail: 'no booked_on' } };
  }
  // Some banks have the payer's CPF or CNPJ as the number of the document.
  const rowId = written === undefined || isWrittenAsPersonNumber(written) ? undefined : written;
  const texts: BankTexts = {
    rowId,
    bookedOnText,
    currency: text('currency'),
    amountText: text('amount'),
    reference: bankReference(text('reference')),
  };
  const reading = interpretBankRow(texts, issuerFormat(settings, issuer, 'bank') ?? {}, settings);
  const digest = bankDigest(texts);
  // Some banks write the same identifier on every row, others count from 1 each day: rows of two dates are two rows.
  const rowKey = rowId === undefined ? digest : `${rowId} ${reading.bookedOn}`;
  const record: BankRecord = { ...texts, ...reading, issuer, rowKey, digest, loggedAt };
  return { kind: 'bank', record, violations: [] };
}

export function bankDigest(texts: BankTexts): string {
  return recordDigest('bank', [
    texts.rowId,
    texts.bookedOnText,
    texts.currency,
    amountForDigest(texts.amountText),
    texts.reference,
  ]);
}

/** Interprets the kept texts of a row by what the settings say of its table. */
export function interpretBankRow(texts: BankTexts, format: TableFormat, settings: Settings): BankReading {
  return {
    region: findRegion(settings, texts.currency, undefined).name,
    bookedOn: readDate(texts.bookedOnText)!,
    amountMinor: statedMinor(texts.amountText, texts.currency, format.unit),
  };
}
