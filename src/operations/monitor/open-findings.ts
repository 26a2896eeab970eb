import { FINDING_KINDS } from '../../reconcile/rules/all.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { AGES, type FindingSnapshot } from './monitor-snapshot.ts';

/** Number of findings of a region by code and age. The region is `''` for orders without one. */
export interface CodeCount {
  readonly region: string;
  readonly code: string;
  readonly age: FindingSnapshot['age'];
  readonly orders: number;
}

/**
 * Counts the findings that are still open: those found minus those closed. Every severity and age of each region has a
 * row, also with 0, so that a graph shows the fall. A count is never negative, even between the judging and the
 * publishing of a run.
 */
export function openFindings(
  settings: Settings,
  found: readonly CodeCount[],
  closed: readonly CodeCount[],
): FindingSnapshot[] {
  const regions = new Set([
    ...allRegions(settings).map(({ name }) => name),
    ...found.map(({ region }) => region),
  ]);
  return [...regions].flatMap((region) =>
    SEVERITIES.flatMap((severity) =>
      AGES.map((age) => {
        const codes = FINDING_KINDS.filter((kind) => kind.severity === severity).map(({ code }) => code);
        const counts = codes.map((code) => {
          const group = { region, code, age };
          return Math.max(0, sum(found, group) - sum(closed, group));
        });
        return { region, severity, age, orders: counts.reduce((total, count) => total + count, 0) };
      }),
    ),
  );
}

function sum(counts: readonly CodeCount[], group: Omit<CodeCount, 'orders'>): number {
  return counts
    .filter(({ region, code, age }) => region === group.region && code === group.code && age === group.age)
    .reduce((total, { orders }) => total + orders, 0);
}
