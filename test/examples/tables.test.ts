import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { counts, evidence, read } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PAGE = readFileSync(join(packageRoot, 'docs/guides/tables.md'), 'utf8');

onEngines('the tables of examples/tables', (engine) => {
  const ingested = async (country: string) => {
    const store = await engine.emptied();
    const workingDirectory = temporaryFolder();
    cpSync(join(packageRoot, 'examples/tables', country), workingDirectory, { recursive: true });
    const settings = loadSettings({ environment: {}, workingDirectory, overrides: {}, file: undefined });
    const results = await read(store, [workingDirectory], { settings });
    const { pay_ins, callbacks, violations } = await evidence(store);
    return { results: results.map(counts), pay_ins, callbacks, violations };
  };

  it.each(['brazil', 'egypt'])('of %s are what docs/guides/tables.md shows', (country) => {
    const folder = join(packageRoot, 'examples/tables', country);
    const decoder = new TextDecoder(country === 'brazil' ? 'windows-1252' : 'utf-8', { fatal: true });
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      const text = (name.endsWith('.yaml') ? utf8 : decoder).decode(bytes).replaceAll('\r\n', '\n');
      expect(PAGE).toContain(`\n${text}\`\`\``);
    }
  });

  it('are read with 1.234,56 reais, local times, and words', async () => {
    const { results, ...kept } = await ingested('brazil');
    expect(results).toEqual(['2 = 2 + 0 + 0', '2 = 2 + 0 + 0']);
    expect(kept).toMatchObject({
      pay_ins: [
        { order_no: '0012345678', amount_minor: '123456', requested_at: '2026-11-19 13:05:00+00' },
        { order_no: '0012345679', amount_minor: '8990', requested_at: '2026-11-19 13:20:00+00' },
      ],
      callbacks: [
        {
          order_no: '0012345678',
          amount_text: '123456',
          status: 'SUCCESS',
          completed_at: '2026-11-19 13:06:12+00',
        },
        {
          order_no: '0012345679',
          amount_text: '8990',
          status: 'PROCESSING',
          completed_at: '2026-11-19 13:21:40+00',
        },
      ],
    });
  });

  it('are read with Arabic digits and marks', async () => {
    const { results, ...kept } = await ingested('egypt');
    expect(results).toEqual(['2 = 2 + 0 + 0', '2 = 2 + 0 + 0']);
    expect(kept).toMatchObject({
      pay_ins: [
        { order_no: 'EG0000041', amount_minor: '123450', requested_at: '2026-11-19 13:05:00+00' },
        { order_no: 'EG0000042', amount_minor: '75000', requested_at: '2026-11-19 13:30:00+00' },
      ],
      callbacks: [
        {
          order_no: 'EG0000041',
          amount_minor: '123450',
          status: 'SUCCESS',
          completed_at: '2026-11-19 13:07:22+00',
        },
        { order_no: 'EG0000042', amount_minor: '75000', trade_no: 'T-881002' },
      ],
    });
  });
});
