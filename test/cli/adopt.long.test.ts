/** From a trial on the embedded store to a database of one's own, with one folder of reports. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { change } from '../books/verify/books-to-verify.ts';
import { bytesBelow } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'];

/** A working folder after a trial with the embedded store of its own, and the command on another database. */
async function afterTrial(engine: Engine) {
  const cwd = workingFolder();
  expect((await run(ON_DAY, { cwd })).code).toBe(0);
  const { environment } = await engine.database();
  const say = (...words: string[]) => run(words, { cwd, environment });
  return { out: join(cwd, 'payin-recon-reports'), say };
}

/** Commands one after the other, each with a start of its own. */
const LONGEST_MILLISECONDS = 600_000;

onEngines('after a trial on another store', (engine) => {
  it(
    'the first run names what is in the folder and the way on, which makes all tie',
    async () => {
      const { out, say } = await afterTrial(engine);
      const published = bytesBelow(out);
      const first = await say(...ON_DAY);
      expect(first.code).toBe(0);
      expect(first.stdout).not.toContain('Restated');
      expect(first.stdout).toContain(`  payin-recon-reports/${DAY}/BR/v1\n`);
      expect(first.stdout).toContain(`\n  payin-recon adopt --date ${DAY}   adopts them if`);
      const off = await say('verify', '--date', DAY);
      expect(off.code).toBe(3);
      expect(off.stdout).toContain(`payin-recon adopt --date ${DAY} --region BR adopts`);

      const why = ['--by', 'ana', '--reason', 'moved to a server'];
      const adopted = await say('adopt', '--date', DAY, ...why);
      expect(adopted).toMatchObject({ code: 0, stderr: '' });
      expect(adopted.stdout).toContain(`${DAY} EG: v1 adopted`);
      const verified = await say('verify', '--date', DAY);
      expect(verified.stdout).toContain('adopted from another store (entry 1 of the audit trail)');
      expect(verified.stdout).toContain('No deviations.');
      expect(verified.code).toBe(0);
      const before = bytesBelow(out);
      expect((await say(...ON_DAY)).stdout).not.toContain('Not known to this store');
      expect(bytesBelow(out)).toEqual(before);
      expect(before).toMatchObject(published);
      expect((await say('adopt', '--date', DAY)).stdout).toBe('No version is unknown to this store.\n');
    },
    LONGEST_MILLISECONDS,
  );

  it(
    'adopted before the first run, it publishes nothing',
    async () => {
      const { out, say } = await afterTrial(engine);
      const published = bytesBelow(out);
      await say('ingest', 'logs');
      const dry = await say('adopt', '--date', DAY, '--dry-run');
      expect(dry.stdout).toMatch(new RegExp(`^${DAY} BR: v1 would be adopted, as of 2024-11-20T12:00:00Z; `));
      expect(dry.stdout).toContain('Nothing was changed.');
      const told = JSON.parse((await say('adopt', '--date', DAY, '--json')).stdout);
      expect(told).toMatchObject({ ok: true, dry_run: false, places: [{ region: 'BR' }, { region: 'EG' }] });
      expect((await say(...ON_DAY)).stdout).toContain(`${DAY}/BR/v1 (unchanged)`);
      expect(bytesBelow(out)).toEqual(published);
      expect((await say('verify', '--date', DAY)).code).toBe(0);
    },
    LONGEST_MILLISECONDS,
  );

  it(
    'a changed file is refused, with what to do',
    async () => {
      const { out, say } = await afterTrial(engine);
      await say('ingest', 'logs');
      change(join(out, DAY, 'BR/v1/orders.csv'), '200.00', '900.00');
      const { code, stdout, stderr } = await say('adopt', '--date', DAY, '--region', 'BR');
      expect(code).toBe(3);
      expect(stdout).toContain(`${DAY} BR: v1 not adopted, 1 difference\n  ${DAY}/BR/v1/orders.csv: SHA-256`);
      expect(stderr).toContain('error VERSION_DIFFERS: ');
      expect(stderr).toContain('to do:    Read all logs that it was made from');
      expect((await say('verify', '--date', DAY, '--region', 'BR')).code).toBe(3);
    },
    LONGEST_MILLISECONDS,
  );
});
