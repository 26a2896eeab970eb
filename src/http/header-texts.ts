import type { IncomingHttpHeaders } from 'node:http';

/** Headers by their names in lower case; of a header that was sent twice, the values joined by `, `. */
export function headerTexts(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  );
}
