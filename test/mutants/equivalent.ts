import type { Tried } from './sample.ts';

/** A change that no test can notice, because nothing that anybody sees depends on it. */
interface Equivalent {
  readonly file: string;
  /** The changed line, without the spaces around it. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** Survivors that were looked at. A line that has changed since has to be looked at again. */
const EQUIVALENT: readonly Equivalent[] = [];

/** Why nobody can notice a change; undefined if it is not known. */
export function explanationOf({ file, mutant }: Tried, text: string): string | undefined {
  const line = text.split('\n')[mutant.line - 1]?.trim();
  return EQUIVALENT.find(
    (one) =>
      one.file === file &&
      one.line === line &&
      one.from === mutant.from.trim() &&
      one.to === mutant.to.trim(),
  )?.why;
}
