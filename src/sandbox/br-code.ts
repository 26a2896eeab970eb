/** What a PIX BR Code says of a payment. */
export interface PixPayment {
  /** The receiver's PIX key: here a random key (UUID). */
  readonly key: string;
  readonly amountCentavos: bigint;
  readonly merchantName: string;
  readonly merchantCity: string;
  /** 1 to 25 letters and digits. */
  readonly transactionId: string;
}

const LONGEST_NAME = 25;
const LONGEST_CITY = 15;

/**
 * The text of a PIX QR code, also for copy and paste: the fields of EMV's merchant-presented QR code with the GUI of PIX,
 * each as two digits of number, two of length, and its value; the last is a checksum over all before it. Names are
 * written without accents, because readers take bytes for characters. Source: Banco Central do Brasil, Manual do BR Code.
 * @example brCode({ … amountCentavos: 20000n … }) // '000201…5406200.00…6304ABCD'
 */
export function brCode(payment: PixPayment): string {
  const account = field(0, 'br.gov.bcb.pix') + field(1, payment.key);
  const text =
    field(0, '01') +
    field(26, account) +
    field(52, '0000') +
    field(53, '986') +
    field(54, reais(payment.amountCentavos)) +
    field(58, 'BR') +
    field(59, plain(payment.merchantName, LONGEST_NAME) || 'Merchant') +
    field(60, plain(payment.merchantCity, LONGEST_CITY)) +
    field(62, field(5, payment.transactionId)) +
    // The number and the length of the checksum count in it.
    '6304';
  return text + checksum(text);
}

function field(number: number, value: string): string {
  return `${two(number)}${two(value.length)}${value}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function reais(centavos: bigint): string {
  return `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
}

function plain(text: string, longest: number): string {
  const ascii = text.normalize('NFD').replace(/[^ -~]/g, '');
  return ascii.slice(0, longest).trim();
}

const POLYNOMIAL = 0x1021;

/** CRC-16/CCITT-FALSE of a text of ASCII, as four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
      crc &= 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
