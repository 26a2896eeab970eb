import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandAnswer, CommandOrder } from './command-host.ts';
import { NODE_FLAGS } from './node-flags.ts';

const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));

/** What is written past the streams of a command that runs in a host, such as by a crash. */
interface Host {
  readonly process: ChildProcess;
  readonly said: string[];
}

let idle: Host | undefined;
let isBusy = false;
let starts = 0;

/** Whether no command runs in the host: it runs one at a time. */
export function hostIsFree(): boolean {
  return !isBusy;
}

/** How many hosts this test process has started: one, unless commands leave things open or are killed. */
export function hostsStarted(): number {
  return starts;
}

/**
 * Runs a command in the host of this test process, which is started when it is first needed.
 * @param longestMilliseconds after which a host that hangs is killed
 * @throws Error where the host ends before its command: a command that does so belongs in a process of its own
 */
export async function runInHost(order: CommandOrder, longestMilliseconds: number): Promise<CommandAnswer> {
  isBusy = true;
  const host = idle ?? startHost(order.environment);
  idle = undefined;
  const timer = setTimeout(() => host.process.kill('SIGKILL'), longestMilliseconds);
  try {
    const answer = await answerOf(host, order);
    if (answer.isLast) host.process.kill('SIGKILL');
    else idle = host;
    return answer;
  } finally {
    clearTimeout(timer);
    isBusy = false;
  }
}

function answerOf({ process: child, said }: Host, order: CommandOrder): Promise<CommandAnswer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.removeListener('message', onMessage).removeListener('exit', onExit);
    };
    const onMessage = (answer: CommandAnswer) => {
      settle();
      resolve(answer);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      settle();
      reject(new Error(`${order.words.join(' ')}: its host ended with ${code ?? signal}\n${said.join('')}`));
    };
    child.once('message', onMessage).once('exit', onExit);
    child.send(order);
  });
}

function startHost(environment: CommandOrder['environment']): Host {
  const child = spawn(process.execPath, [...NODE_FLAGS, HOST], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  starts += 1;
  const host: Host = { process: child, said: [] };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => host.said.push(text));
    // An idle host keeps no test process from its end.
    (child[name] as unknown as { unref(): void }).unref();
  }
  child.on('exit', () => {
    if (idle === host) idle = undefined;
  });
  child.unref();
  child.channel?.unref();
  return host;
}
