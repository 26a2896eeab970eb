import fc from 'fast-check';

/** A JSON text as it was sent, and as it is to be logged. */
export interface PayerJson {
  readonly text: string;
  readonly masked: string;
}

type Node =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'literal'; readonly text: string; readonly masked: string }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly pairs: readonly (readonly [key: string, node: Node])[] };

const PAYER_KEYS = ['payer', 'payer', 'Payer', 'PAYER', 'pAYeR'];
const OTHER_KEYS = [
  'payers',
  'payer ',
  'paye',
  '',
  'orderNo',
  'name',
  'money',
  '__proto__',
  '"payer"',
  // No key with a backslash: V8 may read the next one wrongly (nodejs/node#63785).
  ':',
];
const WORDS = [
  ...['"', '\\', '\\"payer\\":', '{"payer":"x"}', '12345678901', '+20 100 123', '\ud83d', '\ude00', '😀9'],
  ...['\n', '\0', '\u2028', 'مريم', '', ' ', 'ana@example.com', ':', ',', '}', ']', '\u0663'],
];
const NUMBERS = ['0', '-0', '1.50', '12345678901', '-7e+30', '1E-5', '20000.00'];

const words = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme' }));
const { value } = fc.letrec<{ value: Node }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    words.map((value): Node => ({ kind: 'text', value })),
    fc.constantFrom(...NUMBERS).map((text): Node => ({ kind: 'literal', text, masked: '0' })),
    fc.boolean().map((is): Node => ({ kind: 'literal', text: String(is), masked: 'false' })),
    fc.constant<Node>({ kind: 'literal', text: 'null', masked: 'null' }),
    fc.array(tie('value'), { maxLength: 4 }).map((items): Node => ({ kind: 'array', items })),
    // A key may stand twice.
    fc
      .array(fc.tuple(fc.constantFrom(...PAYER_KEYS, ...OTHER_KEYS), tie('value')), { maxLength: 5 })
      .map((pairs): Node => ({ kind: 'object', pairs })),
  ),
}));

const blanks = fc.array(fc.constantFrom('', '', '', ' ', '\t', '\n', '\r\n', '  '), {
  minLength: 5,
  maxLength: 5,
});

/** Any JSON value with payers at any depth, oddly spaced and escaped. */
export const payerJson: fc.Arbitrary<PayerJson> = written(value);

/** The same, an object. */
export const payerObject: fc.Arbitrary<PayerJson> = written(
  fc.array(fc.tuple(fc.constantFrom(...PAYER_KEYS, ...OTHER_KEYS), value), { maxLength: 5 }).map((pairs) => ({
    kind: 'object',
    pairs,
  })),
);

function written(node: fc.Arbitrary<Node>): fc.Arbitrary<PayerJson> {
  return fc.tuple(node, blanks, fc.nat(4)).map(([node, blanks, escapeEvery]) => {
    const text = write(node, blanks, escapeEvery, false);
    return { text, masked: write(node, blanks, escapeEvery, true) };
  });
}

function write(node: Node, blanks: readonly string[], escapeEvery: number, masks: boolean): string {
  let at = 0;
  const blank = () => blanks[at++ % blanks.length]!;
  const quoted = (text: string) => escaped(JSON.stringify(text), escapeEvery);
  const spell = (node: Node, isOfPayer: boolean): string => {
    const isMasked = isOfPayer && masks;
    if (node.kind === 'literal') return isMasked ? node.masked : node.text;
    if (node.kind === 'text') return isMasked ? `"${shapeOf(node.value)}"` : quoted(node.value);
    const parts =
      node.kind === 'array'
        ? node.items.map((item) => `${blank()}${spell(item, isOfPayer)}${blank()}`)
        : node.pairs.map(([key, child]) => {
            const isPayer = key.toLowerCase() === 'payer';
            return `${blank()}${quoted(key)}${blank()}:${blank()}${spell(child, isOfPayer || isPayer)}${blank()}`;
          });
    return node.kind === 'array' ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
  };
  return `${blank()}${spell(node, false)}${blank()}`;
}

/** The text with every so many letters as \u0061. */
function escaped(quoted: string, every: number): string {
  if (every === 0) return quoted;
  return quoted.replace(/\\u[\da-f]{4}|\\.|[a-zA-Z]/g, (part, offset: number) =>
    part.length > 1 || offset % every > 0 ? part : `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function shapeOf(text: string): string {
  return [...text].map((one) => (one >= '0' && one <= '9' ? '0' : 'x')).join('');
}
