import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { watchBackends } from './backends.ts';
import { functionsTable } from './client-profile.ts';
import { profileServer } from './server-profile.ts';
import type { Usage } from './usage.ts';

/** Resources that a process used from start to end. */
export interface Taken extends Usage {
  readonly seconds: number;
  /** Megabytes used by the database server for this process; undefined if there is none or it cannot be measured. */
  readonly serverMegabytes?: number | undefined;
  /** Megabytes that the database server wrote to its write-ahead log meanwhile; undefined if there is none. */
  readonly logMegabytes?: number | undefined;
}

/** Where and how a process runs. */
export interface Place {
  /** A folder for this round only. */
  readonly work: string;
  /** Options or variables that select the store. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<{ DATABASE_URL?: string; TMPDIR?: string }>;
  /** A folder for CPU profiles, and for tables of functions and of the server's statements. */
  readonly profile?: string | undefined;
}

/** Runs the program's command line as a process of its own. Throws Error if it ends with another code than 0. */
export async function runProgram(place: Place, words: readonly string[]): Promise<Taken> {
  const { taken } = await run(place, 'measured.ts', [...words, ...(place.options ?? [])]);
  return taken;
}

/** Runs a script of this folder with its parameters as JSON, like runProgram. Returns the JSON that it printed too. */
export async function runScript(
  place: Place,
  name: string,
  order: object,
): Promise<{ taken: Taken; printed: unknown }> {
  const { taken, printed } = await run(place, name, [JSON.stringify(order)]);
  return { taken, printed: JSON.parse(printed) };
}

/** A script of this folder: compiled, as the benchmark runs it, or as it stands where nothing was compiled. */
function runnable(script: string): string {
  const program = process.env['BENCH_PROGRAM'];
  if (program === undefined) return join(import.meta.dirname, script);
  return join(program, 'test/bench', script.replace('.ts', '.js'));
}

async function run(
  { work, environment = {}, profile }: Place,
  script: string,
  words: readonly string[],
): Promise<{ taken: Taken; printed: string }> {
  const file = join(work, 'usage');
  const writeProfile = profile === undefined ? undefined : await profileInto(profile, environment);
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const url = environment.DATABASE_URL;
  const backends = url === undefined ? undefined : await watchBackends(url);
  const start = performance.now();
  const child = spawn(process.execPath, [...flags, runnable(script), ...words], {
    env: { ...process.env, ...environment, BENCH_USAGE_FILE: file },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.error += text));
  const [code, seconds] = await new Promise<[number | string | null, number]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => (exited = (performance.now() - start) / 1000));
    child.once('close', (status, signal) => resolve([status ?? signal, exited]));
    let exited = 0;
  });
  const { serverMegabytes, logMegabytes } = (await backends?.stop()) ?? {};
  if (code !== 0) throw new Error(`${script} ${words.join(' ')} ended with ${code}: ${said.error}`);
  await writeProfile?.(script === 'measured.ts' ? words[0]! : basename(script, '.ts'));
  const usage: Usage = JSON.parse(readFileSync(file, 'utf8'));
  return { taken: { seconds, serverMegabytes, logMegabytes, ...usage }, printed: said.out };
}

/**
 * Starts to profile a process. Returns what writes, numbered and named, the tables of the server's statements and of the
 * process's functions, whose CPU profiles it must have written into the folder.
 */
async function profileInto(
  folder: string,
  { DATABASE_URL: url }: NonNullable<Place['environment']>,
): Promise<(name: string) => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const named = (ending: string) => readdirSync(folder).filter((file) => file.endsWith(ending));
  const before = named('.cpuprofile');
  const statements = url === undefined ? undefined : await profileServer(url);
  return async (name) => {
    const profiles = named('.cpuprofile').filter((file) => !before.includes(file));
    const parts = [
      ...(statements === undefined ? [] : [`Statements on the server:\n\n${await statements()}`]),
      `Functions of the process, all threads:\n\n${functionsTable(profiles.map((file) => join(folder, file)))}`,
    ];
    writeFileSync(join(folder, `${named('.md').length + 1}-${name}.md`), `${parts.join('\n\n')}\n`);
  };
}
