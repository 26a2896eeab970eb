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
