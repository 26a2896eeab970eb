import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { unusualExponents } from '../../normalise/money.ts';
import type { Evidence, JudgedEvidence } from './rule.ts';

type EvidenceColumn = keyof JudgedEvidence & string;

/** A column of the evidence as text for `expected` and `actual`; null stays null. */
export function text(column: EvidenceColumn): RawBuilder<string | null> {
  return sql<string | null>`${sql.ref(`e.${column}`)}::text`;
}

/** A null text, for a side that shows no value. */
export const nothing: RawBuilder<string | null> = sql<string | null>`null::text`;

/** A fixed text. */
export function words(value: string): RawBuilder<string | null> {
  return sql<string | null>`${value}::text`;
}

/** Text with the number of callbacks: `2 callbacks with verified: false`. One more callback changes the finding. */
export function callbacks(count: EvidenceColumn, rest = ''): RawBuilder<string | null> {
  const many = sql.ref(`e.${count}`);
  return sql<
    string | null
  >`${many}::text || case when ${many} = 1 then ' callback' else ' callbacks' end || ${rest}::text`;
}

/**
 * Text like `BRL 200.00` from a column for the currency and one, or an expression, for minor units.
 * @param unread what the same record has as text, for an amount that cannot be read; otherwise only the currency is shown
 */
export function money(
  currency: EvidenceColumn,
  minor: EvidenceColumn | RawBuilder<unknown>,
  unread: RawBuilder<unknown> = nothing,
): RawBuilder<string | null> {
  const units = typeof minor === 'string' ? sql.ref(`e.${minor}`) : minor;
  const amount = majorUnits(units, sql.ref(`e.${currency}`));
  return sql<
    string | null
  >`nullif(concat_ws(' ', ${sql.ref(`e.${currency}`)}, coalesce(${amount}, ${unread})), '')`;
}

/** What was requested, like {@link money}. */
export function requestedMoney(): RawBuilder<string | null> {
  return money('requested_currency', 'requested_minor', sql.ref('e.requested_text'));
}

/** What was paid, like {@link money}; a text is that of one payment, and not shown for the sum of several. */
export function paidMoney(): RawBuilder<string | null> {
  return money('paid_currency', 'paid_minor', sql`case when e.payments = 1 then e.paid_text end`);
}

/** An instant as `2026-11-19T13:05:00Z`. */
export function instant(column: EvidenceColumn): RawBuilder<string | null> {
  return sql<
    string | null
  >`to_char(${sql.ref(`e.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** Whether both values are present and differ. An absent value never counts as different. Never null. */
export function differs(e: Evidence, left: EvidenceColumn, right: EvidenceColumn): Expression<SqlBool> {
  return e.fn.coalesce(e(sql.ref(`e.${left}`), '<>', sql.ref(`e.${right}`)), sql.lit(false));
}

/** Whether two amounts differ: by minor units, or by their text if either has none. */
export function amountsDiffer(
  minors: [EvidenceColumn, EvidenceColumn],
  texts: [EvidenceColumn, EvidenceColumn],
): RawBuilder<SqlBool> {
  const [minor, otherMinor] = minors.map((column) => sql.ref(`e.${column}`));
  const [text, otherText] = texts.map((column) => sql.ref(`e.${column}`));
  return sql<SqlBool>`coalesce(${minor} <> ${otherMinor}, ${text} <> ${otherText})`;
}

/** Seconds from one instant column to another. */
export function secondsFrom(from: EvidenceColumn, to: EvidenceColumn): RawBuilder<string> {
  return sql<string>`extract(epoch from ${sql.ref(`e.${to}`)} - ${sql.ref(`e.${from}`)})`;
}

/** Minor units as an exact decimal in major units. Products of numeric values are not rounded. */
function majorUnits(minor: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<string | null> {
  const unusual = new Map<number, string[]>();
  for (const [code, exponent] of unusualExponents()) {
    unusual.set(exponent, [...(unusual.get(exponent) ?? []), code]);
  }
  const branches = [...unusual].map(
    ([exponent, codes]) =>
      sql`when ${currency} in (${sql.join(codes)}) then (${minor}::numeric * ${sql.lit(`1e-${exponent}`)}::numeric)::text`,
  );
  return sql<string | null>`case ${sql.join(branches, sql` `)} else (${minor}::numeric * 0.01)::text end`;
}
