import { isJsonObject, type JsonObject } from './json.ts';

/** The object's own value under a key; what a prototype holds is never data. */
export function ownValue(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object's own nested object under a key; undefined when the value there is anything but an object. */
export function ownObject(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = ownValue(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** Whether an object says anything under a key; null and an empty text say nothing. */
export function isPresent(object: JsonObject, key: string): boolean {
  const value = ownValue(object, key);
  return value !== undefined && value !== null && value !== '';
}
