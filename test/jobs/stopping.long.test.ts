import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, run, start } from '../cli/command.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Half a day from now, so that no night is due whatever the time of day. */
const NIGHTLY = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`;

/** Only reading is due, every second. */
const SETTINGS = `
out: reports
ingest: {folders: [day.ndjson], workers: 0}
regions: [{name: BR, currencies: [BRL], methods: [PIX], zone: UTC, amountUnit: minor, decimals: 0, exclusive: true, variant: brazil}]
jobs: {ingest: '* * * * * *', nightly: '${NIGHTLY}', watch: 0 0 1 1 *, verify: 0 0 1 1 *, stopSeconds: 1}
`;

/** In the middle of what it writes, so that a run never ends, however fast the machine is. */
const HANGS = 'ingest.merge:before:hang';

onEngines('a schedule that is told to stop while a run takes long', (engine) => {
  it.each([
    ['alone', ['schedule']],
    ['beside the page', ['serve', '--with-schedule', '--listen', '127.0.0.1:0']],
  ])('breaks it off after its limit, says so, and the run is due again: %s', async (_title, words) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'day.ndjson'), `${payInLine()}\n`);
    writeFileSync(join(cwd, 'payin-recon.yaml'), SETTINGS);
    const { environment, open } = await engine.database();
    const hangs = { ...environment, PAYIN_RECON_FAULT: HANGS };
    const daemon = start(words, { cwd, environment: hangs });
    const end = ended(daemon);
    let log = '';
    daemon.stderr!.on('data', (text: string) => {
      log += text;
    });
    await until(() => log.includes(`fault: ${HANGS}`) || daemon.exitCode !== null);
    daemon.kill('SIGTERM');
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toContain('error INTERRUPTED: ');
    expect(stderr).toContain('the current run had not ended after 1 s and was aborted');

    // What was cut off is found, and goes well; no other run becomes due.
    writeFileSync(join(cwd, 'payin-recon.yaml'), SETTINGS.replace('* * * * * *', '0 0 1 1 *'));
    const again = await run(['schedule', '--once', '--json'], { cwd, environment });
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('was cut off before it ended, and is due again');
    const store = await open();
    const rows = await store.session(({ db }) =>
      db
        .selectFrom('job_runs')
        .select(['job', 'attempt', 'outcome', 'failures'])
        .where('job', '=', 'ingest')
        .execute(),
    );
    expect(rows).toEqual([{ job: 'ingest', attempt: 2, outcome: 'done', failures: 0 }]);
  });
});
