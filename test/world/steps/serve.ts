/** The servers of the program, in processes of their own: capture, which is killed at times, and the page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loggedLines } from '../../append-log/logged-lines.ts';
import { clientOf } from '../../web/page-client.ts';
import type { Capture, Page } from '../actions.ts';
import { OUT } from '../compare-facts.ts';
import { CLOCK_FLAGS, environmentAt, PROGRAM } from '../program.ts';
import { versionFolders } from '../version-folders.ts';
import { Violation, type World } from '../world.ts';
import { checkCounts } from './read.ts';

interface Server {
  readonly url: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function serverOf(world: World, at: string, words: readonly string[], says: RegExp): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, [...CLOCK_FLAGS, PROGRAM, ...words], {
    cwd: world.place.cwd,
    env: environmentAt(world.place.environment, at),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said.push(line);
    const [, url] = says.exec(line) ?? [];
    if (url !== undefined) resolve(url);
  });
  child.once('exit', () => reject(new Violation(`${words.join(' ')} ended:\n${said.join('\n')}`)));
  const url = await promise;
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { url, end };
}

/** Sends callbacks to capture. What it acknowledged is in its log, once, and is read from there. */
export async function capture(world: World, action: Capture): Promise<void> {
  const { at, isKilled } = action;
  const lines = world.pool.take(action, Date.parse(at)).filter(isWhole);
  if (lines.length === 0) return;
  const folder = `captured-${world.nextFile()}`;
  const words = ['capture', '--listen', '127.0.0.1:0', '--log', folder];
  const server = await serverOf(world, at, words, /^Callbacks are taken at (http:\S+?) and/);
  const acknowledged: string[] = [];
  for (const line of lines) {
    const { headers, body } = JSON.parse(line) as { headers: Record<string, string>; body: unknown };
    const sent = JSON.stringify(body);
    const answer = await fetch(server.url, { method: 'POST', headers, body: sent });
    if ((await answer.text()) === 'SUCCESS') acknowledged.push(keyOf(body));
  }
  await server.end(isKilled ? 'SIGKILL' : 'SIGTERM');
  if (acknowledged.length !== lines.length)
    throw new Violation(`capture acknowledged ${acknowledged.length} of ${lines.length} callbacks`);
  const logged = loggedLines(join(world.place.cwd, folder));
  const kept = logged.map((line) => keyOf((JSON.parse(line) as { body: unknown }).body));
  if (JSON.stringify(kept.sort()) !== JSON.stringify(acknowledged.sort()))
    throw new Violation(`capture logged ${kept.length} callbacks, and acknowledged ${acknowledged.length}`);
  const { stdout } = await world.command(['ingest', folder, '--json'], { at });
  const { sources } = JSON.parse(stdout) as { sources: { name: string }[] };
  for (const { name } of sources) {
    const own = readFileSync(join(world.place.cwd, name), 'utf8').split('\n').slice(0, -1);
    checkCounts(world, { name, lines: own, rest: [] }, stdout, false);
  }
}

function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

function keyOf(body: unknown): string {
  const { orderNo, tradeNo, money, status } = body as Record<string, unknown>;
  return JSON.stringify([orderNo, tradeNo, money, status]);
}

/** Somebody signs in at the page; a report that is downloaded there has the bytes of the published file. */
export async function page(world: World, { at }: Page): Promise<void> {
  const folders = versionFolders(join(world.place.cwd, OUT)).filter((folder) => /\/(BR|EG)\//.test(folder));
  if (folders.length === 0) return;
  const name = world.nextFile();
  const { stdout } = await world.command(['user', 'add', name, '--role', 'viewer', '--generate', '--json'], {
    at,
  });
  const { password } = JSON.parse(stdout) as { password: string };
  const server = await serverOf(
    world,
    at,
    ['serve', '--listen', '127.0.0.1:0'],
    /^The page is at (http:\S+)/,
  );
  try {
    const visitor = clientOf(server.url);
    const answer = await visitor.send('/sign-in', '/sign-in', { name, password });
    if (answer.status !== 303) throw new Violation(`${name} could not sign in: ${answer.status}`);
    for (const folder of folders.slice(-4)) {
      const [date, region, version] = folder.split('/');
      for (const report of ['orders.csv', 'payments.csv']) {
        const path = join(world.place.cwd, OUT, folder, report);
        const got = await visitor.get(`/download/${region}/${date}/${version}/${report}`);
        if (!existsSync(path)) continue;
        if (got.status !== 200 || !Buffer.from(await got.arrayBuffer()).equals(readFileSync(path)))
          throw new Violation(`the page gives another ${folder}/${report} than was published: ${got.status}`);
      }
      const shown = await visitor.get(`/dates/${region}/${date}`);
      if (shown.status !== 200) throw new Violation(`the page of ${region} ${date}: ${shown.status}`);
      await shown.text();
    }
  } finally {
    await server.end('SIGTERM');
  }
}
