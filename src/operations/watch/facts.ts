import { sql } from 'kysely';
import { ALL, type WatchFacts } from '../../alerts/alert.ts';
import { type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import type { Severity } from '../../settings/severity.ts';
import type { Sum } from '../../texts/formats.ts';
import { paymentParameters } from './advance-counts.ts';
import type { Judgement } from './places.ts';
import { SLOT_SECONDS } from './stretches.ts';

/** The region and times of a judgement. */
export interface Seen {
  readonly region: RegionSettings;
  /** Time of the watch, and the time until which the records are complete enough to judge. */
  readonly at: Instant;
  readonly until: Instant;
  readonly dueSeconds: ReadonlyMap<string, number>;
}

/**
 * The facts of an alert: a judgement with the amounts concerned.
 * @param knownSince when the deviation began, if that was reported before
 */
export async function factsOf(
  session: Session,
  settings: Settings,
  judgement: Judgement,
  seen: Seen,
  knownSince?: string,
): Promise<WatchFacts> {
  const since = knownSince ?? (await sinceOf(session, settings, judgement, seen));
  const { measure, paymentMethod, merchantId, verdict, unread } = judgement;
  return {
    topic: 'watch',
    measure,
    region: regionFolder(seen.region.name),
    zone: seen.region.zone,
    merchantId,
    paymentMethod,
    since,
    at: formatInstant(seen.at),
    ended: false,
    ...(unread === undefined ? {} : { unread }),
    observed: verdict.observed,
    of: verdict.of,
    expected: Math.round(verdict.expected * 10) / 10,
    probability: Number(verdict.probability.toPrecision(2)),
    money: unread === undefined ? await moneyOf(session, settings, judgement, seen, since) : [],
  };
}

/**
 * When the deviation began: for silence, the last payment, or the last five minutes with pay-ins; otherwise the start of
 * the slots compared.
 */
async function sinceOf(
  session: Session,
  settings: Settings,
  judgement: Judgement,
  { region, until }: Seen,
): Promise<string> {
  const { measure, verdict, unread } = judgement;
  const begin = formatInstant(addSeconds(until, -verdict.endSlot * SLOT_SECONDS));
  if (measure !== 'silent') return begin;
  const scope = { ...parametersOf(settings, region), ...scopeOf(judgement) };
  const [counts, number] = unread === 'pay-ins' ? ['order_counts', 'orders'] : ['payment_counts', 'payments'];
  const { rows: slots } = await sqlPart<{ slot_at: string | null }>('watch/065_last_slot.sql', {
    ...scope,
    ...{ to_at: begin, counts: sql.table(counts!), number: sql.ref(number!) },
  }).execute(session.db);
  const slot = slots[0]!.slot_at;
  if (slot === null) return begin;
  const slotEnd = formatInstant(addSeconds(instantOfText(slot), SLOT_SECONDS));
  if (unread === 'pay-ins') return slotEnd;
  const range = { from_at: slot, to_at: slotEnd };
  const { rows } = await asked<{ last_at: string | null }>(session, 'watch/070_last.sql', {
    ...scope,
    ...range,
  });
  return rows[0]?.last_at ?? begin;
}

/**
 * The facts of the end of an alarm. For silence, they have the time of the first payment after it began, if one came;
 * if records were not read, the times of payments say nothing about the alarm.
 */
export async function endedFactsOf(
  session: Session,
  settings: Settings,
  facts: WatchFacts,
  { region, at }: Seen,
  isUsual: boolean,
): Promise<WatchFacts> {
  const unjudged = isUsual ? {} : { unjudged: true as const };
  const ended = { ...facts, at: formatInstant(at), ended: true, ...unjudged };
  if (facts.measure !== 'silent' || facts.unread !== undefined) return ended;
  const { rows } = await asked<{ resumed_at: string }>(session, 'watch/080_resumed.sql', {
    ...{ ...parametersOf(settings, region), ...scopeOf(facts) },
    ...{ from_at: facts.since, to_at: ended.at },
  });
  const resumedAt = rows[0]?.resumed_at;
  return resumedAt === undefined ? ended : { ...ended, resumedAt };
}

/** The settings that the SQL statements take; each uses those that it names. */
function parametersOf(settings: Settings, region: RegionSettings) {
  return { region: region.name, ...paymentParameters(settings) };
}

/** Asks a statement that names the callbacks of payments. */
function asked<Row>(session: Session, path: string, parameters: SqlParameters) {
  const paid = sqlPart('watch/055_paid_callbacks.sql', parameters);
  return sqlPart<Row>(path, { ...parameters, paid_callbacks: paid }).execute(session.db);
}

function scopeOf({ paymentMethod, merchantId }: Pick<Judgement, 'paymentMethod' | 'merchantId'>) {
  return {
    payment_method: paymentMethod === ALL ? null : paymentMethod,
    merchant_id: merchantId === ALL ? null : merchantId,
  };
}

/**
 * The severity of an alarm. Silence of a whole method is critical; wrong amounts and lost payments are more severe than
 * delays.
 */
export function severityOf({ measure, merchantId }: Pick<WatchFacts, 'measure' | 'merchantId'>): Severity {
  if (measure === 'silent') return merchantId === ALL ? 'critical' : 'high';
  return measure === 'stuck' || measure === 'late_share' ? 'medium' : 'high';
}

/** The amounts concerned: those of unpaid orders, or those paid late or wrong. For silence, since it began. */
async function moneyOf(
  session: Session,
  settings: Settings,
  judgement: Judgement,
  { region, until, at, dueSeconds }: Seen,
  since: string,
): Promise<Sum[]> {
  const { measure, paymentMethod, verdict } = judgement;
  const shift = measure === 'stuck' ? (dueSeconds.get(paymentMethod) ?? 0) : 0;
  const before = (slots: number) => formatInstant(addSeconds(until, -shift - slots * SLOT_SECONDS));
  const isOfOrders = measure === 'silent' || measure === 'paid_share' || measure === 'stuck';
  const { rows } = await asked<Sum>(session, isOfOrders ? 'watch/050_waiting.sql' : 'watch/060_paid.sql', {
    ...parametersOf(settings, region),
    ...scopeOf(judgement),
    from_at: measure === 'silent' ? since : before(verdict.endSlot),
    to_at: measure === 'silent' ? formatInstant(at) : before(verdict.firstSlot),
    seen_until: formatInstant(measure === 'silent' ? at : until),
    late: measure === 'late_share',
  });
  return rows;
}
