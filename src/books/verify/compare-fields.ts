import { shown } from './verified.ts';

/** A field whose value differs between two JSON documents. */
export interface FieldDifference {
  /** `totals[3].paid_minor` */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** The fields that differ between two JSON documents, in order. */
export function* compareFields(expected: unknown, actual: unknown, path = ''): Generator<FieldDifference> {
  if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      yield* compareFields(own(expected, name), own(actual, name), path === '' ? name : `${path}.${name}`);
    }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
      yield* compareFields(expected[index], actual[index], `${path}[${index}]`);
    }
  } else if (textOf(expected) !== textOf(actual)) {
    yield { path: path === '' ? 'the whole' : path, expected: textOf(expected), actual: textOf(actual) };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property only, so that a field named `__proto__` is an ordinary field. */
function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function textOf(value: unknown): string {
  return value === undefined ? 'no such field' : shown(JSON.stringify(value));
}
