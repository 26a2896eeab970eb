import { SEVERITIES, type Severity } from '../settings/severity.ts';

/** The highest of several severities; the lowest one if there are none. */
export function highestSeverity(all: ReadonlyArray<{ readonly severity: Severity }>): Severity {
  return SEVERITIES.findLast((severity) => all.some((one) => one.severity === severity)) ?? SEVERITIES[0];
}

/** Whether one severity is at least another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
}
