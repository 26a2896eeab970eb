/** The program in processes of its own: commands at any time of the clock, which may die of a fault. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandAnswer, CommandOrder } from '../support/command-host.ts';
import { NODE_FLAGS } from '../support/node-flags.ts';

const HOST = fileURLToPath(new URL('../support/command-host.ts', import.meta.url));
const CLOCK = new URL('./world-clock.ts', import.meta.url).href;
export const PROGRAM = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const LONGEST_MILLISECONDS = 600_000;

export interface Outcome {
  /** Undefined where the process died. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Command {
  readonly words: readonly string[];
  /** What the machine's clock shows. */
  readonly now: string;
  /** POINT:MOMENT:KIND. */
  readonly fault?: string | undefined;
}

/** Processes that no world uses: to load the program takes longer than a short command. */
const idle: ChildProcess[] = [];

/** Ends the processes that wait for another world. */
export function endProcesses(): void {
  for (const child of idle.splice(0)) child.kill('SIGKILL');
}

/** Runs commands one after another in a process that is started anew once it has died. */
export class Program {
  readonly #cwd: string;
  readonly #environment: Readonly<Record<string, string>>;
  #host: ChildProcess | undefined;

  constructor(cwd: string, environment: Readonly<Record<string, string>>) {
    this.#cwd = cwd;
    this.#environment = environment;
  }

  async run(command: Command): Promise<Outcome> {
    const { words, now, fault } = command;
    this.#host ??= idle.pop() ?? startHost();
    const host = this.#host;
    const environment = environmentAt(this.#environment, now, fault);
    const order: CommandOrder = { program: PROGRAM, words, cwd: this.#cwd, environment };
    const outcome = await answerOf(host, order);
    if (outcome.isLast) {
      host.kill('SIGKILL');
      this.#host = undefined;
    }
    return outcome;
  }

  /** Leaves its process to the next world. */
  close(): void {
    if (this.#host !== undefined) idle.push(this.#host);
    this.#host = undefined;
  }
}

/** The environment of a process of the world, at a time of its clock. */
export function environmentAt(
  given: Readonly<Record<string, string>>,
  now: string,
  fault?: string,
): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PAYIN_RECON_|PG|DATABASE_URL$|NODE_OPTIONS$|FORCE_COLOR$|VITEST|COLUMNS$)/.test(name),
  );
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'payin-recon-compiled'),
    ...given,
    WORLD_NOW: now,
    ...(fault === undefined ? {} : { PAYIN_RECON_FAULT: fault }),
  };
}

export const CLOCK_FLAGS: readonly string[] = ['--import', CLOCK];

function startHost(): ChildProcess {
  const child = spawn(process.execPath, [...CLOCK_FLAGS, ...NODE_FLAGS, HOST], {
    env: environmentAt({}, ''),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // An idle process keeps no other from its end.
  child.unref();
  child.channel?.unref();
  for (const name of ['stdout', 'stderr'] as const) (child[name] as unknown as { unref(): void }).unref();
  child.on('exit', () => {
    if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
  });
  return child;
}

/** What is written past the streams of the command, such as by a fault point, is part of what it said. */
function answerOf(host: ChildProcess, order: CommandOrder): Promise<Outcome & { isLast: boolean }> {
  return new Promise((resolve) => {
    let past = '';
    const onData = (text: Buffer) => {
      past += text.toString('utf8');
    };
    const timer = setTimeout(() => host.kill('SIGKILL'), LONGEST_MILLISECONDS);
    const settle = (outcome: Outcome & { isLast: boolean }) => {
      clearTimeout(timer);
      host.removeListener('message', onMessage).removeListener('close', onClose);
      for (const name of ['stdout', 'stderr'] as const) host[name]!.removeListener('data', onData);
      resolve({ ...outcome, stderr: past + outcome.stderr });
    };
    const onMessage = (answer: CommandAnswer) => settle(answer);
    const onClose = () => settle({ code: undefined, stdout: '', stderr: '', isLast: true });
    for (const name of ['stdout', 'stderr'] as const) host[name]!.on('data', onData);
    host.once('message', onMessage).once('close', onClose);
    host.send(order);
  });
}
