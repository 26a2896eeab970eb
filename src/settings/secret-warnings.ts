import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { holdsPassword } from './database-url.ts';
import type { Assignment } from './environment.ts';
import { isReadableByOthers, type SettingsFile } from './file.ts';
import { heartbeatOf } from './monitor.ts';
import type { Settings } from './schema.ts';

interface Read {
  readonly workingDirectory: string;
  readonly file: SettingsFile;
  readonly overrides: readonly Assignment[];
}

/** Warnings about passwords that other users of this machine can read. */
export function secretWarnings(settings: Settings, { workingDirectory, file, overrides }: Read): string[] {
  const warnings: string[] = [];
  const option = overrides.find(({ path }) => path[0] === 'databaseUrl');
  if (option !== undefined && holdsPassword(String(option.value))) {
    warnings.push(
      `warning: ${option.place} holds a password, which every user of this machine can see in the list of ` +
        'processes. Give it by DATABASE_URL, databaseUrlFile or databaseUrlCommand instead.',
    );
  }
  const inFile = file.values['sources'];
  const written = [file.values, ...(Array.isArray(inFile) ? inFile : [])];
  if (file.isOpen && written.some((said) => isPassword(Object(said).databaseUrl))) {
    warnings.push(openFile(file.name!));
  }
  const { alerts, deliveries, monitor, page, signing } = settings;
  const files = [
    ...[settings, ...settings.sources].map(({ databaseUrlFile }) => databaseUrlFile),
    ...alerts.channels.flatMap(({ urlFile, secretFile }) => [urlFile, secretFile]),
    ...deliveries.flatMap((one) => [
      ...[one.urlFile, one.passwordFile, one.privateKeyFile, one.passphraseFile, one.secretAccessKeyFile],
    ]),
    signing.privateKeyFile,
    heartbeatOf(monitor)?.file,
    page.oidc.clientSecretFile,
  ];
  for (const path of files) {
    if (path !== undefined && path !== '' && isOpen(resolve(workingDirectory, path)))
      warnings.push(openFile(path));
  }
  return [...new Set(warnings)];
}

function isPassword(address: unknown): boolean {
  return typeof address === 'string' && holdsPassword(address);
}

function openFile(name: string): string {
  return `warning: ${name} holds a password, and others than its owner can read it. chmod 600 ends that.`;
}

function isOpen(path: string): boolean {
  try {
    return isReadableByOthers(statSync(path).mode);
  } catch {
    // A missing file is reported when the database is opened.
    return false;
  }
}
