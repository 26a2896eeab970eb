export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** From the least to the greatest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Severity[];

interface Severe {
  readonly severity: Severity;
}

/** How severe something is, as a number to sort by: 0 for the least. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Sorts the highest severity first. */
export function bySeverity(one: Severe, other: Severe): number {
  return severityRank(other.severity) - severityRank(one.severity);
}

/** Whether a severity is as high as another, or higher. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severityRank(severity) >= severityRank(least);
}

/** The highest severity of several things; the least there is of none. */
export function highestSeverity(all: readonly Severe[]): Severity {
  return [...all].sort(bySeverity)[0]?.severity ?? SEVERITIES[0];
}
