import { isStorable, STORABLE } from '../blank-text.ts';
import type { Caller } from '../caller.ts';
import { didYouMean } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import { valueText } from '../settings/mistake.ts';

/** How an argument is validated. */
export interface Kind {
  /** Wording for error messages: `a text`. */
  readonly expected: string;
  readonly isRight: (value: unknown) => boolean;
  /** Whether the argument is required. */
  readonly isNeeded?: boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

export const TEXT: Kind = { expected: 'a text', isRight: isText };
export const TRUE_OR_FALSE: Kind = {
  expected: 'true or false',
  isRight: (value) => typeof value === 'boolean',
};
export const TEXTS: Kind = {
  expected: "a list of texts: ['logs/']",
  isRight: (value) => Array.isArray(value) && value.every(isText),
};
export const INSTANT: Kind = {
  expected: 'a Date, or a text with date, time and offset',
  isRight: (value) => isText(value) || value instanceof Date,
};
export const VERSION: Kind = {
  expected: 'the number of a version: 1, 2, …',
  isRight: (value) => Number.isInteger(value) && (value as number) > 0,
};
export const OBJECT: Kind = { expected: 'an object', isRight: isObject };

/** A text out of a fixed list. */
export function oneOf(texts: readonly string[]): Kind {
  return { expected: texts.join(', '), isRight: (value) => isText(value) && texts.includes(value as string) };
}

export function needed(kind: Kind): Kind {
  return { ...kind, isNeeded: true };
}

/** Arguments that select dates. That only one way is used is checked where they are read. */
export const DATES = { date: TEXT, from: TEXT, to: TEXT, month: TEXT, last: TEXT };

/** Arguments common to all functions. */
export const COMMON: Readonly<Record<string, Kind>> = {
  settings: OBJECT,
  store: { expected: 'what openStore gave', isRight: (value) => hasMethod(value, 'session') },
  signal: { expected: 'an AbortSignal', isRight: (value) => value instanceof AbortSignal },
};

interface Mistake {
  readonly name: string;
  readonly found: string;
  readonly expected: string;
  /** The argument that was meant. */
  readonly hint?: string | undefined;
}

/** Throws ARGUMENT_INVALID with the name of every argument that is invalid, missing or unknown to the function. */
export function checkArguments(
  call: Caller,
  given: unknown,
  kinds: Readonly<Record<string, Kind>>,
): asserts given is object {
  if (!isObject(given)) {
    throw new Fault(call.code, {
      where: call.name,
      found: valueText(given),
      expected: `one object with its arguments: ${Object.keys(kinds).join(', ')}`,
    });
  }
  const mistakes = [...mistakesIn(given as Record<string, unknown>, kinds)];
  if (mistakes.length === 0) return;
  const [{ name, found, expected }] = mistakes as [Mistake];
  const hints = mistakes.flatMap(({ hint }) => hint ?? []);
  const remedy = hints.length === 0 ? {} : { remedy: hints.join(' ') };
  if (mistakes.length === 1) {
    throw new Fault(call.code, { where: call.argument(name), found, expected, ...remedy });
  }
  throw new Fault(call.code, {
    where: call.argument(mistakes.map((one) => one.name).join(', ')),
    found: mistakes.map((one) => `${one.name}: ${one.found}; expected ${one.expected}`),
    ...remedy,
  });
}

function* mistakesIn(
  given: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, Kind>>,
): Generator<Mistake> {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds);
      yield {
        name,
        found: 'no argument of that name',
        expected: names.join(', '),
        hint: didYouMean(name, names),
      };
    } else if (value !== undefined && !kind.isRight(value)) {
      yield { name, found: valueText(value), expected: kind.expected };
    } else if ([value].flat().some((one) => typeof one === 'string' && !isStorable(one))) {
      yield { name, found: valueText(value), expected: STORABLE };
    }
  }
  for (const [name, { isNeeded, expected }] of Object.entries(kinds)) {
    if (isNeeded === true && given[name] === undefined) yield { name, found: 'not given', expected };
  }
}

function hasMethod(value: unknown, name: string): boolean {
  return isObject(value) && typeof (value as Record<string, unknown>)[name] === 'function';
}
