import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('how files are written is said by the command line, else the environment, else the file', () => {
  const workingDirectory = temporaryFolder();
  writeFileSync(join(workingDirectory, 'payin-recon.yaml'), 'export: { profile: excel-eg, format: xlsx }');
  const written = (environment: Record<string, string>, profile?: 'excel-br' | 'standard') =>
    loadSettings({
      environment,
      workingDirectory,
      overrides: { export: profile === undefined ? {} : { profile } },
    }).export;
  const brazil = { PAYIN_RECON_EXPORT_PROFILE: 'excel-br' };
  expect(written({})).toEqual({ profile: 'excel-eg', format: 'xlsx' });
  expect(written(brazil)).toEqual({ profile: 'excel-br', format: 'xlsx' });
  expect(written(brazil, 'standard')).toEqual({ profile: 'standard', format: 'xlsx' });
});

it('files are written for programs, as CSV, where nothing is said', () => {
  expect(parseSettings({}).export).toEqual({ profile: 'standard', format: 'csv' });
});
