import { FINDING_KINDS } from '../../reconcile/rules/all.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { AGES, type FindingSnapshot } from './monitor-snapshot.ts';

/** How many findings of a code and age a region has; its name is `''` for orders without one. */
export interface CodeCount {
  readonly region: string;
  readonly code: string;
  readonly age: FindingSnapshot['age'];
  readonly orders: number;
}

/**
 * Counts by severity what was found less what people closed. Every severity and age of every region of the settings has a
 * row, 0 too, so that who watches sees it fall; and no count falls below 0 where a run is between judging and publishing.
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
          const wanted = { region, code, age };
          return Math.max(0, sum(found, wanted) - sum(closed, wanted));
        });
        return { region, severity, age, orders: counts.reduce((total, count) => total + count, 0) };
      }),
    ),
  );
}

function sum(counts: readonly CodeCount[], wanted: Omit<CodeCount, 'orders'>): number {
  return counts
    .filter(({ region, code, age }) => region === wanted.region && code === wanted.code && age === wanted.age)
    .reduce((total, { orders }) => total + orders, 0);
}
