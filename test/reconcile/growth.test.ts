/** What a run reads grows as its records do, also where they are of shapes that the planner does not expect. */
import { expect, it, onTestFinished } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { type Engine, onPostgresql } from '../support/engines.ts';
import { asSplit } from '../support/record-forms.ts';
import { recordedSession } from '../support/recorded-session.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';

const AS_OF = instantOf('2026-11-20T12:00:00Z');
const NOON = Date.parse('2026-11-19T12:00:00Z');
const SETTINGS = parseSettings({});
/** Fewer are looked through one by one. Of each source of a statement a thousand rows are sampled. */
const LEAST = 1000;
/** A run has more than fifty; fewer are seen where the server reports plans in another way, and nothing is measured. */
const LEAST_STATEMENTS = 30;

/** A node of a plan: how many rows it gave and left out each time, how often it ran, and pages with those of the nodes below. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows were looked at. */
function looked(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, one) => sum + looked(one), own);
}

/** Reads a file into an empty store, and gives how many rows and pages each statement looked at. */
async function rowsLookedAt(
  engine: Engine,
  content: string,
  work: (session: Session) => Promise<unknown>,
): Promise<Map<string, number>> {
  const database = await engine.database();
  const store = await database.open();
  await read(store, [write(temporaryFolder(), 'day.ndjson', content)], { settings: SETTINGS, readAt: AS_OF });
  const found = new Map<string, number>();
  const session = await recordedSession(database.settings['databaseUrl']!, (text) => {
    const plan = /^duration: .* plan:\n(\{[\s\S]*\})$/.exec(text)?.[1];
    if (plan === undefined) return;
    const said = JSON.parse(plan) as { readonly 'Query Text': string; readonly Plan: PlanNode };
    const name = said['Query Text'].replaceAll(/\s+/g, ' ');
    const pages = said.Plan['Shared Hit Blocks'] ?? 0;
    found.set(name, (found.get(name) ?? 0) + looked(said.Plan) + pages);
  });
  onTestFinished(() => session.close());
  await session.script(
    `load 'auto_explain'; set lc_messages = 'C'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
     set auto_explain.log_timing = off; set auto_explain.log_buffers = on; set auto_explain.log_format = json; set client_min_messages = log`,
  );
  await work(session);
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
  const few = await rowsLookedAt(engine, content(LEAST), work);
  const many = await rowsLookedAt(engine, content(4 * LEAST), work);
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
