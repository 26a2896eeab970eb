import { counted, plain } from '../terminal-text.ts';

/** Files of folders that are not read, because they are no log or table by name. */
export interface LeftOut {
  readonly files: number;
  /** The first of them. */
  readonly example: string;
}

/** Undefined if nothing is left out. */
export function leftOutOf(names: readonly string[]): LeftOut | undefined {
  return names[0] === undefined ? undefined : { files: names.length, example: names[0] };
}

/** The line of text for a person; none if nothing is left out. */
export function leftOutText(leftOut: LeftOut | undefined): string[] {
  if (leftOut === undefined) return [];
  const { files, example } = leftOut;
  const [are, them] = files === 1 ? ['is', 'it'] : ['are', 'them'];
  const what = `${counted(files, 'file')} that ${are} not named like a log or a table, such as ${plain(example)}`;
  return [`Left out ${what}. To read ${them}, name ${them}, or a pattern.`];
}
