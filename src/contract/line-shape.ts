/**
 * What lines of one logger have in common: everything but their values. A line that `pattern` matches is JSON with the
 * same keys in the same order, no key twice, no array, and no escape in a text, so that only its values are to be looked
 * at.
 */
export interface LineShape {
  /** Matches a whole line; its groups are the values that differ from line to line. */
  readonly pattern: RegExp;
  /** Number of the group of a value, by its dot path from the record. */
  readonly groups: ReadonlyMap<string, number>;
  /** What kind of value is at a dot path. */
  readonly kinds: ReadonlyMap<string, ShapeKind>;
}

/** The kind of a value; true, false and null are part of the shape. */
export type ShapeKind = 'text' | 'number' | 'object' | 'true' | 'false' | 'null';

const TOKEN =
  /"([^"\\\p{Cc}]*)"(\s*:)?|(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?![\d.eE])|(true|false|null)|([{}[\],:])|([ \t\r]+)/uy;
const TEXT_GROUP = String.raw`"([^"\\\x00-\x1f]*)"`;
const NUMBER_GROUP = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?)`;
const MOST_DEPTH = 32;
const MOST_GROUPS = 200;
/** V8 refuses patterns of some 32,000 characters, when they are first used: blanks and keys of a line can be as long as the line. */
const MOST_PATTERN = 16_384;

/**
 * The shape of a line that is valid JSON; undefined where it has an array, an escape, an exponent or a key twice, or is too
 * large beside its values.
 */
export function shapeOf(line: string): LineShape | undefined {
  const groups = new Map<string, number>();
  const kinds = new Map<string, ShapeKind>();
  const above: string[] = [];
  let key = '';
  let pattern = '^';
  const value = (kind: ShapeKind, source: string) => {
    kinds.set(key, kind);
    pattern += source;
  };
  for (let at = 0; at < line.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(line);
    const isTooLarge =
      groups.size > MOST_GROUPS || above.length > MOST_DEPTH || pattern.length > MOST_PATTERN;
    if (token === null || isTooLarge) return undefined;
    const [all, text, colon, number, literal, mark] = token;
    if (colon !== undefined) {
      key = `${above.at(-1) ?? ''}${text}`;
      // A dot in a key would make two paths one; of a key that is there twice, the last value counts.
      if (text!.includes('.') || kinds.has(key)) return undefined;
      pattern += escaped(all);
    } else if (text !== undefined || number !== undefined) {
      groups.set(key, groups.size + 1);
      value(text === undefined ? 'number' : 'text', text === undefined ? NUMBER_GROUP : TEXT_GROUP);
    } else if (literal !== undefined) value(literal as ShapeKind, literal);
    else if (mark === '[') return undefined;
    else {
      if (mark === '{') {
        kinds.set(key, 'object');
        above.push(key === '' ? '' : `${key}.`);
      } else if (mark === '}') above.pop();
      pattern += escaped(all);
    }
  }
  if (pattern.length > MOST_PATTERN) return undefined;
  return { pattern: new RegExp(`${pattern}$`), groups, kinds };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/**
 * The path of a header, by its name without regard to case; undefined where there is none, and `several` where there are
 * more: which one counts then depends on their values.
 */
export function headerPath(shape: LineShape, prefix: string, name: string): string | 'several' | undefined {
  const found = [...shape.kinds.keys()].filter(
    (path) =>
      path.startsWith(`${prefix}.`) && path.slice(prefix.length + 1).toLowerCase() === name.toLowerCase(),
  );
  return found.length > 1 ? 'several' : found[0];
}
