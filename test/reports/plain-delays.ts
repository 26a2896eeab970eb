import { sql } from 'kysely';
import type { Session } from '../../src/database/store.ts';

/** A payment whose completion is known and possible. Instants in microseconds since 1970. */
export interface PlainPayment {
  readonly merchantId: string;
  readonly region: string;
  readonly method: string | null;
  readonly createdAt: number | null;
  readonly expiresAt: number | null;
  readonly completedAt: number;
  readonly receivedAt: number;
}

interface Zone {
  readonly region: string;
  readonly zone: string;
}

const DAYS_BEFORE = 28;
const STEPS: ReadonlyArray<readonly [below: number, step: number]> = [
  [120, 1],
  [600, 5],
  [3600, 30],
  [86_400, 300],
  [Number.POSITIVE_INFINITY, 3600],
];

/** The payments of the newest run, with the record that each order is judged by, told from the evidence. */
export async function plainPayments(session: Session): Promise<PlainPayment[]> {
  const { rows } = await sql<Record<string, string | null>>`
    with micros as (
      select order_no, merchant_id, response_code, digest,
             (extract(epoch from requested_at) * 1000000)::bigint as requested_at,
             (extract(epoch from created_at) * 1000000)::bigint as created_at,
             (extract(epoch from expires_at) * 1000000)::bigint as expires_at
      from pay_ins
    )
    select r.order_no, r.merchant_id, r.region, r.payment_method,
           (extract(epoch from r.paid_at) * 1000000)::bigint as completed_at,
           (extract(epoch from r.received_at) * 1000000)::bigint as received_at,
           c.completed_impossible::text as impossible,
           (select json_agg(m)::text from micros m where m.order_no = r.order_no and m.merchant_id = r.merchant_id) as pay_ins
    from payment_results r
    join callbacks c
      on c.order_no = r.order_no
     and c.merchant_id = r.merchant_id
     and c.received_at = r.received_at
     and c.completed_at is not distinct from r.paid_at
    where r.until_run is null and r.paid_at is not null`.execute(session.db);
  return rows
    .filter(({ impossible }) => impossible === 'false')
    .map((row) => {
      const judged = judgedOf(JSON.parse(row['pay_ins'] ?? '[]'));
      return {
        merchantId: row['merchant_id']!,
        region: row['region']!,
        method: row['payment_method']!,
        createdAt: judged?.created_at ?? null,
        expiresAt: judged?.expires_at ?? null,
        completedAt: Number(row['completed_at']),
        receivedAt: Number(row['received_at']),
      };
    });
}

interface PlainPayIn {
  readonly response_code: string | null;
  readonly digest: string;
  readonly requested_at: number;
  readonly created_at: number;
  readonly expires_at: number;
}

function judgedOf(payIns: readonly PlainPayIn[]): PlainPayIn | undefined {
  const rank = (one: PlainPayIn) => (one.response_code === '00' ? 0 : 1);
  return payIns.toSorted(
    (a, b) => rank(a) - rank(b) || a.requested_at - b.requested_at || (a.digest < b.digest ? -1 : 1),
  )[0];
}

/** The rows of callback-delays for a date, payment by payment, each cell as its text, null for an empty one. */
export function plainDelays(
  payments: readonly PlainPayment[],
  date: string,
  { region, zone }: Zone,
  lateSeconds: number,
): Array<Record<string, string | null>> {
  const placed = payments
    .filter((payment) => payment.region === region)
    .map((payment) => ({ ...payment, ...localPlace(payment.completedAt, zone) }))
    .map((payment) => ({ ...payment, age: daysBetween(payment.date, date) }))
    .filter(({ age }) => age >= 0 && age <= DAYS_BEFORE);
  const groups = new Set(
    placed.flatMap(({ method, hour }) => [JSON.stringify([method, null]), JSON.stringify([method, hour])]),
  );
  return [...groups]
    .map((group) => JSON.parse(group) as [string | null, string | null])
    .sort((a, b) => (`${a[0] ?? ''} ${a[1] ?? ''}` < `${b[0] ?? ''} ${b[1] ?? ''}` ? -1 : 1))
    .map(([method, hour]) => {
      const own = placed.filter((one) => one.method === method && (hour === null || one.hour === hour));
      const cells = ['', 'before_'].flatMap((prefix) => {
        const span = own.filter(({ age }) => age > 0 === (prefix !== ''));
        const created = span.filter(({ createdAt }) => createdAt !== null);
        return [
          ...figures(
            `${prefix}payment`,
            created.map((one) => one.completedAt - one.createdAt!),
            created.filter((one) => one.completedAt > one.expiresAt!).length,
          ),
          ...figures(
            `${prefix}callback`,
            span.map((one) => one.receivedAt - one.completedAt),
            span.filter((one) => one.receivedAt - one.completedAt > lateSeconds * 1e6).length,
          ),
        ];
      });
      return { paid_date: date, region, payment_method: method, hour, ...Object.fromEntries(cells) };
    });
}

function figures(name: string, micros: number[], late: number): Array<[string, string | null]> {
  const sorted = micros.map((one) => stepped(Math.max(0, Math.floor(one / 1e6)))).sort((a, b) => a - b);
  const nearestRank = (percent: number) =>
    sorted.length === 0 ? null : String(sorted[Math.ceil((percent / 100) * sorted.length) - 1]);
  return [
    [`${name}_count`, String(sorted.length)],
    [`${name}_median_seconds`, nearestRank(50)],
    [`${name}_p95_seconds`, nearestRank(95)],
    [`${name}_p99_seconds`, nearestRank(99)],
    [`${name}_late`, sorted.length === 0 ? null : String(late)],
    [`${name}_late_percent`, sorted.length === 0 ? null : hundredths(late, sorted.length)],
  ];
}

function stepped(seconds: number): number {
  const [, step] = STEPS.find(([below]) => seconds < below)!;
  return seconds - (seconds % step);
}

/** Percent with two decimals, a half rounded up. */
function hundredths(part: number, whole: number): string {
  return (Math.floor((20_000 * part + whole) / (2 * whole)) / 100).toFixed(2);
}

function localPlace(micros: number, zone: string): { date: string; hour: string } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(micros / 1000));
  return { date: parts.slice(0, 10), hour: parts.slice(11, 13) };
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
