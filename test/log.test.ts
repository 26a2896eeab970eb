import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/database/package-root.ts';
import { FAULTS, Fault } from '../src/errors.ts';
import { createLog, jobLog } from '../src/log.ts';

/** A log, and the lines that were written to it, as they are and read. */
function logged() {
  const text: string[] = [];
  const log = createLog({ write: (line) => void text.push(line) });
  return { log, text, lines: () => text.map((line) => JSON.parse(line)) };
}

const RUN = { job: 'nightly', region: 'BR', dueAt: '2026-11-20T05:30:00Z', attempt: 2 };

describe('a line of the log', () => {
  it('is a JSON object with level, time in UTC, process and what is said', () => {
    const { log, text, lines } = logged();
    log.warn({ rows: 3 }, 'something is odd');
    expect(text[0]).toMatch(/^\{.*\}\n$/);
    expect(lines()).toEqual([
      { level: 'warn', time: expect.any(String), pid: process.pid, rows: 3, msg: 'something is odd' },
    ]);
    expect(lines()[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('says of which run of a job it is', () => {
    const { log, lines } = logged();
    const ofRun = jobLog(log, RUN);
    ofRun.info('begun');
    ofRun.child({ step: 'ingest' }).info('read');
    log.info('between');
    expect(lines()).toMatchObject([
      { ...RUN, msg: 'begun' },
      { ...RUN, step: 'ingest', msg: 'read' },
      { msg: 'between' },
    ]);
    expect(lines()[2]).not.toHaveProperty('job');
  });

  it('holds a fault by its parts', () => {
    const { log, lines } = logged();
    const fault = new Fault('SOURCE_BROKEN', { where: 'a.gz', found: ['one', 'two'], expected: 'its end' });
    jobLog(log, RUN).error({ fault });
    log.error({ fault: new Fault('STORE_LOCKED', { remedy: 'Wait.' }) }, 'not now');
    const { title, remedy } = FAULTS.SOURCE_BROKEN;
    expect(lines()).toMatchObject([
      {
        ...{ ...RUN, level: 'error', msg: title },
        fault: {
          code: 'SOURCE_BROKEN',
          title,
          where: 'a.gz',
          found: ['one', 'two'],
          expected: 'its end',
          remedy,
        },
      },
      { fault: { code: 'STORE_LOCKED', title: FAULTS.STORE_LOCKED.title, remedy: 'Wait.' }, msg: 'not now' },
    ]);
    expect(lines()[1].fault).not.toHaveProperty('where');
  });

  it('holds an error that is no fault with its stack', () => {
    const { log, lines } = logged();
    log.error(new Error('odd'));
    expect(lines()).toMatchObject([
      { level: 'error', msg: 'odd', err: { message: 'odd', stack: expect.stringContaining('log.test.ts') } },
    ]);
  });

  it('holds no password, wherever it stands', () => {
    const { log, text, lines } = logged();
    const url = 'postgresql://recon:hunter2@db.example/recon';
    log.info(`opening ${url} now`);
    log.info(
      { at: [{ deep: { url2: `see ${url}` } }], databaseUrl: url, urlCommand: ['vault', 'hunter2'] },
      'x',
    );
    log.info({ Authorization: 'Bearer hunter2', smtpPassword: 'hunter2', secret: { key: 'hunter2' } }, 'y');
    log.error({ fault: new Fault('DATABASE_UNREACHABLE', { where: url, found: [url] }) });
    log.error(new Error(`no ${url}`), 'failed: %s', url);
    expect(text.join('')).not.toContain('hunter2');
    expect(lines()[0].msg).toBe('opening postgresql://recon:…@db.example/recon now');
    expect(lines()[1]).toMatchObject({ databaseUrl: '…', urlCommand: '…' });
    expect(lines()[4].msg).toBe('failed: postgresql://recon:…@db.example/recon');
  });

  it('ends somewhere where what is told leads back to itself', () => {
    const { log, lines } = logged();
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    log.info({ ring }, 'round');
    expect(lines()).toMatchObject([{ msg: 'round' }]);
  });

  it('goes to standard error, whole even where the process ends at once', () => {
    const program = `import { createLog } from ${JSON.stringify(join(packageRoot, 'src/log.ts'))};
      createLog().error({ rows: 1 }, 'last words'); process.exit(3);`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ level: 'error', rows: 1, msg: 'last words' });
  });
});
