import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { onPostgresql } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, write } from '../reading.ts';

const TABLES = ['pay_ins', 'callbacks'] as const;
const FEW = 15;
const MANY = 500;

/** Lines of this many orders, one pay-in and one callback each. */
function linesOf(orders: number): string {
  const numbers = Array.from({ length: orders }, (_, index) => `ORDER${String(index).padStart(5, '0')}`);
  return lines(...numbers.flatMap((orderNo) => [payInLine({ orderNo }), callbackLine({ orderNo })]));
}

/** How many rows of each table were read without an index. */
async function rowsReadThrough(store: Store): Promise<number[]> {
  return store.session(async ({ db }) => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    // Another connection's counts arrive when it asks itself.
    await sql`select 1`.execute(db);
    const found: number[] = [];
    for (const table of TABLES) {
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read as read from pg_stat_user_tables where relid = ${table}::text::regclass`.execute(
        db,
      );
      found.push(Number(rows[0]!.read));
    }
    return found;
  });
}

onPostgresql('what is stored of a file', (engine) => {
  it('is looked up by its key, also where statistics say that hardly anything is stored', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await read(store, [write(folder, 'few.log', linesOf(FEW))]);
    await store.session((session) => session.script(`vacuum (analyze) ${TABLES.join(', ')}`));
    const before = await rowsReadThrough(store);
    const [result] = await read(store, [write(folder, 'many.log', linesOf(MANY))]);
    expect(counts(result!)).toBe(`${2 * MANY} = ${2 * (MANY - FEW)} + ${2 * FEW} + 0`);
    const after = await rowsReadThrough(store);
    // Statements that read a small table once may do so; a lookup for every line may not.
    for (const [index, table] of TABLES.entries()) {
      expect(after[index]! - before[index]!, table).toBeLessThan(10 * MANY);
    }
  });
});
