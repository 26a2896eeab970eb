import { Document, isCollection } from 'yaml';
import type { Form } from './form.ts';

interface Line {
  readonly depth: number;
  readonly code: string;
  readonly comment: string;
  /** Example values, as lines of YAML that are always comments. */
  readonly example?: readonly string[];
  /** A line that is not active is commented out. */
  readonly isActive: boolean;
  /** Whether its group is commented out too. */
  readonly isBelowInactive: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const COMMENT_COLUMN = 32;
const MOST_COLUMNS = 110;

/**
 * All settings as YAML, each with its meaning. Those of `chosen` are set; the others have their defaults, active if
 * `withDefaults`, otherwise commented out. A setting without a default is commented out and shows an example.
 */
export function settingsYaml(
  form: Form,
  { chosen = {}, withDefaults }: { chosen?: Values; withDefaults: boolean },
): string {
  const lines = linesOf(form, chosen, { withDefaults, depth: 0, isBelowInactive: false });
  return `${lines.map(lineText).join('\n')}\n`;
}

interface Place {
  readonly withDefaults: boolean;
  readonly depth: number;
  readonly isBelowInactive: boolean;
}

function linesOf(form: Form, chosen: Values, place: Place): Line[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, inner]) => {
    const comment = commentOf(inner);
    const value = chosen[name];
    const isActive = value !== undefined || (place.withDefaults && inner.default !== undefined);
    const own = { ...place, isActive };
    if (inner.properties !== undefined) {
      const within = {
        ...place,
        depth: place.depth + 1,
        isBelowInactive: place.isBelowInactive || !isActive,
      };
      return [{ ...own, code: `${name}:`, comment }, ...linesOf(inner, (value ?? {}) as Values, within)];
    }
    const shown = value ?? inner.default ?? inner.examples?.[0];
    if (inner.items?.properties !== undefined) {
      const items = shown as Values[];
      if (items.length === 0) return [{ ...own, code: `${name}: []`, comment, example: exampleOf(inner) }];
      return [{ ...own, code: `${name}:`, comment }, ...itemLines(inner.items, items, own)];
    }
    return [{ ...own, code: `${name}: ${flow(shown)}`, comment }];
  });
}

/** A list of mappings; the first one has the meanings of the fields. */
function itemLines(form: Form, items: readonly Values[], place: Place & { isActive: boolean }): Line[] {
  const within = {
    ...place,
    depth: place.depth + 1,
    isBelowInactive: place.isBelowInactive || !place.isActive,
  };
  return items.flatMap((item, index) =>
    Object.entries(item).map(([name, value], at) => ({
      ...within,
      code: `${at === 0 ? '- ' : '  '}${name}: ${flow(value)}`,
      comment: index === 0 ? commentOf(form.properties?.[name] ?? {}) : '',
    })),
  );
}

function exampleOf({ examples }: Form): string[] {
  const items = (examples?.[0] ?? []) as readonly Values[];
  return items.flatMap((item) =>
    Object.entries(item).map(([name, value], at) => `${at === 0 ? '- ' : '  '}${name}: ${flow(value)}`),
  );
}

function commentOf({ description = '', examples, default: fallback, type }: Form): string {
  const isEmptyMap = type === 'object' && examples !== undefined && fallback !== undefined;
  return isEmptyMap ? `${description}: ${flow(examples[0])}` : description;
}

function lineText({ depth, code, comment, example = [], isActive, isBelowInactive }: Line): string {
  const indent = '  '.repeat(depth);
  const start = isActive ? indent : isBelowInactive ? `# ${indent}` : `${indent}# `;
  const line = `${start}${code}`;
  const [first, ...others] = wrapped(comment);
  if (first === undefined) return line;
  const margin = ' '.repeat(COMMENT_COLUMN);
  const head =
    line.length < COMMENT_COLUMN
      ? [`${line.padEnd(COMMENT_COLUMN)}# ${first}`]
      : [line, `${margin}# ${first}`];
  return [...head, ...[...others, ...example].map((text) => `${margin}# ${text}`)].join('\n');
}

/** A text wrapped for the column of comments. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && COMMENT_COLUMN + 2 + longer.length <= MOST_COLUMNS)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** A value on one line. */
function flow(value: unknown): string {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim();
}
