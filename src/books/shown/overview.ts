import { sql } from 'kysely';
import { ofMerchants } from '../../../reports/selection.ts';
import type { WatchFacts } from '../../alerts/alert.ts';
import { type Coverage, readCoverage } from '../../coverage/coverage.ts';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, isoInstant } from '../../normalise/instant.ts';
import { addDays, endOfDate, localDate } from '../../normalise/local-date.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, OTHER_REGION, type RegionSettings, type Settings } from '../../settings/schema.ts';
import { isAtLeast } from '../../settings/severity.ts';
import { newestAsOf } from '../findings/current-findings.ts';
import { type FinalDates, finalDates } from '../periods/final-dates.ts';
import { type CodeAndAge, countFindings } from './count-findings.ts';
import {
  type ByDate,
  type DifferenceFigures,
  differencesOf,
  type FindingFigures,
  figuresKey,
  type OutcomeFigures,
  openFindingsOf,
  orderFigures,
} from './date-figures.ts';
import { type PaidFigures, paidOf } from './date-payments.ts';
import { type NewestDate, newestDates } from './newest-dates.ts';

/** How many dates the overview shows, the newest of them today's. */
const SHOWN_DATES = 35;

/**
 * closed: of a closed period, or purged · missing: over and not reported, although an earlier date is ·
 * attention: reported, with an open finding of high or critical severity that keeps a paid order from being a match ·
 * provisional: reported from data that may not be complete · complete: reported from complete data · none: not over, or
 * before the first reported date
 */
export type DateStatus = 'closed' | 'missing' | 'attention' | 'provisional' | 'complete' | 'none';

/** A date of a region. */
export interface ShownDate {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly status: DateStatus;
  /** Number of the newest version; null if there is none. */
  readonly version: number | null;
  /** As-of of that version in ISO 8601, UTC. */
  readonly asOf: string | null;
  /** What the newest run that confirmed the version knew; null without a version, or where the run stored none. */
  readonly coverage: Coverage | null;
  readonly isPurged: boolean;
  /** Orders and money by outcome and currency, as the version has them. */
  readonly outcomes: readonly OutcomeFigures[];
  /** What was paid for these orders, by the currency of each payment. */
  readonly paid: readonly PaidFigures[];
  /** Differences of amount-mismatches.csv by currency. */
  readonly differences: readonly DifferenceFigures[];
  /** Findings of the date's orders that are open now. */
  readonly findings: readonly FindingFigures[];
  /** Orders that were requested (all but orphans), and how many of these are paid and MATCHED. */
  readonly requestedOrders: number;
  readonly paidOrders: number;
  readonly matchedOrders: number;
}

/** A region's part of the overview. */
export interface ShownRegion {
  /** Name of its folder, `other` for orders without a region. */
  readonly region: string;
  readonly zone: string;
  /** The dates, the oldest first. */
  readonly dates: readonly ShownDate[];
  /** Open findings of all dates by code and age. */
  readonly findings: readonly CodeAndAge[];
}

export interface Overview {
  /** As-of of the newest run in ISO 8601, UTC; null before the first. */
  readonly asOf: string | null;
  /** Regions with reported dates, those of the settings in their order, `other` last. */
  readonly regions: readonly ShownRegion[];
  /** Open alarms of the watch, the oldest first. */
  readonly alarms: readonly WatchFacts[];
}

/** What one reader may see. */
export interface ShownTo {
  /** The only merchants whose data is shown; all if absent. */
  readonly merchants?: readonly string[] | undefined;
}

/** The last dates of every region as they are reported now. Call it within a transaction. */
export async function readOverview(
  session: Session,
  settings: Settings,
  { at, merchants }: ShownTo & { readonly at: Instant },
): Promise<Overview> {
  const asOf = await newestAsOf(session);
  const findings = await countFindings(session, { states: ['open'], merchants });
  const final = await finalDates(session);
  const regions: ShownRegion[] = [];
  for (const region of allRegions(settings)) {
    const shown = await readRegion(session, settings, { region, at, merchants, final });
    const own = findings.filter((one) => one.region === region.name);
    if (shown !== undefined) regions.push({ ...shown, findings: own });
  }
  return {
    asOf: asOf === undefined ? null : isoInstant(asOf),
    regions,
    alarms: await alarmsOf(session, settings, merchants),
  };
}

