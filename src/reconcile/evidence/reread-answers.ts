import { bindSql, readSql, runSqlFile } from '../../database/sql-file.ts';
import { cursorRows, type Session } from '../../database/store.ts';
import { formatInstant } from '../../normalise/instant.ts';
import { interpretPayIn } from '../../normalise/normalise-pay-in.ts';
import { type PayInTextRow, payInTexts } from '../../normalise/pay-in-texts.ts';
import type { PayInReading } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';

const BLOCK_ROWS = 2000;

interface AnsweredRequest extends PayInTextRow {
  readonly request_digest: string;
}

/**
 * Reads responses that were logged on separate lines again, together with their requests: amounts by the request's
 * region and currency, times within the limits of the request's time. It reads only those that can change; most cannot.
 * {@link interpretPayIn} does the reading, as for a call that was logged on one line.
 */
export async function rereadAnswers(session: Session, settings: Settings): Promise<void> {
  const { sql, parameters } = bindSql(readSql('reconcile/evidence/answers_to_reread.sql'), {});
  for await (const rows of cursorRows<AnsweredRequest>(session, { sql, parameters }, BLOCK_ROWS)) {
    await keepReadings(session, rows, settings);
  }
}

async function keepReadings(
  session: Session,
  rows: readonly AnsweredRequest[],
  settings: Settings,
): Promise<void> {
  const read = rows.flatMap((row) => {
    const interpreted = interpretPayIn(payInTexts(row), true, settings);
    return interpreted === undefined ? [] : [{ row, reading: interpreted.reading }];
  });
  const each = <T>(value: (row: AnsweredRequest, reading: PayInReading) => T) =>
    read.map(({ row, reading }) => value(row, reading));
  await runSqlFile(session, 'reconcile/evidence/reread_answers.sql', {
    order_nos: each((row) => row.order_no),
    merchant_ids: each((row) => row.merchant_id),
    digests: each((row) => row.request_digest),
    answered_at: each((_row, { answeredAt }) =>
      answeredAt === undefined ? null : formatInstant(answeredAt),
    ),
    minors: each((_row, { responseAmountMinor }) => responseAmountMinor?.toString() ?? null),
    unreadable: each((_row, { timeFlags }) => timeFlags.includes('TIME_UNREADABLE')),
    ambiguous: each((_row, { timeFlags }) => timeFlags.includes('TIME_AMBIGUOUS')),
    disagrees: each((_row, { timeFlags }) => timeFlags.includes('OFFSET_DISAGREES')),
  });
}
