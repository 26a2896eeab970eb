export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Severities from lowest to highest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Severity[];
