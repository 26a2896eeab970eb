import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, type Outcome } from './command.ts';

/** A command that reads a log which is still being written. */
export interface ReadingPipe {
  readonly child: ChildProcess;
  /** The pipe's other end: the command reads on until it is closed. */
  readonly writing: FileHandle;
  readonly outcome: Promise<Outcome>;
}

/** Starts an ingest of `pipe.ndjson`, a pipe in the folder; returns once it reads. */
export async function startOnPipe(
  cwd: string,
  begin: (...words: string[]) => ChildProcess,
  words: readonly string[] = ['ingest', 'pipe.ndjson'],
): Promise<ReadingPipe> {
  const pipe = join(cwd, 'pipe.ndjson');
  execFileSync('mkfifo', [pipe]);
  const child = begin(...words);
  const outcome = ended(child);
  return { child, outcome, writing: await open(pipe, 'w') };
}
