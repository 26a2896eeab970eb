/** Properties whose keys are data, such as paths of fields, or settings; these keys are not changed. */
const KEYED_BY_DATA = ['unexpectedFields', 'map', 'settings'];

/** Converts the keys of a value to snake_case at every depth, as in all --json output: `asOf` becomes `as_of`. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      KEYED_BY_DATA.includes(key) ? inner : inSnakeCase(inner),
    ]),
  );
}
