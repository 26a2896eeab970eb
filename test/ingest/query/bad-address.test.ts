/** A source whose file or program gives no address: a fault of that source, which stops no night. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAside } from '../../../jobs/ingest.ts';
import { describeFault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'host=db password=hunter2';

onEngines('a source of which the text is no address', (engine) => {
  it.each([
    ['databaseUrlFile', (path: string) => ({ databaseUrlFile: path })],
    ['databaseUrlCommand', (path: string) => ({ databaseUrlCommand: ['cat', path] })],
  ])('that %s gives leaves its fault to the ingest job', async (setting, addressOf) => {
    const workingDirectory = temporaryFolder();
    const path = join(workingDirectory, 'address');
    writeFileSync(path, SECRET);
    const settings = parseSettings({
      sources: [{ name: 'shop', query: 'select 1 as "sentAt"', watermark: 'sentAt', ...addressOf(path) }],
    });
    const store = await engine.emptied();
    const at = instant('2026-11-20T12:00:00Z');
    const fault = await readAside({
      store,
      settings,
      at,
      now: () => at,
      dueAt: at,
      workingDirectory,
      say: () => undefined,
    });
    expect(fault).toMatchObject({
      code: 'SECRET_UNAVAILABLE',
      detail: { found: 'text that is no URL of PostgreSQL' },
    });
    expect(fault!.detail.where).toContain(`shop: ${setting}`);
    expect(describeFault(fault!)).not.toContain('hunter2');
  });
});
