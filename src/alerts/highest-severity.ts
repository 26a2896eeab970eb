import { SEVERITIES, type Severity } from '../settings/severity.ts';

/** The greatest severity of several things; the least there is of none. */
export function highestSeverity(all: ReadonlyArray<{ readonly severity: Severity }>): Severity {
  return SEVERITIES.findLast((severity) => all.some((one) => one.severity === severity)) ?? SEVERITIES[0];
}

/** Whether one severity is as great as another, or greater. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
}
