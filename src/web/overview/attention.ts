import { ATTENTION, type ShownDate } from '../../books/shown/overview.ts';

/** The open findings of a date that need attention: their codes, and how many they are. */
export function attentionOf({ findings }: Pick<ShownDate, 'findings'>): {
  readonly codes: readonly string[];
  readonly findings: number;
} {
  const own = findings.filter(({ code }) => ATTENTION.has(code));
  return { codes: own.map(({ code }) => code), findings: own.reduce((sum, { orders }) => sum + orders, 0) };
}
