/**
 * Times that a form is tried on: written in it and read again. Luxon completes what a form lacks by the clock, or by the
 * first month or day. So the times differ in each part, and none is in the first month of a quarter or on its first day.
 */
export const TRIAL_TIMES = ['2026-11-19T10:20:07.123Z', '2019-05-07T22:05:31.456Z'] as const;
