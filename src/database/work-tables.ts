import type { Tables } from './tables.ts';

/** The tables that judging fills on its way from the orders at hand (work_keys) to what the results should be, in their order. */
export const WORK_STAGES = [
  'work_grouped',
  'work_callbacks',
  'work_answers',
  'work_orders',
  'work_notifications',
  'work_payments',
  'work_evidence',
  'work_verdicts',
  'work_findings',
] as const satisfies ReadonlyArray<keyof Tables>;
