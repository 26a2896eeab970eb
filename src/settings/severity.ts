export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Severities from the least to the greatest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Severity[];
