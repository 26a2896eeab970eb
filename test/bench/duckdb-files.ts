import type { ScriptFiles } from './duckdb-script.ts';

/**
 * The statements of DuckDB's script that write each file, with the rows of the date sorted as in the program's files.
 */
export function writeFiles({ out, date, asOf }: ScriptFiles): string[] {
  const write = (name: string, query: string) =>
    `copy (${query}) to '${`${out}/${name}.csv`.replaceAll("'", "''")}' (header, timestampformat '%Y-%m-%dT%H:%M:%SZ')`;
  const ofDate = `business_date = date '${date}'`;
  const inOrder = 'order by merchant_id, order_no';
  return [
    write(
      'orders',
      `select business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method,
         currency, requested_minor, major_of(requested_minor) as requested_amount, paid_currency, paid_minor,
         major_of(paid_minor) as paid_amount, difference_minor, major_of(difference_minor) as difference_amount, outcome, codes as findings,
         utc(requested_at) as requested_at_utc, with_offset(requested_at, region) as requested_at_local,
         utc(paid_at) as paid_at_utc, with_offset(paid_at, region) as paid_at_local,
         case when regexp_matches(paid_at_text, '(Z|[+-][0-9]{2}:?[0-9]{2})$') then 'explicit'
              when paid_at_text is not null then 'region' end as offset_source, utc(received_at) as received_at_utc,
         utc(expires_at + to_seconds(900)) as deadline_at_utc, payments, account_no
       from orders where ${ofDate} ${inOrder}`,
    ),
    write(
      'amount-mismatches',
      `select business_date, region, merchant_id, order_no, trade_no, requested_currency, requested_minor,
         paid_currency, paid_minor, difference_minor, requested_text, paid_text, utc(paid_at) as paid_at_utc
       from orders where ${ofDate} and (difference_minor <> 0 or paid_currency <> requested_currency
         or (requested and requested_minor is null) or (payments > 0 and paid_minor is null)) ${inOrder}`,
    ),
    write(
      'orphan-callbacks',
      `select business_date, c.region, merchant_id, c.sub_merchant_id, order_no, c.trade_no, c.payment_method, status,
         currency, minor as paid_minor, major_of(minor) as paid_amount, utc(completed_at) as completed_at_utc,
         utc(received_at) as received_at_utc
       from callbacks c join (select merchant_id, order_no, business_date from orders where outcome = 'ORPHAN') o
         using (merchant_id, order_no) where ${ofDate} ${inOrder}`,
    ),
    write(
      'payments',
      `select paid_date, business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method, currency,
         paid_minor, major_of(paid_minor) as paid_amount, utc(paid_at) as paid_at_utc,
         with_offset(paid_at, region) as paid_at_local, utc(received_at) as received_at_utc, outcome
       from payments_of_date ${inOrder}`,
    ),
    write('daily-summary', dailySummary(ofDate)),
    write(
      'payments-summary',
      `select paid_date, region, merchant_id, sub_merchant_id, payment_method, currency, count(*) as payments,
         sum(paid_minor) as paid_minor from payments_of_date group by all order by all`,
    ),
    write(
      'stuck-orders',
      `select business_date, region, merchant_id, requested_sub_merchant_id as sub_merchant_id, order_no, trade_no,
         requested_payment_method as payment_method, requested_currency as currency, requested_minor,
         major_of(requested_minor) as requested_amount,
         case when processing then 'processing' when response_code is null then 'no_response' else 'accepted' end
           as stuck_reason, response_code, response_status, utc(requested_at) as requested_at_utc,
         with_offset(requested_at, region) as requested_at_local, utc(expires_at) as expires_at_utc,
         utc(expires_at + to_seconds(900)) as deadline_at_utc,
         date_diff('second', expires_at + to_seconds(900), timestamptz '${asOf}') as overdue_seconds
       from orders where business_date <= date '${date}' and outcome = 'STUCK' ${inOrder}`,
    ),
    write(
      'findings',
      `select code, case when code in ('MULTIPLE_PAYMENTS', 'PAID_AFTER_REJECTION') then 'critical'
         when code = 'STUCK_PROCESSING' then 'medium' when code = 'LATE_CALLBACK' then 'low' else 'high' end as severity,
         * exclude (code) from findings where business_date <= date '${date}' ${inOrder}, code`,
    ),
  ];
}

const dailySummary = (ofDate: string) => `
  select business_date, region, merchant_id, sub_merchant_id, payment_method,
         coalesce(requested_currency, paid_currency) as currency, count(*) as orders, sum(requested_minor) as requested_minor, count(*) filter (where payments > 0) as paid_orders,
         sum(paid_minor) as paid_minor, sum(difference_minor) as difference_minor,
         ${['MATCHED', 'MISMATCH', 'STUCK', 'PENDING', 'EXPIRED', 'REJECTED', 'ORPHAN']
           .map((outcome) => `count(*) filter (where outcome = '${outcome}') as ${outcome.toLowerCase()}`)
           .join(', ')}
  from orders where ${ofDate} group by all order by all`;
