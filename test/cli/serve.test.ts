import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { addUser } from '../../src/access/change-users.ts';
import { transaction } from '../../src/database/store.ts';
import { EXIT } from '../../src/errors.ts';
import { feed, instant } from '../export/books.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { clientOf } from '../web/page-client.ts';
import { PASSWORD } from '../web/served-page.ts';
import { ended as endedWith, run, start } from './command.ts';
import { DAY, DAY_AFTER, LINES, workingFolderWithStore } from './past-day.ts';

/** A line of a process's output; undefined if it ends without one. */
async function lineWith(
  stream: NodeJS.ReadableStream,
  pattern: RegExp,
): Promise<RegExpExecArray | undefined> {
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line);
    if (found !== null) return found;
  }
  return undefined;
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

const SERVING = /The page is at (http:\S+)/;

/** Lets a process send itself SIGTERM when it says where the page is: nobody else is so fast every time. */
const STOP_AT_ONCE = `
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (...given) => {
    const isTaken = write(...given);
    if (String(given[0]).startsWith('The page is at')) process.kill(process.pid, 'SIGTERM');
    return isTaken;
  };`;

onEngines('payin-recon serve', (engine) => {
  it('serves the page until it is stopped', async () => {
    const database = await engine.database();
    const cwd = temporaryFolder();
    const child = start(['serve', '--listen', '127.0.0.1:0', ...database.options], {
      cwd,
      environment: database.environment,
    });
    const [, url] = (await lineWith(child.stderr!, SERVING))!;
    child.stderr!.resume();
    const answer = await fetch(new URL('/sign-in', url), { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<h1>Sign in</h1>');
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(EXIT.done);
  });

  it('runs the jobs beside the page with --with-schedule', async () => {
    const database = await engine.database();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'payin-recon.yaml'), 'ingest:\n  folders: [logs]\n');
    const store = await database.open();
    // As after a night without the program: an ingest is due at once.
    await store.session((session) =>
      session.script(`
        insert into job_plans (job, region, planned_from) values ('ingest', 'all', now() - interval '1 day')`),
    );
    await store.close();
    const child = start(['serve', '--with-schedule', '--listen', '127.0.0.1:0', ...database.options], {
      cwd,
      environment: database.environment,
    });
    const lines = createInterface({ input: child.stderr! })[Symbol.asyncIterator]();
    const next = async (pattern: RegExp) => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`the process ended without ${pattern}`);
        const found = pattern.exec(value);
        if (found !== null) return found;
      }
    };
    const [, url] = await next(SERVING);
    await next(/"job":"ingest".*"msg":"begun/);
    await next(/"job":"ingest"/);
    // The store is still the page's.
    const answer = await fetch(new URL('/findings', url), {
      redirect: 'manual',
      headers: { Accept: 'text/html' },
    });
    expect(answer.headers.get('location')).toMatch(/^\/sign-in/);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(EXIT.done);
  });

  it('ends if it is told to as soon as it says where the page is, while its monitor does not listen yet', async () => {
    const database = await engine.database();
    const cwd = temporaryFolder();
    // The name takes a moment to look up.
    writeFileSync(join(cwd, 'payin-recon.yaml'), 'monitor: {listen: "localhost:0"}\n');
    const child = start(['serve', '--with-schedule', '--listen', '127.0.0.1:0', ...database.options], {
      cwd,
      environment: {
        ...database.environment,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STOP_AT_ONCE)}`,
      },
    });
    const { code, stderr } = await endedWith(child);
    expect(stderr).toMatch(SERVING);
    expect(stderr).toContain('"msg":"stopped"');
    expect(code).toBe(EXIT.done);
  });

  it('says who holds an embedded store, and leaves it when it ends', async () => {
    const database = await engine.database();
    const cwd = temporaryFolder();
    const { environment, options } = database;
    const child = start(['serve', '--listen', '127.0.0.1:0', ...options], { cwd, environment });
    const [, url] = (await lineWith(child.stderr!, SERVING))!;
    child.stderr!.resume();
    const beside = await run(['findings', 'list', ...options], { cwd, environment });
    if (engine.name === 'embedded') {
      expect(beside.code).toBe(EXIT.locked);
      expect(beside.stderr).toContain(`which serves the page at ${url}`);
      expect(beside.stderr).toContain('stop payin-recon serve');
    } else expect(beside.code).toBe(EXIT.done);
    child.kill('SIGTERM');
    await ended(child);
    expect((await run(['findings', 'list', ...options], { cwd, environment })).code).toBe(EXIT.done);
  });
});

it('refuses to send passwords in clear over a network', async () => {
  const cwd = workingFolderWithStore();
  const { code, stderr } = await run(['serve', '--listen', '0.0.0.0:0'], { cwd, isApart: true });
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain('PAGE_UNPROTECTED');
  expect(stderr).toContain('page.certificateFile');
  expect(stderr).toContain('where:    --listen 0.0.0.0:0\n');
});

it('serves the page of the demo, and says how to sign in', async () => {
  const cwd = temporaryFolder();
  const words = ['demo', '--serve', '--orders', '60', '--dates', '2', '--listen', '127.0.0.1:0'];
  const child = start(words, { cwd });
  let said = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  child.stdout!.on('data', (text) => {
    said += text;
    if (said.includes('Press Ctrl+C')) resolve();
  });
  child.stderr!.resume();
  await Promise.race([promise, once(child, 'exit')]);
  const url = /The page is at (\S+)/.exec(said)![1]!;
  const [, name, password] = /Sign in as (\w+) .* with the password (\S+)/.exec(said)!;
  const form = await fetch(new URL('/sign-in', url));
  const [, token] = /name="form_token" value="([^"]+)"/.exec(await form.text())!;
  const answer = await fetch(new URL('/sign-in', url), {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: form.headers.getSetCookie()[0]!.split(';')[0]!, Origin: url },
    body: new URLSearchParams({ form_token: token!, name: name!, password: password! }),
  });
  expect(answer.status).toBe(303);
  child.kill('SIGINT');
  expect(await ended(child)).toBe(EXIT.done);
});

onPostgresql('payin-recon serve while a run that was started on the page is at work', (engine) => {
  it('waits for it, and leaves when it has ended', async () => {
    const database = await engine.database();
    const store = await database.open();
    const cwd = temporaryFolder();
    await addUser(
      store,
      { at: instant(DAY_AFTER), who: 'test' },
      { name: 'ana', role: 'operator', password: PASSWORD },
    );
    await feed(store, join(cwd, 'logs/day.ndjson'), LINES, DAY_AFTER);
    const child = start(['serve', '--listen', '127.0.0.1:0', ...database.options], {
      cwd,
      environment: database.environment,
    });
    const [, url] = (await lineWith(child.stderr!, SERVING))!;
    child.stderr!.resume();
    const ana = clientOf(url!);
    expect((await ana.send('/sign-in', '/sign-in', { name: 'ana', password: PASSWORD })).status).toBe(303);
    await store.session((session) =>
      transaction(session, async () => {
        // Whatever the run is at, it ends only once this has.
        await session.script('lock table versions in access exclusive mode');
        const started = await ana.send('/data', '/data/reconcile', { region: 'BR', date: DAY });
        expect(started.status).toBe(303);
        child.kill('SIGTERM');
        await untilRefused(url!);
      }),
    );
    expect(await ended(child)).toBe(EXIT.done);
    const versions = await store.session(({ db }) => db.selectFrom('versions').select('region').execute());
    expect(versions).toEqual([{ region: 'BR' }]);
  });
});

/** Waits until nobody listens at an address any more. */
async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const isAnswered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (!isAnswered) return;
  }
}

onPostgresql('payin-recon serve on a server that takes no writes', (engine) => {
  it('is refused at its start, as nobody could sign in', async () => {
    const database = await engine.database();
    const url = new URL(database.settings['databaseUrl']!);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const { code, stderr } = await run(['serve', '--listen', '127.0.0.1:0', '--database-url', url.href], {
      cwd: temporaryFolder(),
    });
    expect(stderr).toContain('error DATABASE_NOT_WRITABLE: ');
    expect(stderr).toContain(
      'found:    the server is read-only: a standby, or default_transaction_read_only',
    );
    expect(code).toBe(EXIT.unreachable);
  });
});
