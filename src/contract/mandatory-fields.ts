import { mandatory } from './criteria.ts';
import { headerValue, isJsonObject, JsonNumber, type JsonObject, ownValue } from './json.ts';
import { appliesTo, INTERFACE_RULES } from './rules.ts';
import type { Variant } from './violation.ts';

const MANDATORY = Object.values(INTERFACE_RULES)
  .flatMap((message) => message.body.rules)
  .filter(({ kind }) => kind === 'presence');

/** The rule that a violation names where a mandatory field is missing. */
export const MANDATORY_RULE = mandatory.rule;

/** The dot paths of the fields that the interface makes mandatory in a variant. */
export function mandatoryFields(variant: Variant): readonly string[] {
  return MANDATORY.filter((rule) => appliesTo(rule, variant)).map(({ field }) => field);
}

/** The mandatory fields at, or below, one of some paths. */
export function mandatoryFieldsAt(paths: readonly string[]): readonly string[] {
  const all = new Set(MANDATORY.map(({ field }) => field));
  return [...all].filter((field) => isAt(field, paths));
}

/** Whether a field is at, or below, one of some paths. */
export function isAt(field: string, paths: readonly string[]): boolean {
  return paths.some((path) => field === path || field.startsWith(`${path}.`));
}

/**
 * Whether a record has a value at a path; an object whose values are all absent counts as none.
 * @param record as it was logged, or the body of a callback by itself
 */
export function saysAt(record: JsonObject, path: string): boolean {
  const keys = path.split('.');
  const isBare = !Object.hasOwn(record, keys[0]!) && keys[0] === 'body';
  let value: unknown = record;
  let isHeaders = false;
  for (const key of isBare ? keys.slice(1) : keys) {
    if (!isJsonObject(value)) return false;
    value = isHeaders ? headerValue(value, key) : ownValue(value, key);
    isHeaders = key === 'headers';
  }
  return saysAnything(value);
}

function saysAnything(value: unknown): boolean {
  if (!mandatory.holds(value)) return false;
  if (typeof value !== 'object' || value instanceof JsonNumber) return true;
  return Object.values(value as object).some(saysAnything);
}
