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

/** A shape as far as the tokens of a line are read. */
interface ShapeDraft {
  readonly groups: Map<string, number>;
  readonly kinds: Map<string, ShapeKind>;
  /** What the paths of members begin with, for each object that is open. */
  readonly prefixes: string[];
  /** Path of the value that comes next. */
  path: string;
  pattern: string;
}

/**
 * The shape of a line that is valid JSON; undefined where it has an array, an escape, an exponent or a key twice, or is too
 * large beside its values.
 */
export function shapeOf(line: string): LineShape | undefined {
  const draft: ShapeDraft = { groups: new Map(), kinds: new Map(), prefixes: [], path: '', pattern: '^' };
  for (let at = 0; at < line.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(line);
    if (token === null || isTooLarge(draft) || !addToken(draft, token)) return undefined;
  }
  const { groups, kinds, pattern } = draft;
  if (pattern.length > MOST_PATTERN) return undefined;
  return { pattern: new RegExp(`${pattern}$`), groups, kinds };
}

function isTooLarge({ groups, prefixes, pattern }: ShapeDraft): boolean {
  return groups.size > MOST_GROUPS || prefixes.length > MOST_DEPTH || pattern.length > MOST_PATTERN;
}

/** Adds a token to a shape. @returns false where the line has none */
function addToken(draft: ShapeDraft, [all, text, colon, number, literal, mark]: RegExpExecArray): boolean {
  if (mark === '[') return false;
  if (colon !== undefined) return addKey(draft, text!, all);
  if (text !== undefined) addGroup(draft, 'text', TEXT_GROUP);
  else if (number !== undefined) addGroup(draft, 'number', NUMBER_GROUP);
  else if (literal !== undefined) {
    draft.kinds.set(draft.path, literal as ShapeKind);
    draft.pattern += literal;
  } else {
    if (mark === '{') openObject(draft);
    else if (mark === '}') draft.prefixes.pop();
    draft.pattern += escaped(all);
  }
  return true;
}

/** @returns false where the path of a value would not be its own */
function addKey(draft: ShapeDraft, key: string, token: string): boolean {
  draft.path = `${draft.prefixes.at(-1) ?? ''}${key}`;
  draft.pattern += escaped(token);
  // A dot in a key would make two paths one; of a key that is there twice, the last value counts.
  return !key.includes('.') && !draft.kinds.has(draft.path);
}

function addGroup(draft: ShapeDraft, kind: 'text' | 'number', source: string): void {
  draft.groups.set(draft.path, draft.groups.size + 1);
  draft.kinds.set(draft.path, kind);
  draft.pattern += source;
}

function openObject({ kinds, prefixes, path }: ShapeDraft): void {
  kinds.set(path, 'object');
  prefixes.push(path === '' ? '' : `${path}.`);
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
