/** Words that banks write about payouts. Any other word without a digit may be the name of a person. */
const BANK_WORDS: ReadonlySet<string> = new Set(
  `payout payouts settlement settlements settle transfer transferencia payment payments pagamento pagamentos repasse
  repasses liquidacao lote batch ref reference referencia id no nr num pix ted doc boleto credit credito debit debito
  deposit deposito bank banco fee fees tarifa refund estorno chargeback recebido received sent enviado from to de da do
  para of and e fawry instapay swift wire ach sepa acquirer adquirente تحويل تسوية دفعة إيداع رقم مرجع`.split(
    /\s+/,
  ),
);
const CPF = /(?<!\d)\d{3}\.\d{3}\.\d{3}-?\d{2}(?!\d)/;
const CNPJ = /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-?\d{2}(?!\d)/;
/** A telephone number with its area in brackets. */
const TELEPHONE = /\(\d{2,3}\)\d{4,5}-?\d{4}(?!\d)/;
/** What joins a number with a word, such as `CPF:` or a name. */
const JOINTS = /[^\p{L}\p{N}.+/-]+|-(?=\p{L})|(?<=\p{L})-/u;
const MASK = '*';

/**
 * A bank's text about a row without what may be of a person: words with a digit are kept, because identifiers of payouts have
 * one, and the usual words of banks. Everything else, CPF, CNPJ, addresses and telephone numbers become `*`.
 * @example bankReference('PIX RECEBIDO MARIA SOUZA 123.456.789-09 PO-77') // 'PIX RECEBIDO * PO-77'
 */
export function bankReference(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (mayBeKept(word) ? word : MASK));
  const kept = words.filter((word, index) => word !== MASK || words[index - 1] !== MASK).join(' ');
  return kept === '' ? undefined : kept;
}

function mayBeKept(word: string): boolean {
  if (word.includes('@')) return false;
  if (!/\p{N}/u.test(word)) {
    const parts = word.split(/[^\p{L}\p{M}]+/u).filter((part) => part !== '');
    return parts.every((part) => BANK_WORDS.has(plainWord(part)));
  }
  if (CPF.test(word) || CNPJ.test(word) || TELEPHONE.test(word)) return false;
  return word.split(JOINTS).every((part) => {
    const bare = part.replace(/^[^\p{L}\p{N}+]+|[^\p{L}\p{N}]+$/gu, '');
    return !/^\+\d/.test(bare) && (!/^\d+$/.test(bare) || !hasCheckDigits(bare));
  });
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
  const western = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return western.replace(/[\s./-]/g, '');
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
