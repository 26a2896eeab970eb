import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { lockFolder } from '../../src/database/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const HOLDER = fileURLToPath(new URL('../support/hold-lock.ts', import.meta.url));
/** Above what Linux and macOS give out. */
const NO_PROCESS = 2 ** 22 + 1;

it('a lock is a file that names its process, and is gone when given back', () => {
  const path = join(temporaryFolder(), 'lock');
  const unlock = lockFolder(path);
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d*\\n$`));
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
  expect(readdirSync(folder)).toEqual(['lock']);
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

async function startHolder(path: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [HOLDER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    holder.kill('SIGKILL');
  });
  await once(holder.stdout!, 'data');
  return holder;
}
