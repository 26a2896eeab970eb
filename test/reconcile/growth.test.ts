/** What a run reads grows as its records do, also where they are of shapes that the planner does not expect. */
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { type Engine, onPostgresql } from '../support/engines.ts';
import { asSplit } from '../support/record-forms.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { rowsLookedAt } from '../support/rows-looked-at.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';

const AS_OF = instantOf('2026-11-20T12:00:00Z');
const NOON = Date.parse('2026-11-19T12:00:00Z');
const SETTINGS = parseSettings({});
/** Fewer are looked through one by one. Of each source of a statement a thousand rows are sampled. */
const LEAST = 1000;
/** A run has more than fifty; fewer are seen where the server reports plans in another way, and nothing is measured. */
const LEAST_STATEMENTS = 30;

/** Reads a file into an empty store, and gives how many rows and pages each statement looked at. */
async function looked(
  engine: Engine,
  content: string,
  work: (session: Session) => Promise<unknown>,
): Promise<Map<string, number>> {
  const database = await engine.database();
  const store = await database.open();
  await read(store, [write(temporaryFolder(), 'day.ndjson', content)], { settings: SETTINGS, readAt: AS_OF });
  const found = await rowsLookedAt(database.settings['databaseUrl']!, work);
  expect(found.size, 'statements whose plans were seen').toBeGreaterThan(LEAST_STATEMENTS);
  return found;
}

const judge = (session: Session) =>
  transaction(session, () => reconcile(session, SETTINGS, { asOf: AS_OF, startedAt: AS_OF }));

/** Of statements that look at more than a few rows: those that look at more than six times as many for four times the records. */
async function growing(
  engine: Engine,
  content: (records: number) => string,
  work: (session: Session) => Promise<unknown> = judge,
): Promise<string[]> {
  const few = await looked(engine, content(LEAST), work);
  const many = await looked(engine, content(4 * LEAST), work);
  return [...many]
    .filter(([name, rows]) => rows > 20 * LEAST && rows > 6 * (few.get(name) ?? 0))
    .map(([name, rows]) => `${few.get(name)} to ${rows}: ${name}`);
}

const each = (records: number, made: (index: number) => string[]) =>
  lines(...Array.from({ length: records }, (_one, index) => made(index)).flat());

onPostgresql('four times the records', (engine) => {
  it('of as many merchants as orders are four times the work', async () => {
    const content = (records: number) =>
      each(records, (index) => {
        const of = { orderNo: `O${index}`, merchantId: `M${index}`, tradeNo: `T${index}` };
        return [payInLine(of), callbackLine({ ...of, status: 'PROCESSING' }), callbackLine(of)];
      });
    expect(await growing(engine, content)).toEqual([]);
  });

  it('of one order, with answers on lines of their own, are four times the work', async () => {
    const content = (records: number) =>
      lines(
        ...asSplit(
          Array.from({ length: records }, (_one, index) =>
            // A time without an offset is a violation.
            payInLine({ tradeNo: `T${index}`, at: new Date(NOON + index * 1000).toISOString() }).replace(
              /("transactionTime":"[^"]{19})[^"]+/,
              '$1',
            ),
          ),
        ),
      );
    expect(await growing(engine, content)).toEqual([]);
  });

  it('of one row of a statement are four times the work', async () => {
    const content = (records: number) =>
      each(records, (index) => {
        const of = { orderNo: `O${index}`, tradeNo: `T${index}` };
        const row = { order_no: of.orderNo, merchant_id: 'M0001', gross: String(index + 1), currency: 'BRL' };
        const statement = { ...row, type: 'payment', row_id: 'SAME', completed_at: '2026-11-19T13:06:00Z' };
        return [payInLine(of), callbackLine(of), JSON.stringify({ statement })];
      });
    expect(await growing(engine, content)).toEqual([]);
  });

  it('of one order are four times the work, also to prove', async () => {
    const content = (records: number) =>
      payInLine() +
      '\n' +
      each(records, (index) => [callbackLine({ tradeNo: `T${index}`, amount: String(index + 1) })]);
    const prove = async (session: Session) => {
      await judge(session);
      await session.script('analyze');
      await runSqlFile(session, 'proofs/035_results_have_evidence.sql', {});
    };
    expect(await growing(engine, content, prove)).toEqual([]);
  });
});
