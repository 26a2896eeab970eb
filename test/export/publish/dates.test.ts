import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Engine, onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { EVIDENCE, feed, filesBelow, NOON, publish } from '../books.ts';

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20'];

async function booksOf(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  const out = join(folder, 'reports');
  const publishAll = async (more: { preview?: boolean } = {}) => {
    const { publications } = await publish(store, out, NOON, { dates: DATES, region: 'BR', ...more });
    return publications.map(({ date, version, state }) => `${date} v${version} ${state}`);
  };
  const versions = () => store.session(({ db }) => db.selectFrom('versions').select('date').execute());
  return { out, publishAll, versions };
}

onEngines('several dates', (engine) => {
  it('are published up to the one that cannot be written, and from there on once it can', async () => {
    const { out, publishAll, versions } = await booksOf(engine);
    const inTheWay = join(out, DATES[1]!);
    mkdirSync(out);
    writeFileSync(inTheWay, 'not a folder');
    await expect(publishAll()).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { where: join(inTheWay, 'BR') },
    });
    expect(await versions()).toEqual([{ date: DATES[0] }]);
    expect(filesBelow(join(out, DATES[0]!))).toContain('BR/v1/orders.csv');

    rmSync(inTheWay);
    expect(await publishAll()).toEqual([
      `${DATES[0]} v1 unchanged`,
      `${DATES[1]} v1 new`,
      `${DATES[2]} v1 new`,
    ]);
  });

  it('are previewed all or not at all', async () => {
    const { out, publishAll, versions } = await booksOf(engine);
    mkdirSync(out);
    writeFileSync(join(out, DATES[2]!), 'not a folder');
    await expect(publishAll({ preview: true })).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(filesBelow(out)).toEqual([DATES[2]]);
    expect(await versions()).toEqual([]);
  });
});
