import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { settingsDigest } from '../../src/settings/settings-digest.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Settings of a working folder whose payin-recon.yaml has these lines. */
function load(
  lines: string,
  environment: Record<string, string> = {},
  overrides: { data?: string; databaseUrl?: string; out?: string } = {},
): Settings {
  const workingDirectory = temporaryFolder();
  writeFileSync(join(workingDirectory, 'payin-recon.yaml'), lines);
  return loadSettings({ environment, workingDirectory, overrides });
}

function mistakesOf(raw: unknown): string {
  try {
    parseSettings(raw);
  } catch (error) {
    expect(error).toMatchObject({ code: 'SETTINGS_INVALID', exitCode: 2 });
    return (error as { detail: { found: string[] } }).detail.found.join('\n');
  }
  throw new Error('the settings were taken');
}

describe('the settings', () => {
  it('have a default for everything, so that no file is needed', () => {
    const settings = loadSettings({ environment: {}, workingDirectory: temporaryFolder() });
    expect(settings).toEqual(parseSettings({}));
    expect(settings).toMatchObject({
      data: '.payin-recon',
      out: 'payin-recon-reports',
      logs: { zone: 'UTC' },
      statuses: { paid: ['SUCCESS'], pending: ['PROCESSING'], failed: [], reversed: [] },
      tolerances: {},
      responses: 'kept',
      absent: [],
      allowedSkewSeconds: 300,
      graceSeconds: 900,
      expiryHorizonDays: 7,
      lateCallbackSeconds: 3600,
      ingest: { folders: [], workers: 'auto', maxLineBytes: 1_048_576 },
    });
    expect(settings.databaseUrl).toBeUndefined();
    expect(
      settings.regions.map(({ name, zone, amountUnit, decimals }) => [name, zone, amountUnit, decimals]),
    ).toEqual([
      ['BR', 'America/Sao_Paulo', 'minor', 0],
      ['EG', 'Africa/Cairo', 'major', 2],
    ]);
  });

  it('schedule the nightly job at two or later, after every gap of a clock that is put forward', () => {
    expect(Number(parseSettings({}).jobs.nightly.split(' ')[1])).toBeGreaterThanOrEqual(2);
  });

  it('come from the file, over it from the environment, over that from the command line', () => {
    const file = 'data: of-file\nout: of-file\ngraceSeconds: 60\nlateCallbackSeconds: 61\n';
    const environment = { PAYIN_RECON_DATA: 'of-environment', PAYIN_RECON_GRACE_SECONDS: '70' };
    expect(load(file, environment, { data: 'of-command' })).toMatchObject({
      data: 'of-command',
      out: 'of-file',
      graceSeconds: 70,
      lateCallbackSeconds: 61,
    });
    expect(load(file, environment)).toMatchObject({ data: 'of-environment', out: 'of-file' });
  });

  it('take the database from the command line, else from DATABASE_URL, else from the file', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => `postgresql://db/${name}`);
    const file = `databaseUrl: ${three}\n`;
    expect(load(file, { DATABASE_URL: two! }, { databaseUrl: one! }).databaseUrl).toBe(one);
    expect(load(file, { DATABASE_URL: two! }).databaseUrl).toBe(two);
    expect(load(file).databaseUrl).toBe(three);
    expect(load(file, { DATABASE_URL: '' }).databaseUrl).toBe(three);
  });

  it('can each come from the environment, lists with commas', () => {
    const settings = load('', {
      PAYIN_RECON_LOGS_ZONE: 'Asia/Tokyo',
      PAYIN_RECON_STATUSES_PAID: 'SUCCESS,PAID',
      PAYIN_RECON_STATUSES_REVERSED: 'REFUNDED',
      PAYIN_RECON_RESPONSES: 'absent',
      PAYIN_RECON_ALLOWED_SKEW_SECONDS: '0',
      PAYIN_RECON_INGEST_FOLDERS: 'a,b',
      PAYIN_RECON_INGEST_MAX_LINE_BYTES: '2048',
      PAYIN_RECON_JOBS_NIGHTLY: '0 3 * * *',
      PAYIN_RECON_TOLERANCES: '{BRL: 1}',
    });
    expect(settings).toMatchObject({
      logs: { zone: 'Asia/Tokyo' },
      statuses: { paid: ['SUCCESS', 'PAID'], pending: ['PROCESSING'], reversed: ['REFUNDED'] },
      responses: 'absent',
      allowedSkewSeconds: 0,
      ingest: { folders: ['a', 'b'], maxLineBytes: 2048 },
      jobs: { nightly: '0 3 * * *' },
      tolerances: { BRL: 1 },
    });
  });

  it('keep what the file says of a group beside what the environment says of it', () => {
    const settings = load('statuses:\n  failed: [FAILED]\n', { PAYIN_RECON_STATUSES_PAID: 'PAID' });
    expect(settings.statuses).toEqual({
      paid: ['PAID'],
      pending: ['PROCESSING'],
      failed: ['FAILED'],
      reversed: [],
    });
  });

  it('are found in the file that is named, and that file has to be there', () => {
    const workingDirectory = temporaryFolder();
    writeFileSync(join(workingDirectory, 'payin-recon.yaml'), 'graceSeconds: 1\n');
    writeFileSync(join(workingDirectory, 'other.yaml'), 'graceSeconds: 2\n');
    const from = (file: string) => loadSettings({ file, environment: {}, workingDirectory });
    expect(from('other.yaml').graceSeconds).toBe(2);
    expect(() => from('lost.yaml')).toThrow(
      expect.objectContaining({
        code: 'SETTINGS_INVALID',
        detail: expect.objectContaining({ where: 'lost.yaml' }),
      }),
    );
  });

  it('may be an empty file, and nothing that is no mapping', () => {
    expect(load('')).toEqual(parseSettings({}));
    expect(load('# nothing yet\n')).toEqual(parseSettings({}));
    for (const text of ['- a\n', 'just text\n', 'a: [1\n']) {
      expect(() => load(text)).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }));
    }
  });

  it('are frozen through and through', () => {
    const settings = parseSettings({ statuses: { paid: ['PAID'] } });
    const parts = [settings, settings.logs, settings.regions, settings.regions[0], settings.statuses.paid];
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true);
    expect(() => {
      (settings.statuses.paid as string[]).push('MORE');
    }).toThrow(TypeError);
  });
});

