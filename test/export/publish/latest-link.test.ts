/** What may be in the place of the link to the newest version, or beside the versions. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { repoint } from '../../../src/export/publish/latest-link.ts';
import { onEngines } from '../../support/engines.ts';
import { asOrdinaryUser } from '../../support/ordinary-user.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { DATE, EVIDENCE, feed, LATE_CALLBACK, MORNING, NOON, publish, SETTINGS, states } from '../books.ts';

onEngines('the link to the newest version', (engine) => {
  /** Published reports of a date. */
  async function published() {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await publish(store, out, MORNING);
    const restate = async () => {
      await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
      return publish(store, out, NOON);
    };
    return { store, folder, out, latest: join(out, DATE, 'BR/latest'), restate };
  }

  it('that is a folder, as a copy that follows links leaves it, is refused and stays', async () => {
    const { store, folder, out, latest, restate } = await published();
    rmSync(latest);
    cpSync(join(latest, '../v1'), latest, { recursive: true });
    const refused = {
      ...{ code: 'FOLDER_NOT_WRITABLE', exitCode: 4 },
      detail: {
        ...{ where: latest, found: 'a folder, not a link', expected: 'a link to the newest version' },
        remedy: 'Move latest aside, then reconcile the date again: the link is written again.',
      },
    };
    await expect(publish(store, out, MORNING)).rejects.toMatchObject(refused);
    await expect(restate()).rejects.toMatchObject(refused);
    expect(readdirSync(dirname(latest)).sort()).toEqual(['latest', 'v1', 'v2']);
    const checks = await verify(store, SETTINGS, { dates: [DATE], out });
    expect(checks.find(({ subject }) => subject === `${DATE} BR`)).toMatchObject({
      ...{ state: 'changed', found: '2 versions, latest is a folder, not a link' },
      remarks: [refused.detail.remedy],
      deviations: [{ where: `${DATE}/BR/latest`, expected: 'v2', actual: 'a folder, not a link' }],
    });
    renameSync(latest, join(folder, 'aside'));
    await publish(store, out, NOON);
    expect(readlinkSync(latest)).toBe('v2');
  });

  it.each(['v2147483647', `v${'9'.repeat(30)}`])('passes over %s, which no store numbers', async (name) => {
    const { store, out, latest, restate } = await published();
    mkdirSync(join(latest, '..', name));
    expect(states(await publish(store, out, MORNING))).toEqual({ BR: 'v1 unchanged', EG: 'v1 unchanged' });
    const result = await restate();
    expect(states(result)).toMatchObject({ BR: 'v2 new' });
    expect(readlinkSync(latest)).toBe('v2');
    expect(result.unknownFolders).toHaveLength(1);
    const checks = await verify(store, SETTINGS, { dates: [DATE], out });
    expect(checks.find(({ subject }) => subject === `${DATE} BR`)).toMatchObject({
      deviations: [{ what: 'unknown folder' }],
    });
  });
});

it('the link to the newest version that cannot be written is FOLDER_NOT_WRITABLE, and leaves nothing', async () => {
  const parent = temporaryFolder();
  mkdirSync(join(parent, 'v1'));
  chmodSync(parent, 0o555);
  await asOrdinaryUser(() =>
    expect(repoint(parent)).rejects.toMatchObject({
      ...{ code: 'FOLDER_NOT_WRITABLE', exitCode: 4 },
      detail: { where: parent, found: 'no right to write there' },
    }),
  );
  chmodSync(parent, 0o755);
  expect(readdirSync(parent)).toEqual(['v1']);
});
