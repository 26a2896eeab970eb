import { EXIT, FAULTS, Fault, type FaultCode } from '../../errors.ts';

/** ok: as it should be · doubtful: works, but should be checked by a person · bad: a run would fail. */
export type Grade = 'ok' | 'doubtful' | 'bad';

/** What doctor found of one thing. */
export interface GradedCheck {
  readonly subject: string;
  readonly grade: Grade;
  /** In one line, or one for each of several things; never a secret. */
  readonly found: string;
  /** What to do, unless all is well. */
  readonly remedy?: string;
  /** What a run would end with, where it is bad. */
  readonly exitCode?: number;
  /** Of the fault that a run would end with, where it is known. */
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

/** Runs a check; an error becomes a bad check: nothing in doctor throws. */
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

/** A line for each of several things, and before them, once, where they all are. */
function listText(where: string | undefined, found: readonly string[]): string {
  if (where === undefined) return found.join('\n');
  return [
    where,
    ...found.map((one) => (one.startsWith(`${where}:`) ? one.slice(where.length + 1).trimStart() : one)),
  ].join('\n');
}