describe('a mistake in the settings', () => {
  it('is told together with every other', () => {
    const found = mistakesOf({
      graceSeconds: -1,
      allowedSkewSeconds: 1.5,
      logs: { zone: 'Mars/Olympus' },
      responses: 'maybe',
      tolerances: { brl: 1 },
      regions: [{ name: 'br' }],
      ingest: { maxLineBytes: 10 },
      colour: 'blue',
    });
    for (const place of [
      'graceSeconds',
      'allowedSkewSeconds',
      'logs.zone',
      'responses',
      'tolerances.brl',
      'regions[0].name',
      'regions[0].zone',
      'ingest.maxLineBytes',
      'colour',
    ]) {
      expect(found).toContain(place);
    }
  });

  it.each([
    ['at the top', { grace: 1 }],
    ['in a group', { logs: { timezone: 'UTC' } }],
    ['in a region', { regions: [{ ...parseSettings({}).regions[0], colour: 'blue' }] }],
  ])('is a name that no setting has: %s', (_place, raw) => {
    expect(mistakesOf(raw)).toContain('there is no such setting');
  });

  it.each([
    ['no list of regions', { regions: [] }],
    ['a region in small letters', { regions: [{ ...parseSettings({}).regions[0], name: 'br' }] }],
    ['a tolerance below zero', { tolerances: { BRL: -1 } }],
    ['a number as text', { graceSeconds: '60' }],
    ['an empty folder', { out: '' }],
    ['a horizon that is no number', { expiryHorizonDays: Number.NaN }],
  ])('is %s', (_name, raw) => {
    expect(mistakesOf(raw)).not.toBe('');
  });

  it('in a variable of the environment is one too', () => {
    expect(() => load('', { PAYIN_RECON_GRACE_SECONDS: 'soon' })).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ found: [expect.stringContaining('graceSeconds')] }),
      }),
    );
  });
});

describe('the digest of the settings', () => {
  const plain = settingsDigest(parseSettings({}));

  it('does not depend on the order in which they are written', () => {
    const one = parseSettings({
      graceSeconds: 60,
      statuses: { failed: ['F'], paid: ['P'] },
      tolerances: { BRL: 1, EGP: 2 },
    });
    const other = parseSettings({
      tolerances: { EGP: 2, BRL: 1 },
      statuses: { paid: ['P'], failed: ['F'] },
      graceSeconds: 60,
    });
    expect(settingsDigest(other)).toBe(settingsDigest(one));
    expect(settingsDigest(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not depend on folders, address, schedule or limits of decisions', () => {
    const elsewhere = parseSettings({
      data: 'elsewhere',
      out: 'elsewhere',
      databaseUrl: 'postgresql://recon:secret@db/recon',
      ingest: { folders: ['logs'] },
      jobs: { nightly: '0 4 * * *' },
      export: { profile: 'excel-br', format: 'xlsx' },
      decisions: { writeOffLimits: { BRL: 1 } },
    });
    expect(settingsDigest(elsewhere)).toBe(plain);
  });

  it.each([
    { graceSeconds: 901 },
    { allowedSkewSeconds: 301 },
    { expiryHorizonDays: 8 },
    { lateCallbackSeconds: 3601 },
    { responses: 'absent' },
    { tolerances: { BRL: 1 } },
    { logs: { zone: 'America/Sao_Paulo' } },
    { statuses: { failed: ['FAILED'] } },
    { statuses: { paid: ['PAID', 'SUCCESS'] } },
    { regions: [{ ...parseSettings({}).regions[1], currencies: ['EGP'] }, parseSettings({}).regions[0]] },
  ])('changes with a setting that bears on results: %j', (raw) => {
    expect(settingsDigest(parseSettings(raw))).not.toBe(plain);
  });
});

it('an offset is no zone: it knows no summer time, and databases read its sign the other way round', () => {
  for (const zone of ['-03:00', '+02:00']) {
    expect(() => parseSettings({ logs: { zone } })).toThrow(
      expect.objectContaining({ code: 'SETTINGS_INVALID' }),
    );
  }
});
