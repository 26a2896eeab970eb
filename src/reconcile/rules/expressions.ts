import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { unusualExponents } from '../../normalise/money.ts';
import type { Evidence, JudgedEvidence } from './rule.ts';

type EvidenceColumn = keyof JudgedEvidence & string;

/** A column of the evidence as text for `expected` and `actual`; null stays null. */
export function text(column: EvidenceColumn): RawBuilder<string | null> {
  return sql<string | null>`${sql.ref(`e.${column}`)}::text`;
}

/** Nothing to show. */
export const nothing: RawBuilder<string | null> = sql<string | null>`null::text`;

/** A fixed text. */
export function words(value: string): RawBuilder<string | null> {
  return sql<string | null>`${value}::text`;
}

/** How many callbacks there are: `2 callbacks with verified: false`. One more callback changes the finding. */
export function callbacks(count: EvidenceColumn, rest = ''): RawBuilder<string | null> {
  const many = sql.ref(`e.${count}`);
  return sql<
    string | null
  >`${many}::text || case when ${many} = 1 then ' callback' else ' callbacks' end || ${rest}::text`;
}

/** `BRL 200.00` of a currency column and a column of minor units, else the text that could not be read. */
export function money(
  currency: EvidenceColumn,
  minor: EvidenceColumn,
  unread: EvidenceColumn,
): RawBuilder<string | null> {
  const amount = majorUnits(sql.ref(`e.${minor}`), sql.ref(`e.${currency}`));
  return sql<
    string | null
  >`nullif(concat_ws(' ', ${sql.ref(`e.${currency}`)}, coalesce(${amount}, ${sql.ref(`e.${unread}`)})), '')`;
}

/** An instant as `2026-11-19T13:05:00Z`. */
export function instant(column: EvidenceColumn): RawBuilder<string | null> {
  return sql<
    string | null
  >`to_char(${sql.ref(`e.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** Whether both are present and differ: an absent value mismatches nothing. Never null. */
export function differs(e: Evidence, left: EvidenceColumn, right: EvidenceColumn): Expression<SqlBool> {
  return e.fn.coalesce(e(sql.ref(`e.${left}`), '<>', sql.ref(`e.${right}`)), sql.lit(false));
}

/** Whether two amounts differ: by minor units, or by text where one of these is empty. */
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

/** Minor units as a decimal in major units, exactly: numeric products do not round. */
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
