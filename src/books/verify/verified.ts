/** ok: as it was written · off: it is not · waits: a run is at work and may be about to make it so. */
export type VerifyState = 'ok' | 'changed' | 'pending';

/** Something that is not as it was written, and exactly where. */
export interface Deviation {
  /** The file from the folder of reports on (`2026-11-19/BR/v1/orders.csv`), `store` or `audit trail`. */
  readonly where: string;
  /** Which byte, row, field or total. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  /** Of a file's content: how many bytes are before the first that differs. */
  readonly byte?: number | undefined;
  /** Of a CSV: the line where the row begins, from 1. */
  readonly line?: number | undefined;
  /** Of a CSV: the name of the column. */
  readonly column?: string | undefined;
}

/** What was found of one thing: a version, a folder of versions, the books, the audit trail. */
export interface Verified {
  readonly subject: string;
  readonly state: VerifyState;
  /** What was checked, in a few words. */
  readonly found: string;
  /** What else is to be said, and does not make it wrong. */
  readonly remarks: readonly string[];
  readonly deviations: readonly Deviation[];
}

/** What was found, by whether anything deviates. */
export function verified(
  subject: string,
  found: string,
  deviations: readonly Deviation[] = [],
  remarks: readonly string[] = [],
): Verified {
  return { subject, state: deviations.length === 0 ? 'ok' : 'changed', found, remarks, deviations };
}

const LONGEST_VALUE = 240;

/** A value as a deviation shows it: long ones are cut. */
export function shown(value: string): string {
  const letters = [...value];
  return letters.length <= LONGEST_VALUE ? value : `${letters.slice(0, LONGEST_VALUE).join('')}…`;
}
