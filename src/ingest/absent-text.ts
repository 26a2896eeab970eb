import { counted } from '../terminal-text.ts';

/** What to set where no record has some fields, as text for a person; empty where there are none. */
export function absentText(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [
    `  In no record: ${paths.join(', ')}. If the store never keeps them, say so in the settings:`,
    `    absent: [${paths.join(', ')}]`,
  ];
}

/** Fields that occur although the setting absent names them, as one line of text each. */
export function unexpectedText(found: ReadonlyArray<Readonly<Record<string, number>> | undefined>): string[] {
  const sums = new Map<string, number>();
  for (const fields of found) {
    for (const [path, records] of Object.entries(fields ?? {}))
      sums.set(path, (sums.get(path) ?? 0) + records);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([path, records]) =>
        `  Warning: ${counted(records, 'record')} with ${path}, which the setting absent names. Remove it there, so that records without it are reported.`,
    );
}
