import { numberText } from './json.ts';
import { textLength } from './text-length.ts';

/** What a value looks like, never what it is: `string of 12 characters`, `number`, `object`, `absent`. */
export function shape(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (value === '') return 'empty string';
  if (typeof value === 'string') {
    const length = textLength(value);
    return length === 1 ? 'string of 1 character' : `string of ${length} characters`;
  }
  if (numberText(value) !== undefined) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
