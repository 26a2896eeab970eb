import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bytesBelow, DATE, EVIDENCE, feed, filesBelow, instant, MORNING, NOON, publish } from '../books.ts';

async function previewed(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  const out = join(folder, 'look');
  const preview = (asOf = MORNING) => publish(store, out, asOf, { region: 'BR', preview: true });
  await preview();
  return { store, out, region: join(out, DATE, 'BR'), preview };
}

onEngines('the next preview', (engine) => {
  it('leaves files that no preview wrote', async () => {
    const { region, preview } = await previewed(engine);
    mkdirSync(join(region, 'checked'));
    const own = ['checked/orders.csv', 'notes.txt', 'orders.xlsx'];
    for (const name of own) writeFileSync(join(region, name), 'mine');
    const before = filesBelow(region);
    await preview(NOON);
    expect(filesBelow(region)).toEqual(before);
    for (const name of own) expect(readFileSync(join(region, name), 'utf8')).toBe('mine');
    expect(JSON.parse(readFileSync(join(region, 'manifest.json'), 'utf8')).as_of).toBe(NOON);
  });

  it('removes files of the one before that it has not, and those alone', async () => {
    const { store, out, region } = await previewed(engine);
    writeFileSync(join(region, 'notes.csv'), 'mine');
    const at = instant(NOON);
    const settings = parseSettings({ export: { format: 'xlsx' } });
    const request = { dates: [DATE], region: 'BR', asOf: at, startedAt: at, out, preview: true };
    await reconcileDates(store, settings, request);
    const csv = filesBelow(region).filter((name) => name.endsWith('.csv'));
    expect(csv).toEqual(['notes.csv']);
    expect(filesBelow(out).filter((name) => name.includes('.writing-'))).toEqual([]);
  });

  it('removes nothing outside of its folder, whatever the manifest there says', async () => {
    const { out, region, preview } = await previewed(engine);
    writeFileSync(join(out, 'notes.txt'), 'mine');
    const manifest = JSON.parse(readFileSync(join(region, 'manifest.json'), 'utf8'));
    const files = ['../../notes.txt', '..', '.', ''].map((name) => ({ name }));
    writeFileSync(join(region, 'manifest.json'), JSON.stringify({ ...manifest, files }));
    await preview(NOON);
    expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it.each([
    [
      'a delivered version',
      { 'manifest.json': '{"version": 3, "files": []}' },
      /manifest.json is not that of/,
    ],
    ['a file of another program', { 'manifest.json': 'x' }, /manifest.json is not that of a preview/],
    ['a folder in the place of a report', { 'orders.csv/mine.txt': 'x' }, /^orders.csv is a folder$/],
    ['published versions', { 'v1/orders.csv': 'x' }, /^published versions \(v1\)$/],
  ])('is refused over %s, and changes nothing', async (_about, files, found) => {
    const { store, out } = await previewed(engine);
    const other = `${out}-2`;
    for (const [name, text] of Object.entries(files)) {
      const path = join(other, DATE, 'BR', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    }
    const before = bytesBelow(other);
    const run = publish(store, other, NOON, { region: 'BR', preview: true });
    await expect(run).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { found: expect.stringMatching(found), remedy: expect.stringContaining('for previews') },
    });
    expect(bytesBelow(other)).toEqual(before);
  });
});
