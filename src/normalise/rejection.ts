/** Why a line could not be attributed to an order. Everything else is kept and flagged. */
export const REJECTIONS = {
  not_json: {
    title: 'The line is not JSON',
    remedy: 'Write one JSON object a line; a line cut short by a full disk or a crash must be written again.',
  },
  not_utf8: {
    title: 'The line is not UTF-8 text',
    remedy: 'Write the log as UTF-8.',
  },
  line_too_long: {
    title: 'The line is longer than the setting ingest.maxLineBytes',
    remedy: 'Raise ingest.maxLineBytes, or find out what writes such lines.',
  },
  too_deep: {
    title: 'The line is nested deeper than 64 levels',
    remedy: 'Log the message as it was sent.',
  },
  bad_row: {
    title: 'The cells of a CSV row do not match its header',
    remedy: 'Export it again; a cell that holds a separator, a quote or a line break must stand in quotes.',
  },
  digits_lost: {
    title: 'A spreadsheet has lost digits of an identifier: it keeps 15 digits of a number',
    remedy: 'Export the column as text, or use the file as it was before a spreadsheet saved it.',
  },
  unknown_kind: {
    title:
      'Neither a pay-in record (request, or a response) nor a callback record (body, or a flat merchantId)',
    remedy: 'Log {"request":…,"response":…} for pay-ins and {"body":…} for callbacks, or force --kind.',
  },
  no_order_no: {
    title: 'No readable orderNo',
    remedy: 'Log the body as it was sent; orderNo is what ties a record to its order.',
  },
  no_merchant_id: {
    title: 'No readable merchant identifier',
    remedy: 'Log merchant.merchantId or the header X-PARTNER-ID of a request, merchantId of a callback.',
  },
  no_statement_key: {
    title: 'A row of a statement that names neither its order nor its payout',
    remedy:
      'Map the column with the order number, the trade number or the payout to order_no, trade_no or payout_id.',
  },
  no_statement_time: {
    title: 'A row of a statement without a readable time or date',
    remedy:
      'Map a column to completed_at or settled_on, of a bank to booked_on, and say in times of the table how it is written.',
  },
  no_time: {
    title: 'No readable time at all',
    remedy: 'Log sentAt or receivedAt as yyyy-MM-ddTHH:mm:ss with an offset or Z.',
  },
} as const satisfies Record<string, { title: string; remedy: string }>;

export type RejectionReason = keyof typeof REJECTIONS;

export interface Rejection {
  readonly reason: RejectionReason;
  /** What exactly was found, without any content of the line. */
  readonly detail: string;
}

/**
 * A record of which no time can be read.
 * @param times the texts of its times, by the names they have in the log, in the order in which they count
 */
export function withoutTime(times: Readonly<Record<string, string | undefined>>): Rejection {
  const [first, ...others] = Object.keys(times);
  const unreadable = Object.keys(times).filter((name) => (times[name] ?? '').trim() !== '');
  const missing = [`neither ${first}`, ...others.map((name) => `nor ${name}`)].join(', ');
  const found = unreadable.length === 0 ? '' : `; not readable as a time: ${unreadable.join(', ')}`;
  return { reason: 'no_time', detail: missing + found };
}
