/** A database without space: the run fails and says so, keeps nothing half, and works once there is space. */
import { chownSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { EMPTY_DATABASE } from '../support/global-setup.ts';
import { onOwnServer } from '../support/own-server.ts';
import { ordinaryUser } from '../support/postgres-server.ts';
import { payInLine } from '../support/records.ts';
import { mayMount, type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { type CommandOptions, run } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder } from './past-day.ts';

const RECONCILE = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER];
const ORDERS = 8000;
const PLENTY_MEGABYTES = 400;

describe('an embedded database', () => {
  it('that may not write large files gives up its log, says so, and is whole when it is opened again', async () => {
    const day = manyOrders(['--data', 'store']);
    await succeeds(day, ['migrate']);
    // The log of 16 MB is there; what lies past its first 5 MB is refused.
    const failed = await day.run(['ingest', 'many.ndjson'], { largestFile: 10_240 });
    expect(failed.stderr).toContain('error DATABASE_FAILED: ');
    expect(failed.stderr).toContain('the embedded database gave up');
    expect(failed.code).toBe(3);
    await day.isEmpty(() => openEmbedded(join(day.cwd, 'store')));
    await succeeds(day, ['ingest', 'many.ndjson']);
  });

  describe.skipIf(!mayMount)('on a full disk', () => {
    it('fails without space for its tables, keeps nothing, and works once there is some', async () => {
      const disk = smallDisk(PLENTY_MEGABYTES);
      const folder = join(disk.folder, 'store');
      const day = manyOrders(['--data', folder]);
      await succeeds(day, ['migrate']);
      leave(disk, 2);
      await failsFull(day, ['ingest', 'many.ndjson']);
      disk.resize(PLENTY_MEGABYTES);
      await day.isEmpty(() => openEmbedded(folder));
      await succeeds(day, ['ingest', 'many.ndjson']);

      leave(disk, 2);
      await failsFull(day, RECONCILE);
      expect(filesOf(join(day.cwd, 'payin-recon-reports'))).toEqual({});
      disk.resize(PLENTY_MEGABYTES);
      await succeeds(day, RECONCILE);
    });

    it('fails, and does not hang, without space for the next file of its log', async () => {
      const disk = smallDisk(PLENTY_MEGABYTES);
      const folder = join(disk.folder, 'store');
      const day = manyOrders(['--data', folder]);
      await succeeds(day, ['migrate']);
      await fillLog(folder);
      leave(disk, 14);
      await failsFull(day, ['ingest', 'many.ndjson']);
      disk.resize(PLENTY_MEGABYTES);
      await day.isEmpty(() => openEmbedded(folder));
      await succeeds(day, ['ingest', 'many.ndjson']);
    });

    it('that cannot be laid out leaves nothing behind', async () => {
      const disk = smallDisk(20);
      const day = manyOrders(['--data', join(disk.folder, 'store')]);
      await failsFull(day, ['migrate']);
      expect(readdirSync(join(disk.folder, 'store'))).toEqual([]);
      disk.resize(PLENTY_MEGABYTES);
      await succeeds(day, ['migrate']);
    });

    it('on a small disk is bad to doctor', async () => {
      const disk = smallDisk(100);
      const day = manyOrders(['--data', join(disk.folder, 'store')]);
      const examined = await day.run(['doctor']);
      expect(examined.stdout).toMatch(/^bad +disk of data +100 MB free/m);
      expect(examined.code).toBe(4);
    });
  });
});

onOwnServer('a server whose tables lie on a full disk', (startServer) => {
  it.skipIf(!mayMount)('makes a run fail, keeps nothing, and works once there is space', async () => {
    const disk = smallDisk(PLENTY_MEGABYTES);
    const space = join(disk.folder, 'tables');
    mkdirSync(space);
    const user = ordinaryUser();
    if (user !== undefined) chownSync(space, user.uid, user.gid);
    const server = await startServer();
    onTestFinished(server.stop);
    await administer(server.url, `create tablespace small location '${space}'`);
    await administer(server.url, `create database recon ${EMPTY_DATABASE} tablespace small`);
    const url = databaseUrl(server.url, 'recon');
    const day = manyOrders(['--database-url', url]);
    await succeeds(day, ['migrate']);
    leave(disk, 2);
    await failsFull(day, ['ingest', 'many.ndjson']);
    await day.isEmpty(() => openPostgres(url));
    disk.resize(PLENTY_MEGABYTES);
    await succeeds(day, ['ingest', 'many.ndjson']);

    leave(disk, 2);
    await failsFull(day, RECONCILE);
    expect(filesOf(join(day.cwd, 'payin-recon-reports'))).toEqual({});
    disk.resize(PLENTY_MEGABYTES);
    await succeeds(day, RECONCILE);
  });
});

/** A working folder with a log of many orders, and the store that options name. */
function manyOrders(options: readonly string[]) {
  const cwd = workingFolder();
  const lines = Array.from({ length: ORDERS }, (_, index) => {
    const number = String(index).padStart(6, '0');
    return `${toPast(payInLine({ orderNo: `MANY${number}`, tradeNo: `T${number}` }))}\n`;
  });
  writeFileSync(join(cwd, 'many.ndjson'), lines.join(''));
  return {
    cwd,
    run: (words: readonly string[], more: Partial<CommandOptions> = {}) =>
      run([...words, ...options], { cwd, ...more }),
    /** Holds the layout, and no record or source. */
    isEmpty: async (open: () => Promise<Store>) => {
      const store = await open();
      const state = await stateOf(store).finally(store.close);
      const filled = Object.keys(state).filter((table) => !state[table]!.startsWith('0 rows'));
      expect(filled).toEqual(['migrations']);
    },
  };
}

type Day = ReturnType<typeof manyOrders>;

async function failsFull(day: Day, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await day.run(words);
  expect(stderr).toContain('error DATABASE_FULL: ');
  expect(stderr).toMatch(/\n {2}to do: {4}Free space on the disk of the database/);
  expect(stdout).toBe('');
  expect(code).toBe(3);
}

async function succeeds(day: Day, words: readonly string[]): Promise<void> {
  const { code, stderr } = await day.run(words);
  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
}

/** Uses up most of the file of the write-ahead log; from three quarters on PostgreSQL makes the next in advance. */
async function fillLog(folder: string): Promise<void> {
  const store = await openEmbedded(folder);
  await store.session(({ db }) =>
    sql`select pg_logical_emit_message(false, 'test', repeat('x', (0.7 * 16777216)::integer
          - (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') % 16777216)::integer))`.execute(db),
  );
  await store.close();
}

/** Leaves so much space. */
function leave(disk: SmallDisk, megabytes: number): void {
  const { blocks, bfree, bsize } = statfsSync(disk.folder);
  disk.resize(Math.ceil(((blocks - bfree) * bsize) / 1_048_576) + megabytes);
}
