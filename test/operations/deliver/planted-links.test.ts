/** Links that others have put into a share: nothing is written or removed where they lead. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Undelivered } from '../../../src/alerts/undelivered.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { blocks, placeOf } from './opened-place.ts';

const PATH = 'BR/2026-11-19/orders.csv';

/** A share, and a file outside of it. */
function planted() {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  const victim = join(outside, 'authorized_keys');
  writeFileSync(victim, 'mine');
  mkdirSync(join(folder, 'BR/2026-11-19'), { recursive: true });
  return { folder, outside, victim, at: (path: string) => join(folder, path) };
}

describe('a share', () => {
  it.each(['.orders.csv.payin-recon-part', 'orders.csv'])(
    'with a link in the place of %s gets its file, and the target of the link stays',
    async (name) => {
      const { folder, victim, at } = planted();
      symlinkSync(victim, at(`BR/2026-11-19/${name}`));
      const place = await placeOf({ kind: 'folder', folder });
      await place.put(PATH, blocks(1, 10));
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(readdirSync(at('BR/2026-11-19'))).toEqual(['orders.csv']);
      expect(lstatSync(at(PATH)).isFile()).toBe(true);
      expect(readFileSync(at(PATH))).toEqual(Buffer.alloc(10, 1));
    },
  );

  it('has the file of an attempt before that was killed replaced', async () => {
    const { folder, at } = planted();
    writeFileSync(at('BR/2026-11-19/.orders.csv.payin-recon-part'), 'half, and longer than the whole');
    const place = await placeOf({ kind: 'folder', folder });
    await place.put(PATH, blocks(1, 10));
    expect(readdirSync(at('BR/2026-11-19'))).toEqual(['orders.csv']);
    expect(readFileSync(at(PATH))).toHaveLength(10);
  });

  it('is tried without writing through a link', async () => {
    const { folder, victim, at } = planted();
    for (const name of ['.payin-recon-probe', '..payin-recon-probe.payin-recon-part'])
      symlinkSync(victim, at(name));
    await (await placeOf({ kind: 'folder', folder })).probe();
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['BR']);
  });

  it.each(['EG', 'BR/2026-11-20'])('with a link in the place of the folder %s is refused', async (name) => {
    const { folder, outside, victim, at } = planted();
    symlinkSync(outside, at(name));
    const place = await placeOf({ kind: 'folder', folder });
    const put = place.put(`${name}/more/orders.csv`, blocks(1, 10));
    await expect(put).rejects.toThrow(Undelivered);
    await expect(put).rejects.toThrow(`${folder}: ${name} is a link, which is not followed`);
    await expect(place.put(`${name}/authorized_keys`, blocks(1, 10))).rejects.toThrow(Undelivered);
    await expect(place.remove(`${name}/authorized_keys`)).rejects.toThrow(Undelivered);
    expect(readdirSync(outside)).toEqual(['authorized_keys']);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(readlinkSync(at(name))).toBe(outside);
  });

  it('that is itself reached by a link, or is below one, is taken', async () => {
    const { folder, outside } = planted();
    symlinkSync(folder, join(outside, 'share'));
    await (await placeOf({ kind: 'folder', folder: join(outside, 'share') })).put(PATH, blocks(1, 10));
    await (await placeOf({ kind: 'folder', folder: join(outside, 'share/BR') })).put(
      'EG/a.csv',
      blocks(1, 10),
    );
    expect(readFileSync(join(folder, PATH))).toHaveLength(10);
    expect(existsSync(join(folder, 'BR/EG/a.csv'))).toBe(true);
  });

  it('has a file that was sent before removed, and a missing one is no error', async () => {
    const { folder, at } = planted();
    const place = await placeOf({ kind: 'folder', folder });
    await place.put(PATH, blocks(1, 10));
    await place.remove(PATH);
    await place.remove('BX/none/orders.csv');
    expect(readdirSync(at('BR/2026-11-19'))).toEqual([]);
  });

  it('with a folder in the place of a file, or a file in that of a folder, says which', async () => {
    const { folder, at } = planted();
    mkdirSync(at(PATH));
    writeFileSync(at('EG'), '');
    const place = await placeOf({ kind: 'folder', folder });
    const isFolder = `${folder}: ${PATH} is a folder; a file is expected under this name`;
    await expect(place.put(PATH, blocks(1, 10))).rejects.toThrow(isFolder);
    await expect(place.remove(PATH)).rejects.toThrow(isFolder);
    await expect(place.put('EG/2026-11-19/orders.csv', blocks(1, 10))).rejects.toThrow(
      `${folder}: EG is a file; a folder is expected under this name`,
    );
    await expect(placeOf({ kind: 'folder', folder: at('EG/share') })).rejects.toThrow(
      `${at('EG/share')}: a folder of its path is a file`,
    );
    expect(readdirSync(at('BR/2026-11-19'))).toEqual(['orders.csv']);
  });
});
