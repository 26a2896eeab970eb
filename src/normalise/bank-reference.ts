/** Words that banks write about payouts. Any other word without a digit may be the name of a person. */
const BANK_WORDS: ReadonlySet<string> = new Set(
  `payout payouts settlement settlements settle transfer transferencia payment payments pagamento pagamentos repasse
  repasses liquidacao lote batch ref reference referencia id no nr num pix ted doc boleto credit credito debit debito
  deposit deposito bank banco fee fees tarifa refund estorno chargeback recebido received sent enviado from to de da do
  para of and e fawry instapay swift wire ach sepa acquirer adquirente تحويل تسوية دفعة إيداع رقم مرجع`.split(
    /\s+/,
  ),
);
/** CPF and CNPJ with all of their marks. */
const WRITTEN = /(?<!\d)(?:\d{3}\.\d{3}\.\d{3}-?\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-?\d{2})(?!\d)/g;
/** What may be between the digits of a number. */
const GAP = '[\\s./_\\u2010-\\u2015-]';
const GAPS = new RegExp(GAP, 'g');
/** A date that begins an identifier, such as `20261130-0001`. Of a CNPJ with these digits, a slash comes after them. */
const LEADING_DATE = '20\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';
/** Digits as CPF, CNPJ and Egypt's national number may be divided, from wherever one begins. */
const NUMBERS: readonly RegExp[] = [
  [3, 3, 3, 2],
  [2, 3, 3, 4, 2],
  [1, 2, 2, 2, 2, 5],
].map((parts) => {
  const digits = parts.map((length) => `\\d{${length}}`).join(`${GAP}{0,3}`);
  return new RegExp(`(?<!\\p{N})(?!${LEADING_DATE}[^\\d/])(?=(${digits})(?!\\p{N}))`, 'gu');
});
/** Telephone numbers of Brazil and Egypt. Without a country or an area in brackets they have a form that few identifiers have. */
const TELEPHONES = new RegExp(
  [
    '(?<!\\p{N})\\+55(?:[\\s().-]*\\d){10,11}?(?!\\p{N})',
    '(?<!\\p{N})\\+20(?:[\\s().-]*\\d){8,11}?(?!\\p{N})',
    '\\(\\d{2,3}\\)\\d{4,5}-?\\d{4}(?!\\p{N})',
    `\\(\\d{2,3}\\)\\s(?!${LEADING_DATE})(?:\\d{4,5}[\\s.-]\\d{4}|9?[2-9]\\d{7})(?![./-]?\\p{N})`,
    '(?<=(?<![\\p{L}\\p{N}./_-])0?[1-9]{2}[\\s.-]?)9\\d{4}-\\d{4}(?![./-]?\\p{N})',
    '(?<![\\p{L}\\p{N}])(?:00)?201[0125]\\d{8}(?!\\p{N})',
    '(?<![\\p{L}\\p{N}])01[0125](?:\\d{8}|[\\s.-]?\\d{4}[\\s.-]\\d{4}|\\d?[\\s.-]\\d{3}[\\s.-]\\d{4})(?!\\p{N})',
  ].join('|'),
  'gu',
);
const MASK = '*';

/**
 * A bank's text about a row without what may be of a person: words with a digit are kept, because identifiers of payouts have
 * one, and the usual words of banks. Everything else, addresses of mail, telephone numbers and numbers of persons become `*`,
 * also where they are of several words.
 * @example bankReference('PIX RECEBIDO MARIA SOUZA 123.456.789-09 PO-77') // 'PIX RECEBIDO * PO-77'
 */
export function bankReference(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const words = text.split(/\s+/).filter((word) => word !== '');
  const ofPersons = rangesOfPersons(words.join(' '));
  let end = -1;
  const masked = words.map((word) => {
    const start = end + 1;
    end = start + word.length;
    const isOfPerson = ofPersons.some((range) => range.start < end && range.end > start);
    return !isOfPerson && mayBeKept(word) ? word : MASK;
  });
  const kept = masked.filter((word, index) => word !== MASK || masked[index - 1] !== MASK).join(' ');
  return kept === '' ? undefined : kept;
}

function mayBeKept(word: string): boolean {
  if (word.includes('@')) return false;
  if (/\p{N}/u.test(word)) return !/(?<![\p{L}\p{N}])\+\d/u.test(word);
  const parts = word.split(/[^\p{L}\p{M}]+/u).filter((part) => part !== '');
  return parts.every((part) => BANK_WORDS.has(plainWord(part)));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a text has telephone numbers and numbers of persons. */
function rangesOfPersons(text: string): readonly Range[] {
  const western = westernDigits(text);
  const found = [WRITTEN, TELEPHONES].flatMap((form) =>
    Array.from(western.matchAll(form), (match) => ({ start: match.index, number: match[0] })),
  );
  for (const form of NUMBERS)
    for (const { index: start, 1: number = '' } of western.matchAll(form))
      if (resemblesPersonNumber(number) && !isPartOfWord(western, start, number))
        found.push({ start, number });
  return found.map(({ start, number }) => ({ start, end: start + number.length }));
}

/** Whether digits alone are joined to letters, as in an identifier: `PO52998224725`. */
function isPartOfWord(text: string, start: number, number: string): boolean {
  const before = text.slice(0, start).replace(/(?<!\p{L})(?:CPF|CNPJ)$/iu, '');
  return (
    /^\d+$/.test(number) && (/\p{L}$/u.test(before) || /^\p{L}/u.test(text.slice(start + number.length)))
  );
}

/** Whether a text may be the number of a person: CPF or CNPJ by its check digits, or 14 digits, as Egypt's national number. */
export function mayBePersonNumber(text: string): boolean {
  return /^\d{14}$/.test(bareNumber(text)) || resemblesPersonNumber(text);
}

/** Egypt's national number: century, date of birth, governorate, and five more digits. */
const NATIONAL = /^[23]\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)\d{5}$/;

/** Whether a text has the form of a person's number: of CPF or CNPJ with their check digits, or of Egypt's national number. */
export function resemblesPersonNumber(text: string): boolean {
  const bare = bareNumber(text);
  return NATIONAL.test(bare) || (/^\d+$/.test(bare) && hasCheckDigits(bare));
}

/**
 * Whether a text is written as CPF or CNPJ, with their marks and check digits. Digits alone may be any number: one in a hundred
 * has such check digits by chance.
 */
export function isWrittenAsPersonNumber(text: string): boolean {
  const written = /^\s*(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2})\s*$/;
  return written.test(text) && hasCheckDigits(bareNumber(text));
}

/** A number in western digits, without what may separate them. */
function bareNumber(text: string): string {
  return westernDigits(text).replace(GAPS, '');
}

function westernDigits(text: string): string {
  return text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}

const CPF_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether digits are a CPF or CNPJ by their check digits. */
function hasCheckDigits(digits: string): boolean {
  if (digits.length !== 11 && digits.length !== 14) return false;
  const weights = digits.length === 11 ? CPF_WEIGHTS : CNPJ_WEIGHTS;
  const longer = digits.length === 11 ? [11, ...weights] : [6, ...weights];
  return [weights, longer].every((factors) => {
    const sum = factors.reduce((all, factor, index) => all + factor * Number(digits[index]), 0);
    return Number(digits[factors.length]) === (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
}

/** A word in small letters without accents: `Liquidação` is `liquidacao`. */
function plainWord(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
