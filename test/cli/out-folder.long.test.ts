/** Where reports go: another file system, a full disk, a folder that may not be written. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Engine, onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { mayMount, smallDisk } from '../support/small-disk.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder } from './past-day.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER];
/** A folder of the system's in memory: another file system than the temporary folder's, on Linux. */
const SHARED_MEMORY = '/dev/shm';

async function atWork(engine: Engine, orders = 0) {
  const cwd = workingFolder();
  const lines = Array.from({ length: orders }, (_, index) => {
    const number = String(index).padStart(5, '0');
    return `${toPast(payInLine({ orderNo: `MANY${number}`, tradeNo: `T${number}` }))}\n`;
  });
  writeFileSync(join(cwd, 'logs/many.ndjson'), lines.join(''));
  const database = await engine.database();
  const say = (words: readonly string[]) => run(words, { cwd, environment: database.environment });
  expect((await say(['ingest', 'logs'])).code).toBe(0);
  return { cwd, say, database };
}

onEngines('reports', (engine) => {
  it('go to another file system as anywhere', async () => {
    const { cwd, say } = await atWork(engine);
    const elsewhere = statSync(SHARED_MEMORY, { throwIfNoEntry: false }) === undefined ? cwd : SHARED_MEMORY;
    const out = join(elsewhere, `payin-recon-out-${process.pid}-${engine.name}`);
    onTestFinished(() => rmSync(out, { recursive: true, force: true }));
    const { code, stdout } = await say([...ON_DAY, '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${DAY}/BR/v1 (new)`);
    expect(readdirSync(join(out, DAY, 'BR'))).toEqual(['latest', 'v1']);
  });

  it('whose folder may not be written are told, and leave the store as it was', async () => {
    const { cwd, say, database } = await atWork(engine);
    const out = join(cwd, 'closed');
    mkdirSync(join(out, DAY), { recursive: true });
    const look = async () => {
      const store = await database.open();
      return { files: filesOf(out), state: await stateOf(store).finally(store.close) };
    };
    const before = await look();
    // Root may write everywhere; a file where a folder is due stops it as well as anybody.
    if (process.getuid?.() === 0) writeFileSync(join(out, DAY, 'BR'), 'mine');
    else chmodSync(join(out, DAY), 0o555);
    const { code, stdout, stderr } = await say([...ON_DAY, '--out', 'closed']);
    chmodSync(join(out, DAY), 0o755);
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
    expect(stderr).toContain(join(out, DAY, 'BR'));
    rmSync(join(out, DAY, 'BR'), { force: true });
    expect(await look()).toEqual(before);
    const again = await say([...ON_DAY, '--out', 'closed']);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(`${DAY}/BR/v1 (new)`);
  });

  it.skipIf(!mayMount)('that are written on demand leave none cut short where the disk is full', async () => {
    const { say } = await atWork(engine, 4000);
    expect((await say(ON_DAY)).code).toBe(0);
    const disk = smallDisk(1);
    const out = join(disk.folder, 'reports');
    const asked = ['report', '--date', DAY, '--version', '1', '--out', out];
    const full = await say(asked);
    expect(full.code).toBe(4);
    expect(full.stderr).toContain('found:    the disk is full');
    expect(Object.keys(filesOf(out)).filter((name) => /csv$|writing/.test(name))).toEqual([]);
    disk.resize(50);
    expect((await say(asked)).code).toBe(0);
    expect(Object.keys(filesOf(out))).toContain(`${DAY}/BR/orders.csv`);
  });

  it.skipIf(!mayMount)(
    'that find the disk full leave what was published as it was, and come whole once there is space',
    async () => {
      const { say, database } = await atWork(engine, 4000);
      const disk = smallDisk(1);
      const out = join(disk.folder, 'reports');
      const state = async () => {
        const store = await database.open();
        return stateOf(store).finally(store.close);
      };
      const before = await state();
      const full = await say([...ON_DAY, '--out', out]);
      expect(full.code).toBe(4);
      expect(full.stdout).toBe('');
      expect(full.stderr).toContain('error FOLDER_NOT_WRITABLE: ');
      expect(full.stderr).toContain('found:    the disk is full');
      expect(Object.keys(filesOf(out)).filter((name) => /v\d|\.writing|latest/.test(name))).toEqual([]);
      expect(await state()).toEqual(before);
      disk.resize(50);
      const again = await say([...ON_DAY, '--out', out]);
      expect(again.code).toBe(0);
      expect(Object.keys(filesOf(out)).filter((name) => name.endsWith('orders.csv'))).toContain(
        `${DAY}/BR/v1/orders.csv`,
      );
    },
  );
});
