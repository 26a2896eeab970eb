/**
 * ok: unchanged · changed: it deviates · pending: it deviates, but a run in progress may be about to correct it, or the next run
 * will, because an earlier edition of the rules judged it.
 */
export type VerifyState = 'ok' | 'changed' | 'pending';

/** The subject of the store's books. */
export const BOOKS = 'books';

/** A deviation from what was written, with its exact place. */
export interface Deviation {
  /** Path of the file below the folder of reports (`2026-11-19/BR/v1/orders.csv`), `store` or `audit trail`. */
  readonly where: string;
  /** The byte, row, field or total that differs. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  /** For a file's content: the number of bytes before the first difference. */
  readonly byte?: number | undefined;
  /** For a CSV: the line where the row begins, from 1. */
  readonly line?: number | undefined;
  /** For a CSV: the name of the column. */
  readonly column?: string | undefined;
}

/** The result of one check: of a version, a folder of versions, the books, or the audit trail. */
export interface Verified {
  readonly subject: string;
  readonly state: VerifyState;
  /** Short description of what was checked. */
  readonly found: string;
  /** Further remarks that are not deviations. */
  readonly remarks: readonly string[];
  readonly deviations: readonly Deviation[];
}

/** Makes a result; its state depends on whether anything deviates. */
export function verified(
  subject: string,
  found: string,
  deviations: readonly Deviation[] = [],
  remarks: readonly string[] = [],
): Verified {
  return { subject, state: deviations.length === 0 ? 'ok' : 'changed', found, remarks, deviations };
}

const LONGEST_VALUE = 240;

/** A value for display in a deviation. Long values are cut. */
export function shown(value: string): string {
  const letters = [...value];
  return letters.length <= LONGEST_VALUE ? value : `${letters.slice(0, LONGEST_VALUE).join('')}…`;
}
