import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesBelow, filesBelow, identitiesBelow, readCsv } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER];

/** A working folder with logs, and the command on a database of its own. */
async function atWork(engine: Engine) {
  const cwd = workingFolder();
  const { environment } = await engine.database();
  const say = (words: readonly string[], more: Record<string, string> = {}) =>
    run(words, { cwd, environment: { ...environment, ...more } });
  return { cwd, out: join(cwd, 'payin-recon-reports'), say };
}

onEngines('reconcile', (engine) => {
  it('reads logs, publishes the date and says what was found, where the files are and what to do next', async () => {
    const { out, say } = await atWork(engine);
    const { code, stdout, stderr } = await say([...ON_DAY, '--in', 'logs']);
    expect(code).toBe(0);
    expect(stderr).toContain('Read 1 file, 7 records: 6 accepted, 0 duplicate, 1 rejected.');
    expect(stdout).toContain(`Reconciled ${DAY} as of 2024-11-20T12:00:00Z`);
    expect(stdout).toMatch(/BR +MATCHED +1 +BRL +200\.00 +200\.00/);
    expect(stdout).toMatch(/EG +MATCHED +1 +EGP +150\.50 +150\.50/);
    expect(stdout).toMatch(/high +ORPHAN_CALLBACK +BR +1 order +for example ORDER00004/);
    for (const region of ['BR', 'EG']) {
      expect(stdout).toContain(`payin-recon-reports/${DAY}/${region}/v1 (new)`);
      expect(existsSync(join(out, DAY, region, 'latest/orders.csv'))).toBe(true);
    }
    expect(stdout).toContain('payin-recon order ORDER00004');
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('gives one JSON document with --json, and everything in it is true', async () => {
    const { out, say } = await atWork(engine);
    const { code, stdout, stderr } = await say([...ON_DAY, '--in', 'logs', '--json', '--region', 'BR']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const result = JSON.parse(stdout);
    const manifest = JSON.parse(readFileSync(join(out, DAY, 'BR/v1/manifest.json'), 'utf8'));
    expect(result).toMatchObject({
      as_of: DAY_AFTER,
      sources: [{ records: 7, accepted: 6, duplicate: 0, rejected: 1, unchanged: false }],
      versions: [{ date: DAY, region: 'BR', version: 1, state: 'new', folder: join(out, DAY, 'BR/v1') }],
      summaries: [{ date: DAY, region: 'BR', stuck_before: 0 }],
    });
    expect(result.versions[0].files).toEqual(manifest.files);
    expect(filesBelow(out).every((name) => name.startsWith(`${DAY}/BR/`))).toBe(true);
  });

  it('names the files of a folder that it leaves out', async () => {
    const { cwd, say } = await atWork(engine);
    for (const name of ['day.ndjson-20241119', 'readme.pdf', '.hidden'])
      writeLog(join(cwd, 'logs', name), ['x']);
    const text =
      'Left out 2 files that are not named like a log or a table, such as logs/day.ndjson-20241119.';
    const { code, stderr } = await say([...ON_DAY, '--in', 'logs']);
    expect(code).toBe(0);
    expect(stderr).toContain(`Read 1 file, 7 records: 6 accepted, 0 duplicate, 1 rejected.\n${text} `);
    expect((await say(['ingest', 'logs'])).stdout).toContain(`\n${text} `);
    for (const words of [
      ['ingest', 'logs'],
      [...ON_DAY, '--in', 'logs'],
    ]) {
      const json = JSON.parse((await say([...words, '--json'])).stdout);
      expect(json).toMatchObject({
        sources: [{ unchanged: true }],
        left_out: { files: 2, example: 'logs/day.ndjson-20241119' },
      });
    }
    const named = JSON.parse((await say(['ingest', 'logs/day.ndjson-20241119', '--json'])).stdout);
    expect(named).not.toHaveProperty('left_out');
  });

  it('makes a new version of late evidence, and refuses to look from before it', async () => {
    const { cwd, out, say } = await atWork(engine);
    await say([...ON_DAY, '--in', 'logs']);
    writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
    const later = ['reconcile', '--date', DAY, '--as-of', '2024-11-20T15:00:00Z', '--in', 'logs'];
    const { stdout, stderr } = await say(later);
    expect(stderr).toContain('1 file unchanged since an earlier run, not read again.');
    expect(stdout).toContain(`${DAY}/BR/v2 (new)`);
    expect(stdout).toContain(`${DAY}/EG/v1 (unchanged)`);

    const early = await say(ON_DAY);
    expect(early.code).toBe(2);
    expect(early.stdout).toBe('');
    expect(early.stderr).toContain('error AS_OF_TOO_EARLY: ');
    expect(early.stderr).toContain(`where:    ${DAY} BR v2`);
    expect(early.stderr).toContain('--preview DIR');

    const look = await say([...ON_DAY, '--region', 'BR', '--preview', 'look']);
    expect(look.code).toBe(0);
    expect(look.stdout).toContain(`look/${DAY}/BR (preview, not published)`);
    expect(bytesBelow(join(cwd, 'look', DAY, 'BR'))['orders.csv']).toBe(
      bytesBelow(join(out, DAY, 'BR/v1'))['orders.csv'],
    );
  });

  if (!engine.isEnough) return;

  it('ends with 1 for findings as grave as --fail-on says, and publishes all the same', async () => {
    const { out, say } = await atWork(engine);
    expect((await say([...ON_DAY, '--in', 'logs', '--fail-on', 'critical'])).code).toBe(0);
    const before = identitiesBelow(out);
    const { code, stdout } = await say([...ON_DAY, '--fail-on', 'high']);
    expect(code).toBe(1);
    expect(stdout).toContain(`${DAY}/BR/v1 (unchanged)`);
    expect(identitiesBelow(out)).toEqual(before);
  });

  it('publishes each of several dates, from the first to the last', async () => {
    const { out, say } = await atWork(engine);
    const words = ['reconcile', '--from', '2024-11-18', '--to', DAY, '--as-of', DAY_AFTER, '--out', 'named'];
    const { code, stdout } = await say([...words, '--in', 'logs/day.ndjson', '--region', 'BR']);
    expect(code).toBe(0);
    expect(stdout).toContain('Reconciled 2024-11-18 to 2024-11-19');
    const named = out.replace('payin-recon-reports', 'named');
    expect(readCsv(join(named, '2024-11-18/BR/latest/orders.csv'))).toEqual([]);
    expect(readCsv(join(named, `${DAY}/BR/latest/orders.csv`))).toHaveLength(3);
  });

  it('publishes what has begun of a month, and says what it left out', async () => {
    const { out, say } = await atWork(engine);
    const at = ['--as-of', '2024-11-02T12:00:00Z', '--region', 'BR'];
    const { code, stdout } = await say(['reconcile', '--month', '2024-11', ...at]);
    expect(code).toBe(0);
    expect(stdout).toContain('Reconciled 2024-11-01 to 2024-11-02');
    expect(stdout).toContain('Left out, since they have not begun: 2024-11-03 to 2024-11-30 in BR.');
    expect(filesBelow(out).filter((name) => name.startsWith('2024-11-03'))).toEqual([]);
    const last = await say(['reconcile', '--last', '1d', ...at, '--json']);
    expect(JSON.parse(last.stdout)).toMatchObject({
      versions: [{ date: '2024-11-01', region: 'BR', state: 'unchanged' }],
      not_begun: [],
    });
    const begun = await say(['report', 'orders', '--from', DAY, '--to', '2999-01-01']);
    expect(begun.stderr).toContain('at most 400 dates');
    expect((await say(['verify', '--month', '2024-11'])).stdout).toMatch(/^ok +2024-11-02 BR v1/m);
  });

  it('says and publishes the same bytes in every zone and language', async () => {
    const cwd = workingFolder();
    const seen = [];
    for (const [out, zone, language] of [
      ['one', 'UTC', 'C.UTF-8'],
      ['two', 'Asia/Tokyo', 'ar_EG.UTF-8'],
    ] as const) {
      const { environment } = await engine.database();
      const { stdout, stderr } = await run([...ON_DAY, '--in', 'logs', '--out', out], {
        cwd,
        environment: { ...environment, TZ: zone, LC_ALL: language, LANG: language, LANGUAGE: 'ar' },
      });
      const bytes = bytesBelow(join(cwd, out));
      // When its lines were read is all that may differ, and so the digest that the manifest has of them.
      for (const name of Object.keys(bytes)) {
        if (/rejected-records\.csv$|manifest\.json$/.test(name)) delete bytes[name];
      }
      seen.push({ stderr, stdout: stdout.replaceAll(out, 'out'), bytes });
    }
    expect(seen[1]).toEqual(seen[0]);
    // All reports but rejected-records, and datapackage.json.
    expect(Object.keys(seen[0]!.bytes)).toHaveLength(2 * PLAIN_REPORTS.length);
  });
});