async function readRegion(
  session: Session,
  settings: Settings,
  request: ShownTo & { readonly region: RegionSettings; readonly at: Instant; readonly final: FinalDates },
): Promise<Omit<ShownRegion, 'findings'> | undefined> {
  const { region, at, merchants, final } = request;
  const { name, zone } = region;
  const first = await firstReported(session, name);
  if (first === undefined) return undefined;
  const to = localDate(at, zone);
  const from = addDays(to, 1 - SHOWN_DATES);
  const newest = await newestDates(session, settings, { regions: [name], from, to, merchants });
  const { outcomes, paid } = await orderFigures(session, newest, merchants);
  // Orders without a region are rare: nobody needs an empty calendar of them.
  if (name === '' && outcomes.size === 0) return undefined;
  const figures = {
    outcomes,
    paid: await paidOf(session, newest, merchants, paid),
    differences: await differencesOf(session, newest, merchants),
    findings: await openFindingsOf(session, newest, merchants),
  };
  const dates: ShownDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const version = newest.find((one) => one.date === date);
    const coverage = version && shownTo(merchants, await readCoverage(session, version.checked));
    const isOver = formatInstant(endOfDate(date, zone)) <= formatInstant(at);
    dates.push(
      shownDate({
        date,
        region: name,
        version,
        coverage,
        // Dates without orders of no region are never reported.
        isMissing: isOver && date > first && name !== OTHER_REGION.name,
        final,
        figures,
      }),
    );
  }
  return { region: regionFolder(name), zone, dates };
}

/** Sources hold records of several merchants: who is limited to some is shown none. */
export function shownTo(
  merchants: ShownTo['merchants'],
  coverage: Coverage | undefined,
): Coverage | undefined {
  return coverage === undefined || merchants === undefined
    ? coverage
    : {
        ...coverage,
        unread: [],
        gaps: coverage.gaps?.map((gap) => ({ ...gap, waiting: [], file: null, files: 0 })),
      };
}

interface DateParts {
  readonly date: string;
  readonly region: string;
  readonly version: NewestDate | undefined;
  readonly coverage: Coverage | undefined;
  readonly isMissing: boolean;
  readonly final: FinalDates;
  readonly figures: {
    readonly outcomes: ByDate<OutcomeFigures>;
    readonly paid: ByDate<PaidFigures>;
    readonly differences: ByDate<DifferenceFigures>;
    readonly findings: ByDate<FindingFigures>;
  };
}

function shownDate(parts: DateParts): ShownDate {
  const { date, region, version, coverage, final, figures } = parts;
  const key = figuresKey({ date, region });
  const outcomes = figures.outcomes.get(key) ?? [];
  const requested = outcomes.filter(({ outcome }) => outcome !== 'ORPHAN');
  const sum = (rows: readonly OutcomeFigures[], of: 'orders' | 'paidOrders') =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    date,
    status: statusOf(parts),
    version: version?.version ?? null,
    asOf: version === undefined ? null : isoInstant(version.scope.asOf),
    coverage: coverage ?? null,
    isPurged: final.isPurged(date, region),
    outcomes,
    paid: figures.paid.get(key) ?? [],
    differences: figures.differences.get(key) ?? [],
    findings: figures.findings.get(key) ?? [],
    requestedOrders: sum(requested, 'orders'),
    paidOrders: sum(requested, 'paidOrders'),
    matchedOrders: sum(
      requested.filter(({ outcome }) => outcome === 'MATCHED'),
      'orders',
    ),
  };
}

function statusOf({ date, region, version, coverage, isMissing, final, figures }: DateParts): DateStatus {
  const isReportable = version !== undefined || isMissing;
  if (isReportable && final.isFinal(date, region)) return 'closed';
  if (version === undefined) return isMissing ? 'missing' : 'none';
  const findings = figures.findings.get(figuresKey({ date, region })) ?? [];
  if (findings.some(({ code }) => ATTENTION.has(code))) return 'attention';
  return coverage?.provisional === true ? 'provisional' : 'complete';
}

/** Codes that make a date need attention: those of high or critical severity. */
export const ATTENTION: ReadonlySet<string> = new Set(
  RULES.filter(({ severity }) => isAtLeast(severity, 'high')).map(({ code }) => code),
);

/** The first date of a region that was ever reported. */
async function firstReported(session: Session, region: string): Promise<string | undefined> {
  const { rows } = await sql<{ first: string | null }>`
    select min(date) as first from versions where region = ${region}`.execute(session.db);
  return rows[0]?.first ?? undefined;
}

/** The facts of the open alarms. Those about all merchants together are not for a reader of some. */
async function alarmsOf(
  session: Session,
  settings: Settings,
  merchants: readonly string[] | undefined,
): Promise<WatchFacts[]> {
  const regions = allRegions(settings).map(({ name }) => regionFolder(name));
  const { rows } = await sql<{ facts: string }>`
    select facts
    from watch_alarms
    where ended_at is null
      and region = any (${regions}::text[])
      and ${ofMerchants({ merchants })}
    order by alarm_id`.execute(session.db);
  return rows.map(({ facts }) => JSON.parse(facts));
}
