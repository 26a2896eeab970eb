import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./judge-process.ts', import.meta.url));

/** Judging everything takes half a minute, unless a change lets it go on without end. */
const LIMIT_SECONDS = 600;

/** What a process that ended, or did not answer, stands for. */
export const NO_ANSWER = 'no answer';

/** Judges the stories in a process of its own. */
export class Judging {
  readonly #url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'payin-recon-judging-'));
  #process: ChildProcess | undefined;

  /** @param url of an empty database */
  constructor(url: string) {
    this.#url = url;
  }

  /** Reads and judges the stories for the first time. @returns what is wrong if one is not as its test says */
  async prepare(): Promise<string | undefined> {
    return (await this.#begin()) ? undefined : 'judging of stories';
  }

  /** The story that is no more as its test says, now that a file was changed. */
  async noticedBy(file: string): Promise<string | undefined> {
    // A process loads a module but once.
    const isModule = file.endsWith('.ts');
    if (isModule) this.#end();
    if (this.#process === undefined && !(await this.#begin())) return NO_ANSWER;
    this.#process!.send(file);
    const answer = await this.#answer<{ readonly noticedBy: string | null }>();
    if (isModule || answer === undefined) this.#end();
    return answer === undefined ? NO_ANSWER : (answer.noticedBy ?? undefined);
  }

  close(): void {
    this.#end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #begin(): Promise<boolean> {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    this.#process = fork(PROGRAM, [this.#url, join(this.#folder, 'unchanged.json')], { stdio: [...stdio] });
    const isReady = (await this.#answer()) !== undefined;
    if (!isReady) this.#end();
    return isReady;
  }

  /** The next message; undefined if the process ends, or sends none. */
  async #answer<T>(): Promise<T | undefined> {
    const answered = new AbortController();
    const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(LIMIT_SECONDS * 1000)]);
    const message = once(this.#process!, 'message', { signal });
    const ended = once(this.#process!, 'exit', { signal }).then(() => []);
    const either = Promise.race([message, ended]).catch(() => []);
    ended.catch(() => undefined);
    const [answer] = await either;
    answered.abort();
    return answer as T | undefined;
  }

  #end(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }
}
