import { isOfPayer, PATH_NAMES } from './record-paths.ts';
import { stringEnd } from './scan-json.ts';

const KNOWN: ReadonlySet<string> = new Set(PATH_NAMES.filter((path) => !isOfPayer(path) && !isHeader(path)));

interface Level {
  /** Dot path of the object; undefined for one that holds nothing known. */
  readonly path: string | undefined;
  readonly seen: Set<string>;
}

/**
 * The dot paths of the keys that stand twice in one object of valid JSON, sorted: keys of the interface at the
 * top, in a body and in its merchant, money and channel. Interface: section "Resources and their fields".
 */
export function duplicateKeys(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let path: string | undefined = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      const end = stringEnd(text, i);
      const level = levels.at(-1);
      if (level !== undefined && isKey(text, end)) {
        path = knownPath(level.path, JSON.parse(text.slice(i, end + 1)) as string);
        if (path !== undefined) {
          if (level.seen.has(path)) found.add(path);
          level.seen.add(path);
        }
      }
      i = end;
    } else if (character === '{' || character === '[') {
      levels.push({ path: character === '{' ? path : undefined, seen: new Set() });
      path = undefined;
    } else if (character === '}' || character === ']') {
      levels.pop();
    }
  }
  return [...found].sort();
}

/** In valid JSON a string is a key exactly if a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (' \t\r\n'.includes(text.charAt(next)) && next < text.length) next++;
  return text[next] === ':';
}

function knownPath(parent: string | undefined, key: string): string | undefined {
  // A key that holds a dot is no path.
  if (parent === undefined || key.includes('.')) return undefined;
  const path = parent === '' ? key : `${parent}.${key}`;
  return KNOWN.has(path) ? path : undefined;
}

function isHeader(path: string): boolean {
  return path.includes('headers.');
}
