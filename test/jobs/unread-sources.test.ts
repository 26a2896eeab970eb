/** Nights whose sources could not be read whole: what is published, and who is told when. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { createLog } from '../../src/log.ts';
import { runDue } from '../../src/operations/schedule/run-due.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { run } from '../cli/command.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [BRAZIL] = parseSettings({}).regions as NonNullable<SettingsInput['regions']>;
const NEVER = '0 0 1 1 *';
/** A minute after the night of 2026-11-19 in São Paulo is due, and once what failed is tried again. */
const NIGHT = '2026-11-20T05:31:00Z';
const LATER = '2026-11-20T05:40:00Z';

onEngines('a night whose source could not be read whole', (engine) => {
  /** A schedule that reads a folder with a log, and a table that nobody understands. */
  async function ground(holdNights: boolean) {
    const workingDirectory = temporaryFolder();
    const database = await engine.database();
    const hook = await httpReceiver();
    mkdirSync(join(workingDirectory, 'logs'));
    writeLog(join(workingDirectory, 'logs/day.ndjson'), EVIDENCE);
    const table = join(workingDirectory, 'logs/odd-2026-11-19.csv');
    writeFileSync(table, 'orderNo,coluna\n');
    const settings = parseSettings({
      ...database.settings,
      out: join(workingDirectory, 'reports'),
      ingest: { workers: 0 },
      sources: [{ name: 'shop', paths: [join(workingDirectory, 'logs')], quietSeconds: 0 }],
      jobs: { ingest: '5 * * * *', watch: NEVER, verify: NEVER, attempts: 2, holdNights },
      regions: [BRAZIL!],
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['night', 'jobs'] }] },
    });
    const lines: string[] = [];
    const log = createLog({ write: (line: string) => void lines.push(line) });
    const at = async (text: string, changed: Partial<typeof settings> = {}) => {
      const now = () => instant(text);
      const request = {
        jobs: JOBS,
        settings: { ...settings, ...changed },
        workingDirectory,
        now,
        log,
        stop: new AbortController().signal,
      };
      return (await runDue(request)).failures;
    };
    const folder = join(workingDirectory, 'reports/2026-11-19/BR');
    await at('2026-11-20T04:00:00Z');
    return {
      ...{ workingDirectory, database, table, at, lines, folder },
      facts: () => hook.received.map(({ body }) => JSON.parse(body).facts),
      manifest: () => JSON.parse(readFileSync(join(folder, 'latest/manifest.json'), 'utf8')),
    };
  }

  it('publishes what there is as provisional, with the reason, and sends its sums once it is read whole', async () => {
    const { workingDirectory, database, table, at, lines, folder, facts, manifest } = await ground(false);
    expect(await at(NIGHT)).toMatchObject([{ code: 'SOURCE_COLUMNS' }]);
    const unread = {
      ...{ source: 'shop', code: 'SOURCE_COLUMNS', files: 1, example: `${table}:1` },
      found: 'unknown columns: coluna',
    };
    expect(manifest()).toMatchObject({ version: 1, provisional: true, unread_sources: [unread] });
    const reason = `shop was not read whole (SOURCE_COLUMNS: 1 fault such as ${table}:1)`;
    expect(lines.join('')).toContain(`Provisional: 2026-11-19 BR, `);
    expect(lines.join('')).toContain(`${reason}; orders and payments may be missing`);
    expect(lines.join('')).toContain(`is held until every source has been read completely: ${reason}.`);
    expect(facts()).toEqual([]);

    const words = [
      'reconcile',
      '--date',
      '2026-11-19',
      '--as-of',
      LATER,
      '--out',
      join(workingDirectory, 'reports'),
    ];
    writeFileSync(
      join(workingDirectory, 'payin-recon.yaml'),
      JSON.stringify({ sources: [{ name: 'shop', paths: ['logs'] }] }),
    );
    const { stdout } = await run([...words, '--json'], {
      ...{ cwd: workingDirectory, environment: database.environment },
    });
    expect(JSON.parse(stdout).summaries[0].coverage).toMatchObject({ provisional: true, unread: [unread] });

    rmSync(table);
    expect(await at(LATER)).toEqual([]);
    expect(facts()).toMatchObject([
      { topic: 'night', region: 'BR', date: '2026-11-19', version: 1, isNew: true },
    ]);
    expect(await at('2026-11-20T05:50:00Z')).toEqual([]);
    expect(facts()).toHaveLength(1);
    expect(existsSync(folder)).toBe(true);
  });

  it('sends the sums of a night whose only source was taken out of the settings', async () => {
    const { at, facts } = await ground(false);
    await at(NIGHT);
    expect(facts()).toEqual([]);
    expect(await at('2026-11-21T05:31:00Z', { sources: [] })).toEqual([]);
    const nights = facts().map(({ region, date }) => [region, date]);
    expect(nights).toContainEqual(['BR', '2026-11-19']);
    expect(nights).toContainEqual(['BR', '2026-11-20']);
  });

  it('says that no message is sent where somebody asked for the night: it is not due again', async () => {
    const { workingDirectory, database } = await ground(false);
    const file = join(workingDirectory, 'payin-recon.yaml');
    const shop = { name: 'shop', paths: ['logs'], quietSeconds: 0 };
    writeFileSync(file, JSON.stringify({ sources: [shop], out: 'reports' }));
    const words = ['job', 'run', 'nightly', '--region', 'BR', '--date', '2026-11-19'];
    const { stdout } = await run(words, { cwd: workingDirectory, environment: database.environment });
    expect(stdout).toContain(
      'is not sent, since not every source has been read completely: shop was not read',
    );
    const store = await database.open();
    const runs = await store.session(({ db }) =>
      db.selectFrom('job_runs').select(['outcome', 'held']).where('by_hand', '=', true).execute(),
    );
    expect(runs).toEqual([{ outcome: 'done', held: false }]);
  });

  it('publishes nothing where jobs.holdNights is set: it fails, is told, and goes well once it is read whole', async () => {
    const { table, at, folder, facts, manifest } = await ground(true);
    const failures = await at(NIGHT);
    expect(failures).toMatchObject([{ code: 'SOURCE_COLUMNS' }, { code: 'NIGHT_HELD' }]);
    expect(existsSync(folder)).toBe(false);
    expect(facts()).toContainEqual(
      expect.objectContaining({
        ...{ topic: 'jobs', job: 'nightly', region: 'BR', date: '2026-11-19', failures: 1 },
        fault: expect.objectContaining({ code: 'NIGHT_HELD', where: 'shop' }),
      }),
    );
    rmSync(table);
    expect(await at(LATER)).toEqual([]);
    expect(manifest()).not.toHaveProperty('unread_sources');
    expect(facts().map(({ topic, fault }) => [topic, fault?.code])).toContainEqual(['night', undefined]);
  });
});
