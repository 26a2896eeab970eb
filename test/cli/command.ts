import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { hostIsFree, runInHost } from '../support/in-host.ts';

/** The command's program, which Node runs as it stands. */
export const PROGRAM = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const LONGEST_MILLISECONDS = 600_000;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; nothing if absent. */
  readonly input?: string;
  /** What is started with the words, instead of the command as the source has it. */
  readonly program?: readonly [string, ...string[]];
  /** Largest file that it may write, in blocks of 512 bytes. */
  readonly largestFile?: number;
  /** Runs it in a process of its own in any case. */
  readonly isApart?: boolean;
}

/** Variables of the environment that the program reads when a command runs, and no library when it is loaded. */
const READ_BY_COMMANDS = /^(PAYIN_RECON_|(DATABASE_URL|NO_COLOR)$)/;

/** Starts the real command, which ends with the test at the latest. */
export function start(words: readonly string[], options: CommandOptions): ChildProcess {
  const child = launch(words, options);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

/**
 * Runs the real command in a folder to its end, with nothing in its environment that would change what it does. Where
 * the process is not the point it runs in the host that this file's commands share, which saves starting the program;
 * test/cli/in-host.long.test.ts shows that it says the same there.
 */
export async function run(words: readonly string[], options: CommandOptions): Promise<Outcome> {
  if (isForHost(words, options) && hostIsFree()) {
    const environment = { ...plainEnvironment(), ...options.environment };
    const order = { program: PROGRAM, words, cwd: options.cwd, environment };
    const { code, stdout, stderr } = await runInHost(order, LONGEST_MILLISECONDS);
    return { code, stdout, stderr };
  }
  const child = launch(words, options);
  child.stdin!.end(options.input ?? '');
  // One that hangs must not outlive its test.
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MILLISECONDS);
  return ended(child).finally(() => clearTimeout(timer));
}

/** Whether nothing but its words, folder and variables matters: no standard input, limit, log or signal. */
function isForHost(words: readonly string[], options: CommandOptions): boolean {
  const { environment = {}, input, program, largestFile, isApart } = options;
  if (isApart === true || [input, program, largestFile].some((given) => given !== undefined)) return false;
  // What the scheduler logs goes past the streams; `-` is standard input.
  if (words.some((word) => ['-', 'schedule', '/dev/stdin'].includes(word))) return false;
  return Object.entries(environment).every(
    ([name, value]) => READ_BY_COMMANDS.test(name) || process.env[name] === value,
  );
}

/** What a started command said, once it has ended. */
export async function ended(child: ChildProcess): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, ...said };
}

function launch(words: readonly string[], options: CommandOptions): ChildProcess {
  const command = [...(options.program ?? [process.execPath, PROGRAM]), ...words];
  const limited = ['sh', '-c', `ulimit -f ${options.largestFile}; exec "$0" "$@"`, ...command];
  const [program, ...rest] = options.largestFile === undefined ? command : limited;
  const child = spawn(program!, rest, {
    cwd: options.cwd,
    env: { ...plainEnvironment(), ...options.environment },
    stdio: 'pipe',
  });
  child.stdin!.on('error', () => undefined);
  return child;
}

function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PAYIN_RECON_|PG|DATABASE_URL$|NODE_OPTIONS$|FORCE_COLOR$|VITEST|COLUMNS$)/.test(name),
  );
  // Compiling the program anew is half of a short command's time; the whole run shares what is compiled.
  const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'payin-recon-compiled');
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: compiled };
}
