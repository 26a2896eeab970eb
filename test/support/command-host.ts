/**
 * Run as a process of its own: runs commands of the program one after another, each as a process of its own would, with
 * its words, folder and environment. What takes long of a short command, loading the program and compiling the embedded
 * engine, is done once for all of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** What the host is sent. */
export interface CommandOrder {
  /** The program's file. */
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What it answers. */
export interface CommandAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it ends now: the command left something open that would be in the way of the next one. */
  readonly isLast: boolean;
}

/** Thrown where a process would have ended. */
class Ended extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the command ended with ${code}`);
    this.code = code;
  }
}

type Stream = 'stdout' | 'stderr';
type Done = (error?: Error | null) => void;

const STREAMS: readonly Stream[] = ['stdout', 'stderr'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is still open after so long stays open; a host that then ends costs time, and changes no result. */
const TURN_MILLISECONDS = 5;
const MOST_TURNS = 400;

let commands = 0;

process.on('message', (order: CommandOrder) => {
  void answer(order);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Becoming another program is how the program ends while a thread hangs; the host stays.
process.execve = undefined as never;

async function answer(order: CommandOrder): Promise<void> {
  const output = capture();
  const before = openThings();
  let code = await runOnce(order);
  const failure = await failureLeftBehind();
  let isLast = await leavesMoreThan(before);
  if (failure !== undefined) {
    process.stderr.write(`${failure.stack}\n`);
    [code, isLast] = [1, true];
  }
  const said = output.release();
  process.send!({ code, ...said, isLast } satisfies CommandAnswer);
}

/** Runs the program's file as if it were started, and gives its exit code. */
async function runOnce({ program, words, cwd, environment }: CommandOrder): Promise<number> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value;
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  process.exit = (code) => {
    throw new Ended(Number(code ?? process.exitCode ?? 0));
  };
  commands += 1;
  try {
    // A file that is imported under another address runs again; what it imports is loaded already.
    await import(`${pathToFileURL(program)}?command=${commands}`);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Ended) return error.code;
    process.stderr.write(`${(error as Error).stack}\n`);
    return 1;
  } finally {
    process.exitCode = undefined;
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    for (const stream of STREAMS) process[stream].removeAllListeners('error');
  }
}

/** Takes what is written to both streams, in place of the streams. */
function capture(): { release(): Record<Stream, string> } {
  const blocks: Record<Stream, Buffer[]> = { stdout: [], stderr: [] };
  const writes = STREAMS.map((name) => [name, process[name].write] as const);
  for (const name of STREAMS) {
    process[name].write = (block: string | Uint8Array, ...rest: unknown[]) => {
      blocks[name].push(Buffer.from(block as string));
      const done = rest.find((one) => typeof one === 'function') as Done | undefined;
      if (done !== undefined) setImmediate(done);
      return true;
    };
  }
  return {
    release: () => {
      for (const [name, write] of writes) process[name].write = write;
      return {
        stdout: Buffer.concat(blocks.stdout).toString('utf8'),
        stderr: Buffer.concat(blocks.stderr).toString('utf8'),
      };
    },
  };
}

/** Whether more is open than before: a connection that was ended is gone a moment later. */
async function leavesMoreThan(before: number): Promise<boolean> {
  for (let turn = 0; openThings() > before; turn += 1) {
    if (turn === MOST_TURNS) return true;
    await sleep(TURN_MILLISECONDS);
  }
  return false;
}

/** Connections, servers, timers and the like, which a process takes with it when it ends. */
function openThings(): number {
  return process.getActiveResourcesInfo().filter((name) => !/^(Immediate|TickObject|FSReq)/.test(name))
    .length;
}

/** A failure that nobody catches, which comes once all else that is due was done. */
async function failureLeftBehind(): Promise<Error | undefined> {
  let failure: Error | undefined;
  const keep = (error: Error) => {
    failure ??= error;
  };
  process.once('uncaughtException', keep);
  await new Promise((resolve) => setImmediate(resolve));
  process.removeListener('uncaughtException', keep);
  return failure;
}
