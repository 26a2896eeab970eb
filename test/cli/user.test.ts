/** The commands about users, as an administrator types them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/access/sessions.ts';
import { readUser } from '../../src/access/users.ts';
import { now } from '../../src/clock.ts';
import { LIMITS, signIn, trailOf } from '../access/people.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PROGRAM, run } from './command.ts';
import { workingFolderWithStore } from './past-day.ts';
import { typedOnTerminal } from './terminal.ts';

const PASSWORD = 'orchard-lantern-42';
const BY = ['--by', 'root'];

onEngines('user', (engine) => {
  it('adds, lists, changes and disables users', async () => {
    const cwd = temporaryFolder();
    const database = await engine.database();
    const options = { cwd, environment: database.environment };
    const user = (...words: string[]) => run(['user', ...words], options);
    expect((await user('list')).stdout).toContain('No users.');
    const added = await user('add', 'ana', '--role', 'admin', '--generate', ...BY);
    expect(added.stderr).toBe('');
    expect(added.stdout).toMatch(/^ana: added as admin, all merchants\.\nPassword: [\w-]{24}\n$/);
    const password = added.stdout.trim().split(' ').at(-1)!;

    const words = [
      'user',
      'add',
      'bruno',
      '--role',
      'operator',
      '--merchant',
      'M2',
      '--merchant',
      'M1',
      ...BY,
    ];
    const given = { ...options, input: 'a long and plain sentence\n' };
    expect((await run([...words, '--password-stdin'], given)).stdout).toContain('M1, M2');
    writeFileSync(join(options.cwd, 'secret'), 'a long and plain sentence too\r\nmore\n');
    const file = ['--password-file', 'secret'];
    expect((await user('add', 'clara', '--role', 'viewer', ...file, ...BY)).code).toBe(0);
    const missing = await user('add', 'x', '--role', 'viewer', '--password-file', 'nothing', ...BY);
    expect(missing.stderr).toMatch(
      /error SECRET_UNAVAILABLE: [\s\S]*--password-file nothing\n.*no such file/,
    );
    const weak = await run(['user', 'add', 'x', '--role', 'viewer', '--password-stdin', ...BY], {
      ...options,
      input: 'short\n',
    });
    expect(weak.code).toBe(2);
    expect(weak.stderr).toContain('error PASSWORD_REFUSED: ');
    expect((await user('add', 'ANA', '--role', 'viewer', '--generate', ...BY)).stderr).toContain(
      'error USER_EXISTS: ',
    );
    expect((await user('disable', 'ana', ...BY)).stderr).toContain('error LAST_ADMIN: ');
    expect((await user('role', 'bruno', 'approver', '--dry-run', ...BY)).stdout).toBe(
      'bruno: approver (nothing was changed).\n',
    );
    expect((await user('role', 'bruno', 'approver', ...BY)).stdout).toBe('bruno: approver.\n');
    expect((await user('limit', 'bruno', '--all-merchants', ...BY)).stdout).toBe('bruno: all merchants.\n');
    expect((await user('disable', 'bruno', ...BY)).code).toBe(0);
    const list = await user('list');
    expect(list.stdout).toMatch(/^ana +admin +all merchants +password +\S+Z *$/m);
    expect(list.stdout).toMatch(/^bruno +approver +all merchants +password +\S+Z +\S+Z$/m);
    expect((await user('enable', 'bruno', ...BY)).code).toBe(0);

    const store = await database.open();
    expect((await signIn(store, 'ana', 0, { password })).refused).toBeUndefined();
    expect((await signIn(store, 'bruno', 0)).refused).toBeUndefined();
    expect((await trailOf(store)).slice(0, 7)).toEqual([
      ...[
        'root user-add',
        'root user-add',
        'root user-add',
        'root user-role',
        'root user-merchants',
        'root user-disable',
      ],
      'root user-enable',
    ]);
  });

  it('takes a password as it is typed also from a file or pipe with a byte order mark', async () => {
    const { environment, open } = await engine.database();
    const options = { cwd: temporaryFolder(), environment };
    const text = '\uFEFFa long and plain sentence\r\n';
    writeFileSync(join(options.cwd, 'secret'), text);
    const add = (name: string, ...words: string[]) =>
      run(['user', 'add', name, '--role', 'viewer', ...words, ...BY], { ...options, input: text });
    expect((await add('ana', '--password-file', 'secret')).code).toBe(0);
    expect((await add('bruno', '--password-stdin')).code).toBe(0);
    const store = await open();
    expect((await signIn(store, 'ana', 0)).refused).toBeUndefined();
    expect((await signIn(store, 'bruno', 0)).refused).toBeUndefined();
    await store.close();
  });

  it('lists as JSON whether a user of an OpenID provider is linked there', async () => {
    const { environment, open } = await engine.database();
    const store = await open();
    await store.session((session) =>
      session.script(`insert into users (name, name_key, role, origin, subject, created_at)
                      values ('ana', 'ana', 'viewer', 'password', null, '2024-11-01'),
                             ('bia', 'bia', 'viewer', 'oidc', 'https://id.example s-1', '2024-11-01'),
                             ('carla', 'carla', 'viewer', 'oidc', null, '2024-11-01')`),
    );
    await store.close();
    const { stdout } = await run(['user', 'list', '--json'], { cwd: temporaryFolder(), environment });
    const linked = (JSON.parse(stdout) as { name: string; linked?: boolean }[]).map((user) => [
      user.name,
      user.linked,
    ]);
    expect(linked).toEqual([
      ['ana', undefined],
      ['bia', true],
      ['carla', false],
    ]);
  });

  it('shows and ends sessions, and sets passwords', async () => {
    const cwd = temporaryFolder();
    const database = await engine.database();
    const options = { cwd, environment: database.environment };
    const user = (...words: string[]) => run(['user', ...words], options);
    await user('add', 'ana', '--role', 'viewer', '--generate', ...BY);
    const store = await database.open();
    const place = { address: '192.0.2.1', agent: 'Browser\u001b[2J', at: now(), limits: LIMITS };
    await store.session(async (session) => {
      const { userId } = (await readUser(session, 'ana'))!;
      for (let count = 0; count < 3; count += 1) await openSession(session, userId, place);
    });
    await store.close();
    const listed = await user('sessions', 'ana');
    expect(listed.stdout.match(/192\.0\.2\.1/g)).toHaveLength(3);
    expect(listed.stdout).not.toContain('\u001b');
    expect((await user('sessions', 'ana', '--end', '--dry-run', ...BY)).stdout).toBe(
      '3 sessions ended (nothing was changed).\n',
    );
    expect((await user('sessions', 'ana', '--end', ...BY)).stdout).toBe('3 sessions ended.\n');
    expect((await user('sessions', 'ana')).stdout).toBe('No sessions.\n');
    const { stdout } = await user('password', 'ana', '--generate', '--json', ...BY);
    const { password } = JSON.parse(stdout);
    const again = await database.open();
    expect((await signIn(again, 'ana', 0, { password })).refused).toBeUndefined();
  });
});

describe('a result that is printed only once', () => {
  /** A shell that runs the program with its output sent to a place. */
  const into = (place: string) =>
    ['sh', '-c', `("$0" "$@"; exit $?) ${place}`, process.execPath, PROGRAM] as const;

  it('is said to be lost where the output is full or its reader has gone, with what to do', async () => {
    const cwd = workingFolderWithStore();
    const add = ['user', 'add', 'ana maria', '--role', 'admin', '--generate', ...BY];
    const full = await run(add, { cwd, program: into('> /dev/full') });
    expect(full.code).toBe(4);
    expect(full.stderr).toContain('error OUTPUT_LOST: ');
    expect(full.stderr).toContain('found:    the disk is full');
    const again = "payin-recon user password 'ana maria' --generate";
    expect(full.stderr).toContain(`the password is lost. Set another one: ${again}\n`);
    const password = ['user', 'password', 'ana maria', '--generate', '--json', ...BY];
    const gone = await run(password, { cwd, program: into('| true') });
    expect(gone.stderr).toContain('found:    its reader has gone');
    expect(gone.stderr).toContain(again);
    expect((await run(['user', 'list'], { cwd, program: into('| true') })).stderr).toBe('');

    const made = await run(['keys', 'make', '--out', 'key.pem'], { cwd, program: into('> /dev/full') });
    expect(made.code).toBe(4);
    expect(made.stderr).toMatch(
      /private key is in .*key\.pem, but nobody has its public key\. Remove the file/,
    );
  });

  it.each([['> /dev/null'], ['>&-']])('is refused before anything is made: %s', async (place) => {
    const cwd = workingFolderWithStore();
    for (const words of [
      ['user', 'add', 'ana', '--role', 'admin', '--generate', ...BY],
      ['keys', 'make', '--out', 'key.pem'],
    ]) {
      const { code, stderr } = await run(words, { cwd, program: into(place) });
      expect(code).toBe(4);
      expect(stderr).toContain('error OUTPUT_LOST: ');
      expect(stderr).toContain('found:    closed, or /dev/null');
    }
    expect(existsSync(join(cwd, 'key.pem'))).toBe(false);
    expect((await run(['user', 'list'], { cwd })).stdout).toContain('No users.');
  });
});

it('a password is asked for on a terminal, and not without one', async () => {
  const cwd = workingFolderWithStore();
  const { code, stderr } = await run(['user', 'add', 'ana', '--role', 'admin'], { cwd, input: '' });
  expect(code).toBe(2);
  expect(stderr).toContain('--password-stdin');
  const add = [PROGRAM, 'user', 'add', 'ana', '--role', 'admin'];
  const asked = await typedOnTerminal(add, cwd, [
    ['Password', PASSWORD],
    ['Again', PASSWORD],
  ]);
  expect(asked.code).toBe(0);
  expect(asked.shown).not.toContain(PASSWORD);
  expect(asked.shown).toContain('ana');
});
