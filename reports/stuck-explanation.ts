import { type RawBuilder, sql } from 'kysely';

/** Why a STUCK order has no result, by stuck_reason; the words follow the time of the request. */
export const STUCK_REASONS: Readonly<Record<string, string>> = {
  paid_in_statement: 'paid according to a statement of the service, no callback of the payment was logged',
  unknown_status: 'a callback has a status that no list of the settings names',
  processing: 'callbacks say that it is being processed, none that it was paid',
  no_response: 'no response and no callback was logged since',
  accepted: 'accepted by the service, no callback was logged since',
};

/** Callbacks with a wrong signature decide nothing, but they are in the log. */
const UNVERIFIED = 'only callbacks that could not be verified were logged since';
const WITHOUT_CALLBACK = ['accepted', 'no_response'];

/** Of several requests the first was refused, and another has no response: it may have been accepted. */
const REFUSED = ', another request has no response; no callback was logged since';

/**
 * Why a STUCK order of order_results has no result, as a sentence; null for every other order. Its times are local
 * ones, with their date where that is not the business date.
 * @param zone IANA zone of the order's region
 * @example 'requested at 10:05, accepted by the service, no callback was logged since; the payer had until 11:05'
 */
export function stuckExplanation(zone: string): RawBuilder<string | null> {
  const at = (column: string) => {
    const local = sql`${sql.ref(column)} at time zone ${zone}::text`;
    return sql`case
      when (${local})::date = business_date then to_char(${local}, 'HH24:MI')
      else to_char(${local}, 'YYYY-MM-DD HH24:MI')
    end`;
  };
  const phrases = sql.join(
    Object.entries(STUCK_REASONS).map(
      ([reason, words]) => sql`when ${reason}::text then ${`, ${words}`}::text`,
    ),
    sql` `,
  );
  const because = sql`case
    when stuck_reason = any (${WITHOUT_CALLBACK}::text[]) and ' ' || findings || ' ' like '% UNVERIFIED\\_CALLBACK %'
      then ${`, ${UNVERIFIED}`}::text
    when stuck_reason = 'accepted' and response_code <> '00'
      then ', refused by the service with code ' || response_code || ${REFUSED}::text
    else case stuck_reason ${phrases} else '' end
  end`;
  return sql<string | null>`case
    when outcome = 'STUCK' then
      'requested at ' || ${at('requested_at')} || ${because} || '; the payer had until ' || ${at('expires_at')}
  end`;
}

/** A short form, from a stuck_reason and the codes of the order's findings; undefined for other reasons. */
export function stuckReasonText(reason: string, findings: readonly string[]): string | undefined {
  const hasUnverified = WITHOUT_CALLBACK.includes(reason) && findings.includes('UNVERIFIED_CALLBACK');
  return hasUnverified ? UNVERIFIED : STUCK_REASONS[reason];
}
