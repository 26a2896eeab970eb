import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault } from '../errors.ts';

/** Three ways to say the address of a database, of which one is used. */
export interface AddressSettings {
  readonly databaseUrl?: string | undefined;
  readonly databaseUrlFile?: string | undefined;
  readonly databaseUrlCommand?: readonly string[] | undefined;
}

/** The address of a database, and what said it. */
export interface DatabaseAddress {
  readonly url: string;
  readonly origin: string;
}

const COMMAND_MILLISECONDS = 30_000;
const MOST_BYTES = 65_536;

/** Whether the settings name no server, so that the database is the embedded one. */
export function isEmbedded({ databaseUrl, databaseUrlFile, databaseUrlCommand }: AddressSettings): boolean {
  return (databaseUrl ?? databaseUrlFile ?? databaseUrlCommand) === undefined;
}

/**
 * The address of the database, from the settings, the file or the command that they name; undefined if it is the
 * embedded one. Read anew each time, so that a schedule goes on after a password was changed.
 * @throws Fault SECRET_UNAVAILABLE, never with what the file or the command says
 */
export async function databaseAddress(
  settings: AddressSettings,
  workingDirectory: string,
  commandMilliseconds = COMMAND_MILLISECONDS,
): Promise<DatabaseAddress | undefined> {
  const { databaseUrl, databaseUrlFile, databaseUrlCommand } = settings;
  if (databaseUrl !== undefined) return { url: databaseUrl, origin: 'DATABASE_URL' };
  const origin = addressOrigin(settings);
  if (databaseUrlFile !== undefined) {
    const said = await fileText(resolve(workingDirectory, databaseUrlFile), origin);
    return { url: trimmed(said, origin), origin };
  }
  if (databaseUrlCommand === undefined) return undefined;
  const said = await commandOutput(databaseUrlCommand, workingDirectory, commandMilliseconds, origin);
  return { url: trimmed(said, origin), origin };
}

/** Which setting says the address, for messages; of a command only the program, since the rest may be a token. */
export function addressOrigin({ databaseUrlFile, databaseUrlCommand }: AddressSettings): string {
  if (databaseUrlFile !== undefined) return `databaseUrlFile ${databaseUrlFile}`;
  if (databaseUrlCommand !== undefined) return `databaseUrlCommand (${databaseUrlCommand[0]} …)`;
  return 'databaseUrl';
}

function trimmed(text: string, where: string): string {
  const url = text.trim();
  if (url !== '') return url;
  throw new Fault('SECRET_UNAVAILABLE', { where, found: 'nothing', expected: 'the address of a database' });
}

async function fileText(path: string, where: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found: Readonly<Record<string, string>> = {
      ENOENT: 'no such file',
      EISDIR: 'a folder',
      EACCES: 'not readable by this user',
    };
    throw new Fault('SECRET_UNAVAILABLE', { where, found: found[code ?? ''] ?? String(code) });
  }
}

/** Runs a program without a shell. Its standard error is thrown away: it may repeat the secret. */
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
      // What the program started itself may hold its output open; nobody waits for that.
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
