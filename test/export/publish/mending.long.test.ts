import { existsSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  filesBelow,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  states,
} from '../books.ts';

/** A store whose books have two versions of Brazil's date. */
async function restated(engine: Engine): Promise<{ store: Store; out: string; folder: string }> {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await publish(store, out, MORNING);
  await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
  expect(states(await publish(store, out, NOON))).toMatchObject({ BR: 'v2 new' });
  return { store, out, folder };
}

onEngines('what a killed run leaves behind', (engine) => {
  it('is mended by the next: a pointer to the newest version that was not turned', async () => {
    const { store, out } = await restated(engine);
    const latest = join(out, DATE, 'BR/latest');
    rmSync(latest);
    expect(states(await publish(store, out, NOON))).toMatchObject({ BR: 'v2 unchanged' });
    expect(readlinkSync(latest)).toBe('v2');
  });

  it('is mended by the next: a version that was kept and never put in its place, byte for byte', async () => {
    const { store, out, folder } = await restated(engine);
    const first = join(out, DATE, 'BR/v1');
    const bytes = bytesBelow(first);
    renameSync(first, join(folder, 'aside'));
    await publish(store, out, NOON);
    expect(bytesBelow(first)).toEqual(bytes);
    expect(readlinkSync(join(out, DATE, 'BR/latest'))).toBe('v2');
  });
});

onEngines('a folder of reports', (engine) => {
  it('can be read by whom the mask of the user lets', async () => {
    const { out } = await restated(engine);
    const mode = statSync(join(out, DATE, 'BR/v1')).mode & 0o777;
    expect(mode).toBe(0o777 & ~process.umask());
  });

  it('takes no preview: versions are never removed', async () => {
    const { store, out } = await restated(engine);
    const before = filesBelow(out);
    await expect(publish(store, out, NOON, { preview: true })).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { remedy: expect.stringContaining('previews') },
    });
    const within = publish(store, join(out, DATE, 'BR/v1'), NOON, { preview: true });
    await expect(within).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(filesBelow(out)).toEqual(before);
  });

  it('is not made for a preview of several regions, which has all of them', async () => {
    const { store, folder } = await restated(engine);
    const look = join(folder, 'look');
    expect(states(await publish(store, look, MORNING, { preview: true }))).toEqual({
      BR: 'preview',
      EG: 'preview',
    });
    expect(existsSync(join(look, DATE, 'BR/orders.csv'))).toBe(true);
    expect(existsSync(join(look, DATE, 'EG/orders.csv'))).toBe(true);
  });
});
