import { callback, EGYPT, type LineCase, type Patch } from '../case.ts';

const JPY: Patch = { 'body.money.currency': '"JPY"', 'body.paymentMethod': '"CARD"' };
const KWD: Patch = { 'body.money.currency': '"KWD"', 'body.paymentMethod': '"CARD"' };

/** The amount as JSON has it, its minor units (null: unreadable), and whether it breaks a rule of the interface. */
const BRAZIL: ReadonlyArray<readonly [literal: string, minor: string | null, breaks?: 'breaks']> = [
  ['1', '1'],
  ['0', '0'],
  ['-0', '0'],
  ['0.0', '0'],
  ['-0e5', '0'],
  ['0e400', '0'],
  ['2e4', '20000'],
  ['2E4', '20000'],
  ['2e+4', '20000'],
  ['2e0004', '20000'],
  ['0.2e5', '20000'],
  ['20000.000', '20000'],
  ['2000000e-2', '20000'],
  ['999999999999999', '999999999999999'],
  ['9007199254740993', '9007199254740993'],
  ['1000000000000000001', '1000000000000000001'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', null],
  ['10000000000000000000', null],
  ['123456789012345678901234567890', null],
  ['1e18', '1000000000000000000'],
  ['1e19', null],
  ['1e400', null],
  ['1e99999999999999999999', null],
  ['1e-400', null, 'breaks'],
  ['200.5', null, 'breaks'],
  ['-1', null, 'breaks'],
  ['-20000', null, 'breaks'],
  ['"20000"', '20000', 'breaks'],
  ['"1.0"', '1', 'breaks'],
  ['"0020000"', '20000', 'breaks'],
  ['"2e4"', '20000', 'breaks'],
  ['"-0"', '0', 'breaks'],
  ['""', null, 'breaks'],
  ['" 20000"', null, 'breaks'],
  ['"20000\\n"', null, 'breaks'],
  ['"+20000"', null, 'breaks'],
  ['"20,000"', null, 'breaks'],
  ['"20.000,00"', null, 'breaks'],
  ['"20_000"', null, 'breaks'],
  ['"0x4e20"', null, 'breaks'],
  ['"2e4.0"', null, 'breaks'],
  ['"1e"', null, 'breaks'],
  ['".5"', null, 'breaks'],
  ['"5."', null, 'breaks'],
  ['"NaN"', null, 'breaks'],
  ['"Infinity"', null, 'breaks'],
  ['"-Infinity"', null, 'breaks'],
  ['"R$ 200"', null, 'breaks'],
  ['"٢٠٠"', null, 'breaks'],
  ['"２００"', null, 'breaks'],
  ['"20000\\u0000"', null, 'breaks'],
  ['"\\ud800"', null, 'breaks'],
  ['null', null, 'breaks'],
  ['true', null, 'breaks'],
  ['[20000]', null, 'breaks'],
  ['{}', null, 'breaks'],
];

const MAJOR: ReadonlyArray<
  readonly [patch: Patch, literal: string, minor: string | null, breaks?: 'breaks']
> = [
  [EGYPT, '150.5', '15050'],
  [EGYPT, '150.500', '15050'],
  [EGYPT, '1.505e2', '15050'],
  [EGYPT, '0.01', '1'],
  [EGYPT, '0.001', null, 'breaks'],
  [EGYPT, '1.005', null, 'breaks'],
  [EGYPT, '1.0050', null, 'breaks'],
  [EGYPT, '-0.00', '0'],
  [EGYPT, '92233720368547758.07', '9223372036854775807'],
  [EGYPT, '92233720368547758.08', null],
  [EGYPT, '0.1e-1', '1'],
  [EGYPT, '1e400', null],
  [JPY, '150', '150'],
  [JPY, '150.0', '150'],
  [JPY, '150.5', null],
  [KWD, '1.23', '1230'],
  [KWD, '1.234', null, 'breaks'],
];

export const AMOUNTS: readonly LineCase[] = [
  ...BRAZIL.map(([literal, minor, breaks], at) => amountCase(`AMOUNTBR${at}`, {}, literal, minor, breaks)),
  ...MAJOR.map(([patch, literal, minor, breaks], at) =>
    amountCase(`AMOUNTMAJOR${at}`, patch, literal, minor, breaks),
  ),
];

function amountCase(
  orderNo: string,
  patch: Patch,
  literal: string,
  minor: string | null,
  breaks: 'breaks' | undefined,
): LineCase {
  return {
    name: `amount ${patch['body.money.currency'] ?? '"BRL"'} ${literal}`,
    line: callback(orderNo, { ...patch, 'body.money.amount': literal }),
    is: {
      kept: { order_no: orderNo, amount_minor: minor },
      breaks: breaks === undefined ? [] : ['body.money.amount'],
    },
  };
}
