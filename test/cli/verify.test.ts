import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { change } from '../books/verify/books-to-verify.ts';
import { bytesBelow } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

/** A working folder with a published date, and the command on its database. */
async function published(engine: Engine) {
  const cwd = workingFolder();
  const { environment } = await engine.database();
  const say = (...words: string[]) => run(words, { cwd, environment });
  await say('reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs');
  return { cwd, out: join(cwd, 'payin-recon-reports'), say };
}

onEngines('verify', (engine) => {
  it('ends with 0 and a line for each version, the books and the audit trail where all is well', async () => {
    const { out, say } = await published(engine);
    const before = bytesBelow(out);
    const { code, stdout, stderr } = await say('verify', '--date', DAY);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^ok +${DAY} BR v1 +\\d+ files, [\\d,]+ bytes$`, 'm'));
    expect(stdout).toMatch(/^ok +books +\d+ proofs, 1 source, 6 records, 4 orders$/m);
    expect(stdout).toMatch(/^ok +audit trail +0 entries$/m);
    expect(stdout).toMatch(/\n\nNo deviations\.\n$/);
    expect(stdout).not.toContain('\u001b');
    expect(bytesBelow(out)).toEqual(before);
  });

  it('ends with 3, and says what is off to standard output and to standard error', async () => {
    const { out, say } = await published(engine);
    change(join(out, DAY, 'BR/v1/orders.csv'), '200.00', '900.00');
    const { code, stdout, stderr } = await say('verify', '--date', DAY, '--region', 'BR', '--version', '1');
    expect(code).toBe(3);
    const place = `${DAY}/BR/v1/orders.csv: line 2, column requested_amount`;
    expect(stdout).toMatch(new RegExp(`^changed +${DAY} BR v1 `, 'm'));
    expect(stdout).toMatch(
      new RegExp(`^ +${place} \\(byte \\d+\\)\\n +expected: 200\\.00\\n +actual: +900\\.00$`, 'm'),
    );
    expect(stdout).toContain('2 deviations.');
    expect(stdout).not.toContain('EG');
    expect(stderr).toContain('error VERIFICATION_FAILED: Published files or stored data were changed.');
    expect(stderr).toContain(place);
    expect(stderr).toContain('to do:');
  });
});

describe('verify', () => {
  onEngines('for machines', (engine) => {
    it('gives one JSON document, whatever it says', async () => {
      const { out, say } = await published(engine);
      const well = await say('verify', '--json');
      expect(JSON.parse(well.stdout)).toMatchObject({
        ok: true,
        results: [
          { subject: 'books', state: 'ok' },
          { subject: 'audit trail', state: 'ok', deviations: [] },
        ],
      });
      change(join(out, DAY, 'EG/v1/orders.csv'), '150.50', '151.50');
      const { code, stdout } = await say('verify', '--date', DAY, '--json');
      expect(code).toBe(3);
      const { ok, results } = JSON.parse(stdout);
      expect(ok).toBe(false);
      const version = results.find(({ subject }: { subject: string }) => subject === `${DAY} EG v1`);
      expect(version.deviations).toContainEqual({
        where: `${DAY}/EG/v1/orders.csv`,
        what: expect.stringMatching(/^line 2, column requested_amount \(byte \d+\)$/),
        expected: '150.50',
        actual: '151.50',
        byte: expect.any(Number),
        line: 2,
        column: 'requested_amount',
      });
    });

    it('ends with 2 where it is asked for what there is not', async () => {
      const { say } = await published(engine);
      const mistakes = [
        [['--date', DAY, '--version', '7'], `error NOTHING_REPORTED`, `${DAY}, version 7`],
        [['--date', DAY, '--version', '7'], 'Name a version that exists.', 'BR up to version 1'],
        [['--date', '2024-11-18'], 'error NOTHING_REPORTED', 'where:    2024-11-18'],
        [['--version', '1'], 'error USAGE', 'where:    payin-recon verify'],
        [['--date', DAY, '--version', '0'], 'error USAGE', 'the number of a version'],
        [['--date', DAY, '--region', 'BX'], 'error USAGE', 'expected: BR, EG, other'],
      ] as const;
      for (const [words, error, told] of mistakes) {
        const { code, stdout, stderr } = await say('verify', ...words);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain(error);
        expect(stderr).toContain(told);
      }
    });
  });
});
