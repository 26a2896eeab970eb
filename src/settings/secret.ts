import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault } from '../errors.ts';
import { databaseOrigin } from './database-origin.ts';

/** Alternatives for the address of a database; one is used. */
export interface AddressSettings {
  readonly databaseUrl?: string | undefined;
  readonly databaseUrlFile?: string | undefined;
  readonly databaseUrlCommand?: readonly string[] | undefined;
}

/** The address of a database, and the setting that gave it. */
export interface DatabaseAddress {
  readonly url: string;
  readonly origin: string;
}

const COMMAND_MILLISECONDS = 30_000;
const MOST_BYTES = 65_536;

/** Whether the settings have no server, so that the embedded database is used. */
export function isEmbedded({ databaseUrl, databaseUrlFile, databaseUrlCommand }: AddressSettings): boolean {
  return (databaseUrl ?? databaseUrlFile ?? databaseUrlCommand) === undefined;
}

/**
 * The address of the database, from the settings or from their file or command; undefined for the
 * embedded one. Read again on each call, so that a schedule continues after a password was changed.
 * @throws Fault SECRET_UNAVAILABLE, never with content of the file or output of the command
 */
export async function databaseAddress(
  settings: AddressSettings,
  workingDirectory: string,
  commandMilliseconds = COMMAND_MILLISECONDS,
): Promise<DatabaseAddress | undefined> {
  const asked = { setting: 'databaseUrl', expected: 'the address of a database' };
  const url = await secretText(placeOf(settings), asked, workingDirectory, commandMilliseconds);
  if (url === undefined) return undefined;
  const isGiven = settings.databaseUrl !== undefined;
  return { url, origin: isGiven ? databaseOrigin(settings) : addressOrigin(settings) };
}

/** The setting of the address, for messages; of a command only the program, because arguments may be a token. */
export function addressOrigin(settings: AddressSettings): string {
  return originOf(placeOf(settings), 'databaseUrl');
}

function placeOf({ databaseUrl, databaseUrlFile, databaseUrlCommand }: AddressSettings): SecretPlace {
  return { value: databaseUrl, file: databaseUrlFile, command: databaseUrlCommand };
}

function originOf({ file, command }: SecretPlace, setting: string): string {
  if (file !== undefined) return `${setting}File ${file}`;
  return command === undefined ? setting : `${setting}Command (${command[0]} …)`;
}

/** Place of a secret: in the settings, in a file, or in a program's output. */
export interface SecretPlace {
  readonly value?: string | undefined;
  readonly file?: string | undefined;
  readonly command?: readonly string[] | undefined;
}

/**
 * A secret of the settings, read again on each call; undefined where there is none.
 * @param setting its name in messages, which add the file or program: `alerts.channels finance url`
 * @param expected the form that it should have
 * @throws Fault SECRET_UNAVAILABLE, never with content of the file or output of the command
 */
export async function secretText(
  place: SecretPlace,
  { setting, expected }: { readonly setting: string; readonly expected: string },
  workingDirectory: string,
  commandMilliseconds = COMMAND_MILLISECONDS,
): Promise<string | undefined> {
  const { value, file, command } = place;
  const where = originOf(place, setting);
  if (file !== undefined)
    return trimmed(await fileText(resolve(workingDirectory, file), where), where, expected);
  if (command === undefined) return value;
  return trimmed(await commandOutput(command, workingDirectory, commandMilliseconds, where), where, expected);
}

function trimmed(text: string, where: string, expected: string): string {
  const url = text.trim();
  if (url !== '') return url;
  throw new Fault('SECRET_UNAVAILABLE', { where, found: 'nothing', expected });
}

/** Throws SECRET_UNAVAILABLE. */
export async function fileText(path: string, where: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(error, where);
  }
}

/** A file of a secret or a certificate that could not be read, as SECRET_UNAVAILABLE. */
export function unreadable(error: unknown, where: string): Fault {
  const { code } = error as NodeJS.ErrnoException;
  const found: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EISDIR: 'a folder',
    EACCES: 'not readable by this user',
  };
  return new Fault('SECRET_UNAVAILABLE', { where, found: found[code ?? ''] ?? String(code) });
}

/** Runs a program without a shell. Its standard error is discarded, because it may repeat the secret. */
function commandOutput(
  [program, ...parameters]: readonly string[],
  cwd: string,
  milliseconds: number,
  where: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program!, parameters, {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const blocks: Buffer[] = [];
    let bytes = 0;
    const fail = (found: string) => {
      clearTimeout(timer);
      // Processes started by the program may keep its output open; there is no need to wait for them.
      child.stdout.destroy();
      child.kill('SIGKILL');
      const remedy = `Run the command by hand, as the user that runs this program, to see what it says.`;
      reject(new Fault('SECRET_UNAVAILABLE', { where, found, remedy }));
    };
    const timer = setTimeout(() => fail(`no end after ${milliseconds / 1000} s`), milliseconds);
    child.stdout.on('data', (block: Buffer) => {
      bytes += block.length;
      blocks.push(block);
      if (bytes > MOST_BYTES) fail(`more than ${MOST_BYTES} bytes`);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ENOENT' ? 'no such program' : `it cannot be started (${error.code})`);
    });
    child.on('close', (code, signal) => {
      if (code !== 0) return fail(signal === null ? `it ended with ${code}` : `it was ended by ${signal}`);
      clearTimeout(timer);
      resolve(Buffer.concat(blocks).toString('utf8'));
    });
  });
}
