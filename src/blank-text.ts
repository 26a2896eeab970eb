/** Whether nothing of a text can be seen: it has spaces and invisible characters only, or none at all. */
export function isBlank(text: string): boolean {
  return !/[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
