import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { LineBlocks } from '../../../src/ingest/lines/line-blocks.ts';
import { ParsePool } from '../../../src/ingest/lines/parse-pool.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { writeDay } from '../../../src/simulate/write-day.ts';
import { onEngines } from '../../support/engines.ts';
import { read, rejects, write } from '../reading.ts';
import { mutatedLines } from './mutated-lines.ts';

const settingsOf = (workers: number) => parseSettings({ ingest: { workers, maxLineBytes: 4096 } });

/** Everything that is stored of the sources but when it was read, with where each record was found. */
async function stored(store: Store): Promise<unknown> {
  return store.session(async ({ db }) => {
    const found: Record<string, unknown> = { rejects: await rejects(store) };
    for (const table of ['sources', 'pay_ins', 'callbacks', 'violations'] as const) {
      const { rows } = await sql`select t::text as row from ${sql.table(table)} t order by 1`.execute(db);
      found[table] = rows;
    }
    return found;
  });
}

onEngines('whatever the number of workers', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-workers-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    await writeDay({ date: '2026-11-19', seed: 7, orders: 900, folder });
    write(folder, 'mutated.log', mutatedLines(11, 2500).join('\n'));
  });

  it('the store holds the same, down to the line that each record was found on', async () => {
    const found: unknown[] = [];
    for (const workers of [0, 1, 2, 8]) {
      const store = await engine.emptied();
      const results = await read(store, [folder], { settings: settingsOf(workers) });
      found.push([results, await stored(store)]);
    }
    for (const other of found.slice(1)) expect(other).toEqual(found[0]);
  });

  it('a dry run tells the same and keeps nothing', async () => {
    const store = await engine.emptied();
    const told: unknown[] = [];
    for (const workers of [0, 2])
      told.push(
        await read(store, [join(folder, 'mutated.log')], { settings: settingsOf(workers), dryRun: true }),
      );
    expect(told[1]).toEqual(told[0]);
    expect(await rejects(store)).toEqual([]);
  });
});

describe('blocks of several sources', () => {
  it('are parsed in the order of the sources, whichever came first', async () => {
    const pool = new ParsePool({ settings: settingsOf(1), forcedKind: undefined });
    const lines = Buffer.from(`${mutatedLines(1, 20).join('\n')}\n`);
    const done: string[] = [];
    const parse = async (place: number, firstLine: number) => {
      await pool.parse({ firstLine, bytes: new Uint8Array(lines) }, false, place);
      done.push(`${place} ${firstLine}`);
    };
    try {
      await Promise.all(
        [1, 2, 3, 4].map((line) => parse(2, line)).concat([parse(1, 1), parse(1, 2), parse(2, 5)]),
      );
    } finally {
      await pool.close();
    }
    // The thread has its two blocks already when those of the first source come.
    expect(done).toEqual(['2 1', '2 2', '1 1', '1 2', '2 3', '2 4', '2 5']);
  });
});

describe('a worker that ends', () => {
  it('fails what waits for its lines and all after it, with what to do', async () => {
    const pool = new ParsePool({ settings: settingsOf(2), forcedKind: undefined });
    const blocks = new LineBlocks(4096, 1024);
    const block = () => blocks.push(Buffer.from(`${mutatedLines(1, 20).join('\n')}\n`))!;
    const expected = { code: 'WORKER_FAILED' };
    const before = await pool.parse(block(), false);
    expect(before.counts.records).toBeGreaterThan(0);
    const waiting = expect(pool.parse(block(), false)).rejects.toMatchObject(expected);
    await pool.close();
    await waiting;
    await expect(pool.parse(block(), false)).rejects.toMatchObject(expected);
  });
});
