/** Properties whose own keys are data, such as paths of fields: those stay as they are. */
const KEYED_BY_DATA = ['unexpectedFields'];

/** A value with its keys in snake_case at every depth, as every --json prints it: `asOf` becomes `as_of`. */
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
