import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { type Mistake, nameText, type Path } from './mistake.ts';

/** More references to anchors than this are treated as an attack. */
const MOST_ALIASES = 100;
/** Further mistakes of a text that is not YAML only follow from the first ones. */
const MOST_SYNTAX_MISTAKES = 5;

export interface ReadYaml {
  /** Content of the text; undefined where it cannot be parsed. */
  readonly value: unknown;
  readonly mistakes: readonly Mistake[];
  /** `name:line:column` of the value at a path, or of the nearest one above it; of its name if `ofName`. */
  placeOf(path: Path, ofName?: boolean): string;
}

/**
 * Parses one YAML document. A repeated name is a mistake, references to anchors are limited, and no message repeats the
 * text except for names, because a value may be a secret.
 * @param name of the text in places: the file, or a variable
 */
export function readYaml(text: string, name: string): ReadYaml {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const problems = [...document.errors, ...document.warnings];
  const mistakes: Mistake[] = problems.slice(0, MOST_SYNTAX_MISTAKES).map(({ code, pos }) => ({
    place: at(pos[0]),
    text: code === 'DUPLICATE_KEY' ? `${keyAt(text, pos[0])} is there twice` : (SYNTAX[code] ?? NOT_YAML),
  }));
  visit(document, {
    Pair: (_, { key }) => {
      // The check of the settings skips this name, so that its value would be lost without a message.
      if (!isScalar(key) || key.value !== '__proto__') return;
      mistakes.push({
        place: at(key.range?.[0] ?? 0),
        text: '__proto__: no setting, column or path is called so',
      });
    },
  });
  const isSound = problems.every(({ code }) => code === 'DUPLICATE_KEY');
  let value: unknown;
  if (isSound) {
    try {
      value = document.toJS({ maxAliasCount: MOST_ALIASES });
    } catch (error) {
      mistakes.push({ place: name, text: unresolved(error) });
    }
  }
  return { value, mistakes, placeOf: (path, ofName = false) => at(offsetOf(document, path, ofName)) };
}

const NOT_YAML = 'this is not YAML; expected lines of "name: value"';

const SYNTAX: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab indents this line; YAML takes spaces only',
  MULTIPLE_DOCS: 'a second document begins here; expected one, without "---" between its lines',
  BAD_INDENT: 'this does not stand where its indentation says, or a [ or { before it is not closed',
  MISSING_CHAR: 'a quotation mark, comma or closing bracket is missing here',
  BAD_DQ_ESCAPE: 'a backslash in double quotation marks begins an escape; use single quotation marks',
  BAD_SCALAR_START: 'a text that begins so needs quotation marks',
  BLOCK_AS_IMPLICIT_KEY: 'a second "name: value" begins in this line; quote the text, or begin a new line',
  MULTILINE_IMPLICIT_KEY:
    'a name goes over the end of its line; expected "name: value", with a space after the colon',
  TAG_RESOLVE_FAILED: 'a tag (!name) says how to read this value; none is taken here',
  NON_STRING_KEY: 'a name that is no text; expected "name: value"',
  RESOURCE_EXHAUSTION: 'this is nested too deep',
};

function unresolved(error: unknown): string {
  if (/alias count/i.test((error as Error).message)) {
    return `more than ${MOST_ALIASES} references to anchors (*name); write the values out`;
  }
  return 'a reference (*name) has no anchor (&name) before it';
}

function keyAt(text: string, offset: number): string {
  return nameText(/^["']?([^"':\n]*)/.exec(text.slice(offset, offset + 200))?.[1]?.trim() ?? '');
}

function offsetOf(document: Document, path: Path, ofName: boolean): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    node = innerNode(document, node, step, ofName && isLast);
    if (node === null) return offset;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

/** The value at a step of a path, or its name; the name where there is no value. */
function innerNode(document: Document, node: Node | null, step: Path[number], ofName: boolean): Node | null {
  const outer = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(outer)) return (outer.items[Number(step)] ?? null) as Node | null;
  if (!isMap(outer)) return null;
  const pair = outer.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  const key = (pair?.key ?? null) as Node | null;
  return ofName ? key : ((pair?.value ?? key) as Node | null);
}
