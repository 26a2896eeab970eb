import { EXIT, FAULTS, Fault, type FaultCode } from '../../errors.ts';

/** ok: no problem · doubtful: works, but a person should check it · bad: a run would fail. */
export type Grade = 'ok' | 'doubtful' | 'bad';

/** The result of one check of doctor. */
export interface GradedCheck {
  readonly subject: string;
  readonly grade: Grade;
  /** One line, or one line for each of several problems; never a secret. */
  readonly found: string;
  /** What to do; absent if the grade is ok. */
  readonly remedy?: string;
  /** The exit code of a run, if the grade is bad. */
  readonly exitCode?: number;
  /** The code of the fault that a run would throw, if it is known. */
  readonly code?: FaultCode;
}

export function ok(subject: string, found: string): GradedCheck {
  return { subject, grade: 'ok', found };
}

export function doubtful(subject: string, found: string, remedy: string): GradedCheck {
  return { subject, grade: 'doubtful', found, remedy };
}

export function bad(subject: string, found: string, remedy: string, exitCode: number): GradedCheck {
  return { subject, grade: 'bad', found, remedy, exitCode };
}

/** Runs a check and converts an error to a bad check, since nothing in doctor throws. */
export async function attempt(
  subject: string,
  check: () => Promise<readonly GradedCheck[]> | readonly GradedCheck[],
): Promise<readonly GradedCheck[]> {
  try {
    return await check();
  } catch (error) {
    return [badOf(subject, error)];
  }
}

function badOf(subject: string, error: unknown): GradedCheck {
  if (!(error instanceof Fault)) {
    const { code, message } = error as NodeJS.ErrnoException;
    const found = [code, message?.split('\n')[0]].filter((part) => part !== undefined).join(': ');
    return bad(subject, found, FAULTS.INTERNAL.remedy, EXIT.failed);
  }
  const { where, found, expected, remedy } = error.detail;
  const whatToDo = remedy ?? FAULTS[error.code].remedy;
  if (Array.isArray(found)) return bad(subject, listText(where, found), whatToDo, error.exitCode);
  const parts = [where, found ?? FAULTS[error.code].title, expected && `expected ${expected}`];
  return bad(subject, parts.filter(Boolean).join(': '), whatToDo, error.exitCode);
}

/** Formats one line for each finding, below the place that they share. */
function listText(where: string | undefined, found: readonly string[]): string {
  if (where === undefined) return found.join('\n');
  return [
    where,
    ...found.map((one) => (one.startsWith(`${where}:`) ? one.slice(where.length + 1).trimStart() : one)),
  ].join('\n');
}
