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
