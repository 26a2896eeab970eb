/** A file that was digested is not read again, until it is written or replaced. */
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, write } from '../reading.ts';

const CONTENT = lines(payInLine(), callbackLine());
/** As long as the content, so that sizes do not tell one from the other. */
const OTHER = CONTENT.replaceAll('ORDER00001', 'ORDER00002');

/** Reads a file some seconds after it was written; says whether it was digested: what is remembered is no digest. */
async function again(store: Store, path: string, after = 4): Promise<string> {
  const readAt = { seconds: Math.floor(statSync(path).ctimeMs / 1000) + after, micros: 0 };
  await store.session(({ db }) => db.updateTable('file_digests').set({ sha256: 'remembered' }).execute());
  const [result] = await read(store, [path], { readAt });
  const [kept] = await store.session(({ db }) => db.selectFrom('file_digests').select('sha256').execute());
  return `${counts(result!)}, ${kept?.sha256 === result!.sha256 ? 'digested' : kept?.sha256}`;
}

onEngines('a file that is read again', (engine) => {
  it('is digested only if it was written or replaced since', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.ndjson', CONTENT);
    await read(store, [path]);
    expect(await again(store, path)).toBe('unchanged, digested');
    // No source has the digest that was remembered, so that the file is read: it is known after all.
    expect(await again(store, path)).toBe('unchanged, remembered');

    const { atime, mtime } = statSync(path);
    writeFileSync(path, OTHER);
    utimesSync(path, atime, mtime);
    expect(await again(store, path)).toBe('2 = 2 + 0 + 0, digested');
    expect(await again(store, path)).toBe('unchanged, remembered');

    writeFileSync(`${path}.new`, CONTENT);
    renameSync(`${path}.new`, path);
    expect(await again(store, path)).toBe('unchanged, digested');
  });

  it('is digested again as long as it was just written', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.ndjson', CONTENT);
    await read(store, [path]);
    expect(await again(store, path, 1)).toBe('unchanged, undefined');
    expect(await again(store, path, 4)).toBe('unchanged, digested');
  });
});
