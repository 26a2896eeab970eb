/** How severe a finding is. */
export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Severities from lowest to highest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Severity[];

interface Severe {
  readonly severity: Severity;
}

/** Rank of a severity for sorting: 0 is the lowest. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Sorts the highest severity first. */
export function bySeverity(one: Severe, other: Severe): number {
  return severityRank(other.severity) - severityRank(one.severity);
}

/** Whether one severity is at least another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severityRank(severity) >= severityRank(least);
}

/** The highest of several severities; the lowest one if there are none. */
export function highestSeverity(all: readonly Severe[]): Severity {
  return [...all].sort(bySeverity)[0]?.severity ?? SEVERITIES[0];
}
