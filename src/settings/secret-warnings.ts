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

/** A file of a setting, and what it holds. */
type SecretFile = readonly [path: string | undefined, content: string];

const PASSWORD = 'a password';
const SECRET = 'a secret';
const PRIVATE_KEY = 'a private key';
const ADDRESS = 'an address that is to be kept secret';

/** Warnings about secrets that other users of this machine can read. */
export function secretWarnings(settings: Settings, { workingDirectory, file, overrides }: Read): string[] {
  const warnings: string[] = [];
  const option = overrides.find(({ path }) => path[0] === 'databaseUrl');
  if (option !== undefined && isPassword(option.value)) {
    warnings.push(
      `warning: ${option.place} holds a password, which every user of this machine can see in the list of ` +
        'processes. Give it by DATABASE_URL, databaseUrlFile or databaseUrlCommand instead.',
    );
  }
  const inFile = file.values['sources'];
  const written = [file.values, ...(Array.isArray(inFile) ? inFile : [])];
  if (file.isOpen && written.some((said) => isPassword(Object(said).databaseUrl))) {
    warnings.push(openFile(file.name!, PASSWORD));
  }
  const { alerts, deliveries, monitor, page, signing } = settings;
  const files: readonly SecretFile[] = [
    ...[settings, ...settings.sources].map(({ databaseUrlFile }) => [databaseUrlFile, ADDRESS] as const),
    ...alerts.channels.flatMap(({ urlFile, secretFile }): SecretFile[] => [
      [urlFile, ADDRESS],
      [secretFile, SECRET],
    ]),
    ...deliveries.flatMap((one): SecretFile[] => [
      [one.urlFile, ADDRESS],
      [one.passwordFile, PASSWORD],
      [one.privateKeyFile, PRIVATE_KEY],
      [one.passphraseFile, 'a passphrase'],
      [one.secretAccessKeyFile, SECRET],
    ]),
    [signing.privateKeyFile, PRIVATE_KEY],
    [heartbeatOf(monitor)?.file, ADDRESS],
    [page.oidc.clientSecretFile, SECRET],
  ];
  for (const [path, content] of files) {
    if (path !== undefined && path !== '' && isOpen(resolve(workingDirectory, path)))
      warnings.push(openFile(path, content));
  }
  return [...new Set(warnings)];
}

function isPassword(address: unknown): boolean {
  return typeof address === 'string' && holdsPassword(address);
}

function openFile(name: string, content: string): string {
  return `warning: ${name} holds ${content}, and others than its owner can read it. chmod 600 ends that.`;
}

function isOpen(path: string): boolean {
  try {
    return isReadableByOthers(statSync(path).mode);
  } catch {
    // A missing file is reported when the database is opened.
    return false;
  }
}
