import fc from 'fast-check';
import { JsonNumber } from '../../src/contract/json.ts';

/** A JSON value with the spelling of its numbers, and with keys that may stand twice. */
export type Node =
  | { readonly kind: 'leaf'; readonly value: string | boolean | null }
  | { readonly kind: 'number'; readonly literal: string }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly pairs: readonly (readonly [key: string, node: Node])[] };

interface Written {
  readonly node: Node;
  readonly text: string;
}

const literal = fc
  .tuple(
    fc.constantFrom('', '', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,19}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,20}$/), fc.stringMatching(/^\.0{0,7}[1-9]0{0,2}$/)),
    fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''));

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ...['"', '\\', '\\"', ':', '":', '{"orderNo":1.50', '[1e5,', '\n', '\0', '\ud800', '😀', ', -0'],
  ),
);
// V8 may read the key `"` as a backslash once it has seen a key with one (nodejs/node#63785). No key of the
// interface holds a backslash, so that no field is ever taken for another.
const keys = fc.oneof(
  words.filter((key) => !key.includes('\\')),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'orderNo', '1', '0', '1.5'),
);

const { value } = fc.letrec<{ value: Node }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal.map((literal): Node => ({ kind: 'number', literal })),
    fc.oneof(words, fc.boolean(), fc.constant(null)).map((value): Node => ({ kind: 'leaf', value })),
    fc.array(tie('value'), { maxLength: 4 }).map((items): Node => ({ kind: 'array', items })),
    fc
      .uniqueArray(fc.tuple(keys, tie('value')), { maxLength: 5, selector: ([key]) => key })
      .map((pairs): Node => ({ kind: 'object', pairs })),
  ),
}));

const spaces = fc.array(fc.constantFrom('', '', '', ' ', '\t', '\r', '\n', '  '), {
  minLength: 7,
  maxLength: 7,
});

/** Any JSON value, oddly spaced and escaped, without a key that stands twice. */
export const oddJson: fc.Arbitrary<Written> = fc.tuple(value, spaces, fc.nat(4)).map(write);

const { pairs } = fc.letrec<{ pairs: Node }>((tie) => ({
  pairs: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    literal.map((literal): Node => ({ kind: 'number', literal })),
    fc
      .array(fc.tuple(fc.constantFrom('body', 'money', 'amount', 'note'), tie('pairs')), { maxLength: 6 })
      .map((pairs): Node => ({ kind: 'object', pairs })),
  ),
}));

/** Objects in objects whose keys stand once or more. */
export const pairsOnly: fc.Arbitrary<Written> = fc.tuple(pairs, spaces, fc.nat(4)).map(write);

const WATCHED = ['body', 'body.money', 'body.money.amount', 'money', 'money.amount'];

/** The sorted paths of the watched keys that stand twice in one object. */
export function keysTwice(node: Node, path = ''): string[] {
  if (node.kind !== 'object') return [];
  const paths = node.pairs.map(([key]) => (path === '' ? key : `${path}.${key}`));
  const here = paths.filter((one, i) => WATCHED.includes(one) && paths.indexOf(one) !== i);
  const below = node.pairs.flatMap(([, child], i) => keysTwice(child, paths[i]));
  return [...new Set([...here, ...below])].sort();
}

/** The value as JSON.parse gives it. */
export function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

function write([node, spaces, escapeEvery]: [node: Node, spaces: string[], escapeEvery: number]): Written {
  let at = 0;
  const space = () => spaces[at++ % spaces.length]!;
  const quote = (text: string) =>
    JSON.stringify(text).replace(/[a-zA-Z](?<!\\.)(?<!\\u[\da-f]{0,3}.)/g, (letter, offset: number) => {
      const isEscaped = escapeEvery > 0 && offset % escapeEvery === 0;
      return isEscaped ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter;
    });
  const spell = (node: Node): string => {
    if (node.kind === 'number') return node.literal;
    if (node.kind === 'leaf') return typeof node.value === 'string' ? quote(node.value) : String(node.value);
    const parts =
      node.kind === 'array'
        ? node.items.map(spell)
        : node.pairs.map(([key, child]) => `${quote(key)}${space()}:${space()}${spell(child)}`);
    const [open, close] = node.kind === 'array' ? '[]' : '{}';
    return `${open}${space()}${parts.map((part) => `${space()}${part}${space()}`).join(',')}${close}`;
  };
  return { node, text: `${space()}${spell(node)}${space()}` };
}
