import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Cron } from 'croner';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/errors.ts';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import { isThere, saidBy } from '../support/outside-tools.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { commandLines, example, notUnderstood } from './command-lines.ts';

const SERVICES = ['payin-recon.service', 'payin-recon-once.service'] as const;
const TIMER = 'payin-recon-once.timer';

/** The values of a unit by their names, of its section [Service]. */
function serviceOf(name: string): Map<string, string[]> {
  const section = example(name).split('[Service]')[1]!.split('\n[')[0]!;
  const values = new Map<string, string[]>();
  for (const [, key, value] of section.matchAll(/^(\w+)=(.*)$/gm)) {
    values.set(key!, [...(values.get(key!) ?? []), value!]);
  }
  return values;
}

describe.each(SERVICES)('%s', (name) => {
  const service = serviceOf(name);

  it('runs the program as it understands it', () => {
    const lines = commandLines(example(name).match(/^ExecStart=.*$/m)![0]);
    expect(lines).toHaveLength(1);
    expect(lines.flatMap(notUnderstood)).toEqual([]);
  });

  it('sets what settings know', () => {
    const environment = Object.fromEntries(service.get('Environment')!.map((text) => text.split('=', 2)));
    const settings = loadSettings({ environment, workingDirectory: temporaryFolder() });
    expect(settings.databaseUrlFile).toBe('%d/database-url');
    expect(service.get('LoadCredential')![0]!.split(':')[0]).toBe('database-url');
  });

  it('leaves a run that is told to stop the time that settings give it', () => {
    const { stopSeconds } = parseSettings({}).jobs;
    expect(Number(service.get('TimeoutStopSec')![0])).toBeGreaterThan(stopSeconds);
  });

  it('does not count a run that was stopped as failed', () => {
    expect(service.get('SuccessExitStatus')).toEqual([String(EXIT.interrupted)]);
  });

  it('keeps the program from all that it does not need, the one as the other', () => {
    const protectedBy = (other: string) =>
      [...serviceOf(other)].filter(([key]) =>
        /^(No|Protect|Private|Restrict|Lock|Remove|Cap|Amb|System|UMask)/.test(key),
      );
    const hardening = protectedBy(name).filter(([key]) => key !== 'RestartPreventExitStatus');
    expect(hardening).toEqual(protectedBy('payin-recon.service'));
    expect(hardening.length).toBeGreaterThan(18);
  });
});

describe.skipIf(!isThere('systemd-analyze'))('the units, as systemd reads them', () => {
  /** What systemd says of units, with a program in place of this one, which need not be installed. */
  const verify = (change: (text: string) => string = (text) => text) => {
    const folder = temporaryFolder();
    const files = [...SERVICES, TIMER].map((name) => {
      const text = example(name).replace('/usr/bin/payin-recon', '/bin/true');
      writeFileSync(join(folder, name), change(text));
      return join(folder, name);
    });
    return saidBy('systemd-analyze', ['verify', '--man=no', ...files]);
  };

  it('have nothing that it does not know', () => {
    expect(verify()).toEqual({ code: 0, said: '' });
    expect(verify((text) => text.replace('KillMode=', 'KillMood=')).said).toContain('KillMood');
  });

  it.each(SERVICES)('leave %s little that it could harm', (name) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, example(name));
    const words = ['security', '--offline=true', '--no-pager', '--threshold=20', file];
    const { code, said } = saidBy('systemd-analyze', words);
    expect(said).toMatch(/Overall exposure level .*: [01]\.\d OK/);
    expect(code).toBe(0);
  });
});

describe('the crontab', () => {
  const lines = example('crontab')
    .split('\n')
    .map((line) => line.replace(/^# (?=[*\d])/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
  const jobs = lines.filter((line) => !/^\w+=/.test(line));
  const commandOf = (line: string) => line.split(/\s+/).slice(5).join(' ');

  it('has times that cron understands: every five minutes, or once a night', () => {
    const next = jobs.map((line) => {
      const cron = new Cron(line.split(/\s+/).slice(0, 5).join(' '), { timezone: 'UTC', mode: '5-part' });
      return cron.nextRuns(2, '2026-11-20T00:01:00Z').map((date) => date.toISOString());
    });
    expect(next).toEqual([
      ['2026-11-20T00:05:00.000Z', '2026-11-20T00:10:00.000Z'],
      ['2026-11-20T05:30:00.000Z', '2026-11-21T05:30:00.000Z'],
    ]);
  });

  it('makes the folders that its lines need, and publishes where the units do', () => {
    const [, made] = /^# +install -d .*? (\/.*)$/m.exec(example('crontab'))!;
    const needed = jobs.flatMap((line) => [/cd (\S+)/.exec(line)![1]!, dirname(/>> (\S+)/.exec(line)![1]!)]);
    expect(new Set(needed)).toEqual(new Set(made!.split(' ')));
    const out = lines.filter((line) => line.startsWith('PAYIN_RECON_OUT='));
    expect(out).toEqual(
      serviceOf(SERVICES[0])
        .get('Environment')!
        .filter((text) => out.includes(text)),
    );
    expect(out).toHaveLength(1);
  });

  it('lets cron mail what the shell says, and has all that the program prints in the log', () => {
    expect(example('crontab')).not.toMatch(/^MAILTO=""/m);
    expect(jobs.filter((line) => !line.includes('2>'))).toEqual([]);
  });

  it('runs the program as it understands it, with no % that cron would take for the end of a line', () => {
    const words = jobs.flatMap((line) => commandLines(commandOf(line)));
    expect(words.map((line) => line.slice(0, 3))).toEqual([
      ['schedule', '--once', '--config'],
      ['job', 'run', 'nightly'],
    ]);
    expect(words.flatMap(notUnderstood)).toEqual([]);
    expect(jobs.filter((line) => line.includes('%'))).toEqual([]);
  });
});
