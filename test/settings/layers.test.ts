/** Variables and options that are given together, and those of other programs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isServiceLink, variableOf } from '../../src/settings/environment.ts';
import { formOf, leavesOf } from '../../src/settings/form.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { type Settings, settingsSchema } from '../../src/settings/schema.ts';
import { isEmbedded } from '../../src/settings/secret.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('variables that kubernetes sets for a Service named payin-recon are no settings', () => {
  const links = {
    PAYIN_RECON_SERVICE_HOST: '10.96.0.7',
    PAYIN_RECON_SERVICE_PORT: '9464',
    PAYIN_RECON_SERVICE_PORT_MONITOR: '9464',
    PAYIN_RECON_PORT: 'tcp://10.96.0.7:9464',
    PAYIN_RECON_PORT_9464_TCP: 'tcp://10.96.0.7:9464',
    PAYIN_RECON_PORT_9464_TCP_PROTO: 'tcp',
    PAYIN_RECON_PORT_9464_TCP_PORT: '9464',
    PAYIN_RECON_PORT_9464_TCP_ADDR: '10.96.0.7',
  };
  expect(load({ ...links, PAYIN_RECON_OUT: 'reports' })).toEqual(load({ PAYIN_RECON_OUT: 'reports' }));
  expect(leavesOf(formOf(settingsSchema)).filter(({ path }) => isServiceLink(variableOf(path)))).toEqual([]);
});

it.each([
  'PAYIN_RECON_PORTS',
  'PAYIN_RECON_PORT_MONITOR',
  'PAYIN_RECON_PORT_9464_TCP_HOST',
  'PAYIN_RECON_SERVICE',
  'PAYIN_RECON_MONITOR_SERVICE_HOST',
])('%s is neither such a variable nor a setting', (name) => {
  expect(() => load({ [name]: '1' })).toThrow(
    expect.objectContaining({
      code: 'SETTINGS_INVALID',
      detail: expect.objectContaining({ where: name }),
    }),
  );
});

it.each([
  ['the environment', { DATABASE_URL: 'postgresql://db/others' }, ''],
  ['a variable of this program', { PAYIN_RECON_DATABASE_URL_FILE: 'url' }, ''],
  ['the file', {}, 'databaseUrlCommand: [cat, url]\n'],
])(
  'a folder on the command line takes the place of the server that %s gives',
  (_about, environment, file) => {
    const workingDirectory = temporaryFolder();
    writeFileSync(join(workingDirectory, 'payin-recon.yaml'), `data: store\n${file}`);
    const source = { environment, workingDirectory };
    expect(isEmbedded(loadSettings(source))).toBe(false);
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    const settings = loadSettings({ ...source, warn, overrides: { data: 'backup' } });
    expect(warnings).toEqual([]);
    expect([isEmbedded(settings), settings.data]).toEqual([true, 'backup']);
    const databaseUrl = 'postgresql://db/own';
    const both = loadSettings({ ...source, overrides: { data: 'backup', databaseUrl } });
    expect(both.databaseUrl).toBe(databaseUrl);
    const before = loadSettings({ ...source, environment: { ...environment, PAYIN_RECON_DATA: 'backup' } });
    expect(isEmbedded(before)).toBe(false);
  },
);

it.each([
  ['1,2, 3', [1, 2, 3]],
  ['60', [60]],
  [' [4, 5]', [4, 5]],
])('a list of numbers is read from %j', (text, expected) => {
  expect(load({ PAYIN_RECON_SANDBOX_CALLBACK_RETRY_SECONDS: text }).sandbox.callbackRetrySeconds).toEqual(
    expected,
  );
});

it('a list of numbers with something else is refused', () => {
  expect(() => load({ PAYIN_RECON_SANDBOX_CALLBACK_RETRY_SECONDS: '5,soon' })).toThrow(
    expect.objectContaining({
      detail: expect.objectContaining({
        found: [expect.stringContaining('callbackRetrySeconds[1] is "soon"')],
      }),
    }),
  );
});

function load(environment: Record<string, string>): Settings {
  return loadSettings({ environment, workingDirectory: temporaryFolder() });
}
