/**
 * A separate process between a program and its database server. It starts the server. When standard input ends, however
 * the program ended, it stops the server and removes its folder. Any input makes it restart the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/** The guard's instructions on its command line, as JSON. */
export interface GuardOrder {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly folder: string;
  /** The user to run the server as, if not the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/** How long a fast shutdown may take before an immediate one. */
const STOP_SECONDS = 10;

const { program, parameters, folder, user } = JSON.parse(process.argv[2]!) as GuardOrder;
let stopping = false;
let restarting = false;
let server = launch();
process.stdin.on('end', stop).on('error', stop).on('data', restart);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

function launch(): ChildProcess {
  const child = spawn(program, parameters, { ...user, cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => {
    if (restarting && !stopping) {
      restarting = false;
      server = launch();
      return;
    }
    if (stopping) rmSync(folder, { recursive: true, force: true });
    process.exit(stopping ? 0 : (code ?? 1));
  });
  return child;
}

function restart(): void {
  restarting = true;
  server.kill('SIGINT');
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), STOP_SECONDS * 1000);
}
