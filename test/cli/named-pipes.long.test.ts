/** Files whose reads may never end: named pipes, and a file system that does not answer. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, run, start } from './command.ts';

const LINES = `${payInLine()}\n${callbackLine()}\n`;
const READ = 'Read 1 file, 2 records: 2 accepted, 0 duplicate, 0 rejected.';

async function ground(engine: Engine) {
  const cwd = temporaryFolder();
  const pipe = join(cwd, 'pipe.ndjson');
  execFileSync('mkfifo', [pipe]);
  const { environment } = await engine.database();
  return { cwd, pipe, environment };
}

/** Files that a process has open, as Linux shows them; none once it has ended. */
function openFiles(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Until a process has a file open. */
function opened(pid: number, path: string): Promise<void> {
  return expect.poll(() => openFiles(pid), { timeout: 600_000, interval: 20 }).toContain(path);
}

/** Has threads of libuv's wait for what never comes, as a network mount that hangs does; one is left to work with. */
function stuckThreads(cwd: string): string {
  const nobody = join(cwd, 'nobody-writes');
  execFileSync('mkfifo', [nobody]);
  const program = join(cwd, 'stuck.mjs');
  const path = JSON.stringify(nobody);
  writeFileSync(
    program,
    `import { open } from 'node:fs'; for (let i = 0; i < 3; i += 1) open(${path}, 'r', () => {});`,
  );
  return `--import ${pathToFileURL(program).href}`;
}

onEngines('a named pipe', (engine) => {
  it.each(['SIGINT', 'SIGTERM'] as const)('that nobody writes to can be left: %s', async (signal) => {
    const { cwd, pipe, environment } = await ground(engine);
    const child = start(['ingest', pipe], { cwd, environment });
    const end = ended(child);
    await opened(child.pid!, pipe);
    child.kill(signal);
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toContain('error INTERRUPTED: ');
    expect(stderr).toContain('found:    no step was finished');
  });

  it.each([
    ['plain', Buffer.from(LINES)],
    ['packed', gzipSync(LINES)],
  ])('is waited for, and read until nobody writes any more: %s', async (_form, bytes) => {
    const { cwd, pipe, environment } = await ground(engine);
    const child = start(['ingest', pipe], { cwd, environment });
    const end = ended(child);
    await opened(child.pid!, pipe);
    const first = await open(pipe, 'w');
    await first.write(bytes.subarray(0, 20));
    const second = await open(pipe, 'w');
    await first.close();
    await second.write(bytes.subarray(20));
    await second.close();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(stdout).toContain(READ);
  });
});

onEngines('a file system that does not answer', (engine) => {
  it('keeps no command from ending once it is told to, nor once it is done', async () => {
    const { cwd, pipe, environment } = await ground(engine);
    const stuck = { ...environment, NODE_OPTIONS: stuckThreads(cwd) };
    const child = start(['ingest', pipe], { cwd, environment: stuck });
    const end = ended(child);
    await opened(child.pid!, pipe);
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ code: 130, stderr: expect.stringContaining('error INTERRUPTED: ') });

    writeFileSync(join(cwd, 'day.ndjson'), LINES);
    expect(await run(['ingest', 'day.ndjson'], { cwd, environment: stuck })).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining(READ),
    });
    const missing = await run(['ingest', 'missing.ndjson'], { cwd, environment: stuck });
    expect(missing).toMatchObject({ code: 4, stderr: expect.stringContaining('error SOURCE_NOT_FOUND') });
  });

  it('ends a schedule by its limit', async () => {
    const { cwd, pipe, environment } = await ground(engine);
    const never = '0 0 1 1 *';
    // Half a day from now, so that no night is due whatever the time of day.
    const nightly = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`;
    const jobs = { ingest: '* * * * * *', nightly, watch: never, verify: never, stopSeconds: 1 };
    const settings = { jobs, ingest: { folders: ['pipe.ndjson'] } };
    writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(settings));
    const stuck = { ...environment, NODE_OPTIONS: stuckThreads(cwd) };
    const child = start(['schedule'], { cwd, environment: stuck });
    const end = ended(child);
    await opened(child.pid!, pipe);
    child.kill('SIGTERM');
    expect(await end).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('the current run had not ended after 1 s and was aborted'),
    });
  });
});
