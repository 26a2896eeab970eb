/** One mistake in the settings, shown as one line. */
export interface Mistake {
  /** `file:line:column`, or the name of a variable or option; empty for defaults. */
  readonly place: string;
  /** What was found and what was expected; never a secret. */
  readonly text: string;
}

/** Order by file, variable or option, then by line and column. */
export function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const numbered = mistakes.map((mistake) => {
    const [, name, line, column] = /^(.*?)(?::(\d+):(\d+))?$/.exec(mistake.place)!;
    return { mistake, name: name!, line: Number(line ?? 0), column: Number(column ?? 0) };
  });
  return numbered
    .sort((a, b) => (a.name === b.name ? a.line - b.line || a.column - b.column : a.name < b.name ? -1 : 1))
    .map(({ mistake }) => mistake);
}

/** Path of a setting in an object of settings: `['regions', 1, 'zone']`. */
export type Path = readonly (string | number)[];

/** What is at a path in an object of settings, also one that has mistakes; undefined for nothing. */
export function valueAt(raw: unknown, path: Path): unknown {
  let value = raw;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** @example pathText(['regions', 1, 'zone']) === 'regions[1].zone' */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = nameText(step);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** A name for messages: cut, on one line; one that looks like an address is hidden, as it may have a password. */
export function nameText(name: string): string {
  if (/:\/\/|@/.test(name)) return '(a name that is not shown)';
  const short = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return /^[\p{L}\p{N}_$<>-]+$/u.test(short) ? short : JSON.stringify(short);
}

/** A value for messages: texts in quotation marks and cut, lists and maps by their kind. */
export function valueText(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
