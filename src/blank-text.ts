/** An empty cell of Braille has no dots. */
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether nothing of a text can be seen: it has spaces and invisible characters only, or none at all. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** A text without the spaces around it; empty if nothing of it can be seen. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/** What {@link isStorable} wants, for messages. */
export const STORABLE = 'a text without NUL and without half a surrogate pair';

/**
 * Whether a database keeps a text as it is: PostgreSQL has no NUL, and half a surrogate pair has no UTF-8. What is kept
 * otherwise than it was hashed would break the audit trail for good.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
