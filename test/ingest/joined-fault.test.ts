/** The fault of many files that cannot be read, which becomes an error, the fault of a job and a mail. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFault, Fault } from '../../src/errors.ts';
import { joinedFault } from '../../src/ingest/ingest.ts';
import { readSources } from '../../src/ingest/read-sources.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { READ_AT, read, write } from './reading.ts';

const MOST = 20;

/** Files that are not packed as their names say. */
function minutes(folder: string, files: number): string[] {
  return Array.from({ length: files }, (_, at) =>
    write(folder, `minute-${String(at).padStart(4, '0')}.ndjson.gz`, 'no gzip'),
  );
}

onEngines('many files that cannot be read', (engine) => {
  it.each([
    [MOST, []],
    [MOST + 1, ['and 1 more']],
  ])('are the first twenty of %i and a number', async (files, more) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const paths = minutes(folder, files);
    const [fault] = await Promise.allSettled([read(store, [folder])]);
    const sources = [{ name: 'logs', paths: [join(folder, '*')] }];
    const request = { readAt: { ...READ_AT, seconds: READ_AT.seconds + 10 ** 8 }, workingDirectory: '.' };
    const { faults } = await readSources(store, parseSettings({ sources }), request);
    expect(faults).toHaveLength(files);
    for (const one of [(fault as PromiseRejectedResult).reason, joinedFault(faults)]) {
      const { where, found } = (one as Fault).detail;
      expect(where).toBe([...paths.slice(0, MOST), ...more].join(', '));
      expect(found).toHaveLength(MOST + more.length);
      expect([found].flat().slice(MOST)).toEqual(more);
    }
  });

  it('leave out no other fault behind them', () => {
    const broken = Array.from(
      { length: 30 },
      (_, at) => new Fault('SOURCE_BROKEN', { where: `minute-${at}` }),
    );
    const away = new Fault('SOURCE_UNREACHABLE', { where: 'orders', found: 'no answer' });
    const { code, detail } = joinedFault([...broken, away]);
    expect(code).toBe('SOURCE_BROKEN');
    expect(detail.found).toContain('orders: no answer');
    expect(detail.found).toHaveLength(MOST + 1);
    expect(detail.where).toMatch(/^minute-0, minute-1, .*, minute-18, orders, and 11 more$/);
  });

  it('are as long a text as twenty, with what to do about these', () => {
    const each = Array.from({ length: 20_000 }, (_, at) => {
      const remedy = `payin-recon withdraw minute-${at}.csv`;
      return new Fault('SOURCE_READ_OTHERWISE', { where: `minute-${at}.csv`, found: ['a', 'b'], remedy });
    });
    const said = describeFault(joinedFault(each));
    expect(said.match(/withdraw minute-\d+/g)).toHaveLength(MOST);
    expect(said.match(/minute-\d+\.csv: b/g)).toHaveLength(MOST);
    expect(said.match(/and 19,980 more/g)).toHaveLength(2);
    expect(said).not.toContain('minute-20.csv');
  });
});
