import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { lockFolder, lockHolder } from '../../src/database/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const HOLDER = fileURLToPath(new URL('../support/hold-lock.ts', import.meta.url));
/** Above what Linux and macOS give out. */
const NO_PROCESS = 2 ** 22 + 1;

it('a lock is a file that names its process, and is gone when given back', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFolder(path);
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d* \\d*\\n$`));
  unlock();
  expect(existsSync(path)).toBe(false);
});

it('a lock that a living process holds turns others away with its number', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = await startHolder(path);
  expect(() => lockFolder(path)).toThrow(
    expect.objectContaining({
      code: 'STORE_LOCKED',
      detail: { where: path, found: `held by process ${holder.pid}` },
    }),
  );
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${holder.pid} `));
});

it.runIf(existsSync('/proc/self/stat'))(
  'a lock whose process has ended and was never asked about is taken over',
  async () => {
    const path = join(temporaryFolder(), 'lock');
    // The shell becomes a program that does not ask what became of its children; only then its child ends.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const [text] = (await once(parent.stdout!, 'data')) as [Buffer];
    const pid = Number(text.toString());
    const status = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const startedAt = status()[19];
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    process.kill(pid, 'SIGKILL');
    await until(() => status()[0] === 'Z');
    writeFileSync(path, `${pid} ${startedAt}\n`);
    const unlock = lockFolder(path);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
  },
);

it('a lock whose process was killed is taken over', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = await startHolder(path);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const unlock = lockFolder(path);
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  unlock();
});

it.each([
  ['of a process that is no more', `${NO_PROCESS} 1\n`],
  ['without a readable process', 'nonsense\n'],
  ['cut short by a full disk', ''],
])('a lock %s is taken over, and nothing else is left lying about', (_name, content) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), content);
  const unlock = lockFolder(join(folder, 'lock'));
  expect(readdirSync(folder)).toEqual(['lock', 'lock.held']);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

// Only Linux tells when a process was started.
if (existsSync('/proc/self/stat')) {
  it('a lock whose number has gone to another process since is taken over', () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, `${process.pid} 1\n`);
    lockFolder(path)();
    expect(existsSync(path)).toBe(false);
  });
}

it('giving back does not take the lock from who took it over', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFolder(path);
  writeFileSync(path, `${NO_PROCESS} 1\n`);
  unlock();
  expect(existsSync(path)).toBe(true);
});

it('the embedded database of a folder is open once at a time', async () => {
  const folder = join(temporaryFolder(), 'made/on/demand');
  const store = await openEmbedded(folder);
  const second = openEmbedded(folder);
  await expect(second).rejects.toMatchObject({ code: 'STORE_LOCKED' });
  await store.close();
  const again = await openEmbedded(folder);
  await again.close();
});

it('a folder that cannot be made is FOLDER_NOT_WRITABLE', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(openEmbedded(join(file, 'below'))).rejects.toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    detail: { where: join(file, 'below') },
  });
});

describe('a lock that a process of another container holds, for which its process id means nothing', () => {
  it('turns others away, also while its holder is stopped, and is free once that was killed', async () => {
    const path = join(temporaryFolder(), 'lock');
    const holder = await startElsewhere(path);
    expect(holder.said).toBe('held');
    const found = `held by process ${readFileSync(path, 'utf8').split(' ')[0]} of another container`;
    const refused = expect.objectContaining({ code: 'STORE_LOCKED', detail: { where: path, found } });
    expect(() => lockFolder(path)).toThrow(refused);
    expect(lockHolder(path)).toBe(readFileSync(path, 'utf8').split(' ')[0]);
    process.kill(holder.pid, 'SIGSTOP');
    expect(() => lockFolder(path)).toThrow(refused);
    // In the third one, the same id is that of another process.
    expect((await startElsewhere(path)).said).toBe(found);
    process.kill(holder.pid, 'SIGKILL');
    await until(() => lockHolder(path) === undefined);
    expect((await startElsewhere(path)).said).toBe('held');
  });

  it('is one that a copy of the folder does not have', async () => {
    const [folder, copy] = [temporaryFolder(), join(temporaryFolder(), 'copy')];
    await startElsewhere(join(folder, 'lock'));
    cpSync(folder, copy, { recursive: true });
    lockFolder(join(copy, 'lock'))();
    expect(readdirSync(copy)).toEqual([]);
  });
});

it('of many that find the lock of a process that was killed, one gets it', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, `${NO_PROCESS} 1\n`);
  writeFileSync(`${path}.held`, '');
  const said = await Promise.all(Array.from({ length: 5 }, async () => (await start([path])).said));
  expect(said.filter((line) => line === 'held')).toEqual(['held']);
  expect(said.filter((line) => /^held by process \w+/.test(line))).toHaveLength(4);
});

it('is never held by two, however often it is given back', async () => {
  const path = join(temporaryFolder(), 'lock');
  const said = await Promise.all(Array.from({ length: 3 }, async () => (await start([path, '50'])).said));
  expect(said).toEqual(['0', '0', '0']);
  expect(readdirSync(dirname(path))).toEqual([]);
});

interface Started {
  readonly process: ChildProcess;
  /** Its first line. */
  readonly said: string;
}

async function startHolder(path: string): Promise<ChildProcess> {
  return (await start([path])).process;
}

async function start(
  words: readonly string[],
  [program, ...before]: readonly string[] = [process.execPath],
): Promise<Started> {
  const started = spawn(program!, [...before, HOLDER, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    started.kill('SIGKILL');
  });
  const [line] = await Promise.race([once(started.stdout!, 'data'), once(started, 'close')]);
  return { process: started, said: String(line).trim() };
}

/** Words that start a program in a PID namespace of its own, as a container has; undefined where the system refuses that. */
const NAMESPACE = [['--pid'], ['--user', '--map-root-user', '--pid']]
  .map((kinds) => ['unshare', ...kinds, '--fork', '--kill-child', '--mount-proc'])
  .find(([program, ...words]) => spawnSync(program!, [...words, 'true']).status === 0);

/**
 * Starts a process in a namespace of its own that takes a lock. Where the system has none, the file that names the holder is made
 * what it would be: that of a process that is not here.
 */
async function startElsewhere(path: string): Promise<{ readonly said: string; readonly pid: number }> {
  if (NAMESPACE !== undefined) {
    const { process: outer, said } = await start([path], [...NAMESPACE, process.execPath]);
    const children = `/proc/${outer.pid}/task/${outer.pid}/children`;
    return { said, pid: Number(readFileSync(children, 'utf8').trim()) };
  }
  const { process: holder, said } = await start([path]);
  if (said === 'held') writeFileSync(path, `${NO_PROCESS} 1\n`);
  return { said, pid: holder.pid! };
}
