/** Parses JSON of an entry. Other text is returned unchanged: it was not written by this program, and `verify` reports it. */
export function entryJson(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Who is responsible for a finding after an entry about it; null for nobody. */
export function assigneeAfter(after: string | null): string | null {
  const state = entryJson(after);
  const assignee = typeof state === 'object' ? (state as { assignee?: unknown } | null)?.assignee : null;
  return typeof assignee === 'string' ? assignee : null;
}
