import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sha256sum } from '../operations/deliver/deliveries.ts';
import { filesOf } from '../operations/deliver/servers.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

const SETTINGS = {
  deliveries: [
    { name: 'share', kind: 'folder', folder: 'share', reports: ['orders'], regions: ['BR'] },
    { name: 'late', kind: 'folder', folder: 'late', reports: ['payments'], regions: ['BR'] },
  ],
  signing: { privateKeyFile: 'signing-key.pem' },
};
const BR = `BR/${DAY}`;

onEngines('payin-recon deliver', (engine) => {
  it('sends what is due, says what waits and why, and ends with 4 until all is sent', async () => {
    const cwd = workingFolder();
    const { environment, open } = await engine.database();
    const options = { cwd, environment };
    const made = await run(['keys', 'make', '--out', 'signing-key.pem'], options);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ssh-ed25519 \S+ payin-recon\n$/) });
    const fingerprint = /SHA256:\S+/.exec(made.stderr)![0];
    writeFileSync(join(cwd, 'recon.pub'), made.stdout);
    writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(SETTINGS));
    await run(['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'], options);
    mkdirSync(join(cwd, 'share'));

    const first = await run(['deliver'], options);
    const late = join(cwd, 'late');
    expect(first.code).toBe(4);
    expect(first.stdout).toContain(
      `share: 1 version sent.\n  ${DAY} BR v1: 4 files\nlate: 0 versions sent, 1 waiting.`,
    );
    expect(first.stdout).toContain(
      `  ${DAY} BR v1: ${late}: no such folder; it may not be mounted; again from 20`,
    );
    expect(first.stderr).toContain('error DELIVERY_FAILED');
    expect(first.stderr).toContain(`delivery late, ${DAY} BR v1: ${late}: no such folder`);
    expect(sha256sum(join(cwd, 'share', BR)).code).toBe(0);

    const doctor = await run(['doctor', '--json'], options);
    const checks = (
      JSON.parse(doctor.stdout) as { checks: { subject: string; grade: string; found: string }[] }
    ).checks;
    const of = (name: string) => checks.filter(({ subject }) => subject === name).map(({ grade }) => grade);
    expect(of('delivery share')).toEqual(['ok']);
    expect(of('delivery late')).toEqual(['doubtful', 'bad']);
    expect(checks.find(({ subject }) => subject === 'signing')!.found).toBe(`key ${fingerprint}`);
    expect(filesOf(join(cwd, 'share')).filter((name) => name.includes('probe'))).toEqual([]);
    const job = await run(['job', 'run', 'deliver'], options);
    expect(job).toMatchObject({ code: 4, stderr: expect.stringContaining('error DELIVERY_FAILED') });

    mkdirSync(late);
    // It would be due again within a minute, by the clock of the program.
    const store = await open();
    await store.session(({ db }) =>
      db
        .updateTable('deliveries')
        .set({ due_at: sql<string>`now() + interval '4 hours'` })
        .where('sent_at', 'is', null)
        .execute(),
    );
    await store.close();
    expect(await run(['deliver'], options)).toMatchObject({ code: 4 });
    const again = await run(['deliver', '--date', DAY, '--json'], options);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject([
      { delivery: 'share', sent: [], waiting: [] },
      {
        delivery: 'late',
        kind: 'folder',
        busy: false,
        sent: [{ version: 1, files: 4 }],
        failed: [],
        waiting: [],
      },
    ]);
    expect(await run(['job', 'run', 'deliver'], options)).toMatchObject({ code: 0 });

    // Who receives it needs no store, no settings, and no other file.
    const verify = (words: readonly string[]) =>
      run(['verify', '--offline', join(cwd, 'share'), ...words], { cwd: temporaryFolder() });
    const key = ['--key', join(cwd, 'recon.pub')];
    expect(await verify(key)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`4 files by SHA256SUMS; signed by ${fingerprint}\n`),
    });
    appendFileSync(join(cwd, 'share', BR, `orders-BR-${DAY}-v1.csv`), ' ');
    const changed = await verify(key);
    expect(changed.code).toBe(3);
    expect(changed.stdout).toMatch(
      /orders-BR-.*SHA-256, by SHA256SUMS\n +expected: [0-9a-f]{64}\n +actual: {3}[0-9a-f]{64}\n/,
    );
    expect(changed.stderr).toContain('error DELIVERY_CHANGED');
  });

  if (!engine.isEnough) return;

  it('keys make never replaces a key', async () => {
    const cwd = temporaryFolder();
    const make = () => run(['keys', 'make', '--out', 'key.pem', '--json'], { cwd });
    const { stdout } = await make();
    expect(Object.keys(JSON.parse(stdout))).toEqual(['private_key_file', 'public_key', 'fingerprint']);
    expect(statSync(join(cwd, 'key.pem')).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(cwd, 'key.pem'));
    expect(await make()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('error KEY_EXISTS'),
    });
    expect(readFileSync(join(cwd, 'key.pem'))).toEqual(before);
    rmSync(join(cwd, 'key.pem'));
  });

  it('says that there are no deliveries', async () => {
    const cwd = temporaryFolder();
    const { environment } = await engine.database();
    expect(await run(['deliver'], { cwd, environment })).toMatchObject({
      code: 0,
      stdout: 'The settings have no deliveries; docs/guides/deliveries.md shows how to add one.\n',
    });
  });
});
