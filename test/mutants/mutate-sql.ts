/** A change of one place of a statement that a test should notice. */
export interface Mutant {
  /** Offset of the changed place in the file. */
  readonly at: number;
  /** Its line, from 1. */
  readonly line: number;
  /** The text that stood there, and what stands there instead. */
  readonly from: string;
  readonly to: string;
}

/** What becomes of a word or sign, on its own or before what follows it. The first that fits counts. */
const CHANGES: ReadonlyArray<readonly [pattern: RegExp, ...to: string[]]> = [
  [/is not distinct from\b/y, 'is distinct from', '='],
  [/is distinct from\b/y, 'is not distinct from', '<>'],
  [/is not null\b/y, 'is null'],
  [/is null\b/y, 'is not null'],
  [/not exists\b/y, 'exists'],
  [/\bexists\b/y, 'not exists'],
  [/left join\b/y, 'join'],
  [/\bjoin\b(?! lateral)/y, 'left join'],
  [/union all\b/y, 'union'],
  [/\bunion\b/y, 'union all'],
  [/select distinct\b(?! on)/y, 'select'],
  [/\bcount\(distinct /y, 'count('],
  [/\bgreatest\(/y, 'least('],
  [/\bleast\(/y, 'greatest('],
  [/\bmin\(/y, 'max('],
  [/\bmax\(/y, 'min('],
  [/\bbool_or\(/y, 'bool_and('],
  [/\bbool_and\(/y, 'bool_or('],
  [/\bcoalesce\(/y, 'nullif('],
  [/\bdesc nulls last\b/y, 'asc nulls last', 'desc nulls first'],
  [/\bdesc\b/y, 'asc'],
  [/\band\b/y, 'or'],
  [/\bor\b/y, 'and'],
  [/\bnot\b(?! (null|materialized|in))/y, ''],
  [/\bnot in\b/y, 'in'],
  [/\btrue\b/y, 'false'],
  [/\bfalse\b/y, 'true'],
  [/<>/y, '='],
  [/<=/y, '<', '>'],
  [/>=/y, '>', '<'],
  [/(?<![<>=:!|-])<(?![<>=])/y, '<=', '>='],
  [/(?<![<>=:!|-])>(?![<>=])/y, '>=', '<='],
  [/(?<![<>=:!|])=(?![=>])/y, '<>'],
  [/ \+ /y, ' - '],
  [/ - /y, ' + '],
  [/(?<![\w.$'])\d+(?![\w.'])/y, '+1'],
];

/** What belongs to no condition: a comment, a text, a cast, a name in double quotes, a value of a template. */
const SKIPPED =
  /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|::[a-z_]+(?:\(\d+(?:,\d+)?\))?(?:\[\])?|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/y;

/** A `between` has an `and` of its own, and a frame or an `on conflict` is no condition. */
const BETWEEN = /\bbetween\b[^\n]*? and\b/y;

/** The mutants of a statement, in the order of their places. */
export function mutantsOfSql(text: string): Mutant[] {
  return mutantsIn(text, 0, text.length, text);
}

/**
 * The mutants of the SQL in the templates of a TypeScript file, and of operators in quotes, as Kysely takes them
 * (`e('e.payments', '>', 1)`).
 */
export function mutantsOfRule(text: string): Mutant[] {
  const templates = [...text.matchAll(/(?<![\w.])sql(?:<[^`]*?>)?`([^`]*)`/g)].flatMap((match) => {
    const from = match.index + match[0].indexOf('`') + 1;
    return mutantsIn(text, from, from + match[1]!.length, text);
  });
  const operators = [
    ...text.matchAll(/'(=|<>|!=|<|<=|>|>=|is|is not|is distinct from|is not distinct from)'/g),
  ].map((match) => mutantAt(text, match.index, match[0], `'${OPPOSITE[match[1]!]!}'`));
  const joints = [...text.matchAll(/\be\.(and|or)\(/g)].map((match) =>
    mutantAt(text, match.index, match[0], match[1] === 'and' ? 'e.or(' : 'e.and('),
  );
  return [...templates, ...operators, ...joints].sort((a, b) => a.at - b.at);
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  'is distinct from': 'is not distinct from',
  'is not distinct from': 'is distinct from',
};

/** The file with the change. */
export function withMutant(text: string, { at, from, to }: Mutant): string {
  return text.slice(0, at) + to + text.slice(at + from.length);
}

function mutantsIn(text: string, start: number, end: number, whole: string): Mutant[] {
  const found: Mutant[] = [];
  let at = start;
  while (at < end) {
    const skipped = lengthAt(SKIPPED, text, at) || lengthAt(BETWEEN, text, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const change = CHANGES.find(([pattern]) => lengthAt(pattern, text, at) > 0);
    if (change === undefined) {
      at += 1;
      continue;
    }
    const [pattern, ...results] = change;
    const from = text.slice(at, at + lengthAt(pattern, text, at));
    for (const to of from === 'union' && isUnitedAgain(text, at + from.length) ? [] : results)
      found.push(mutantAt(whole, at, from, to === '+1' ? String(BigInt(from) + 1n) : to));
    at += from.length;
  }
  return found;
}

/** Whether another `union` of the same chain follows, which removes equal rows of everything before it. */
function isUnitedAgain(text: string, from: number): boolean {
  let depth = 0;
  let at = from;
  while (at < text.length && depth >= 0) {
    if (depth === 0 && lengthAt(/\bunion\b(?! all)/y, text, at) > 0) return true;
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    at += lengthAt(SKIPPED, text, at) || 1;
  }
  return false;
}

function mutantAt(text: string, at: number, from: string, to: string): Mutant {
  return { at, line: text.slice(0, at).split('\n').length, from, to };
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
