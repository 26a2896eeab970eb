/** What `payouts.csv` shows of a payout, or of a bank row without one; null where a run does not show it on the date. */
export interface ShownPayout {
  /** Rows of statements that name the payout; 0 for a bank row without one. */
  readonly rows: number;
  /** Minor units, as text; null where nothing says so: of payments, of fees, and of refunds and chargebacks. */
  readonly grossMinor: string | null;
  readonly feeMinor: string | null;
  readonly refundsMinor: string | null;
  /** What is paid out, and what the bank booked. */
  readonly netMinor: string | null;
  readonly bankMinor: string | null;
  /** yyyy-MM-dd */
  readonly bookedOn: string | null;
  readonly bankReference: string | null;
}

export interface PayoutDifference {
  /** Empty where the region is unknown. */
  readonly region: string;
  /** Null for a bank row without a payout. */
  readonly payoutId: string | null;
  readonly currency: string | null;
  readonly before: ShownPayout | null;
  readonly after: ShownPayout | null;
}

/** The payouts and bank rows of a date that differ. */
export interface PayoutDifferences {
  readonly different: number;
  /** The first of them, by region and payout. */
  readonly listed: readonly PayoutDifference[];
}

type Row = Readonly<Record<string, string | null>>;

/** @param rows of 060_payouts.sql, at least one if any payout differs */
export function payoutDifferencesOf(rows: readonly Row[], limit: number): PayoutDifferences {
  return {
    different: Number(rows[0]?.['different'] ?? 0),
    listed: rows.slice(0, limit).map((row) => ({
      region: row['region']!,
      payoutId: row['payout_id'] || null,
      currency: row['currency'] || null,
      before: shownOf(row, 'before'),
      after: shownOf(row, 'after'),
    })),
  };
}

function shownOf(row: Row, when: string): ShownPayout | null {
  const rows = row[`${when}_rows`] ?? null;
  if (rows === null) return null;
  return {
    rows: Number(rows),
    grossMinor: row[`${when}_gross`]!,
    feeMinor: row[`${when}_fee`]!,
    refundsMinor: row[`${when}_refunds`]!,
    netMinor: row[`${when}_net`]!,
    bankMinor: row[`${when}_bank`]!,
    bookedOn: row[`${when}_booked`]!,
    bankReference: row[`${when}_reference`]!,
  };
}
