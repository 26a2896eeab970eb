/** The commands of findings, as their users type them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBrokenEntry } from '../../src/audit/audit-trail.ts';
import { type Engine, onEngines, onPostgresql } from '../support/engines.ts';
import { type CommandOptions, run } from './command.ts';
import { DAY, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

const AS_OF = '2024-11-20T15:00:00Z';
const ONE = ['ORDER00002', 'AMOUNT_MISMATCH'];

/** A store whose day was reconciled, and a way to ask for findings. */
async function reconciled(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const options: CommandOptions = { cwd, environment: database.environment };
  writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
  const done = await run(['reconcile', '--date', DAY, '--as-of', AS_OF, '--in', 'logs'], options);
  expect(done.code).toBe(0);
  const findings = (...words: string[]) => run(['findings', ...words], options);
  const listed = async (...words: string[]): Promise<string[]> => {
    const { findings: rows } = JSON.parse((await findings('list', '--json', ...words)).stdout);
    return rows.map((row: Record<string, string>) => `${row['order_no']} ${row['code']} ${row['state']}`);
  };
  return { cwd, database, findings, listed };
}

onEngines('findings', (engine) => {
  it('are listed by highest severity first with ages and totals, closed, shown and opened again', async () => {
    const { database, findings, listed } = await reconciled(engine);
    const list = await findings('list');
    expect(list.stderr).toBe('');
    expect(list.code).toBe(0);
    expect(list.stdout).toContain(`5 findings, as of ${AS_OF}\n`);
    expect(list.stdout).toMatch(/^ +0 +high +AMOUNT_MISMATCH +ORDER00002 .* BRL 123.45 +BRL 123.00$/m);
    expect(list.stdout).toMatch(/^Age in days +<1 +1-3 +3-7 +7-30 +>30 +All\nhigh +2 +0 +0 +0 +0 +2\n/m);

    const dry = await findings('accept', ...ONE, '--reason', 'a discount', '--by', 'ana', '--dry-run');
    expect(dry.stdout).toContain('1 decision would be made; nothing was changed.');
    expect(await listed('--code', 'AMOUNT_MISMATCH')).toEqual(['ORDER00002 AMOUNT_MISMATCH open']);
    expect((await findings('accept', ...ONE, '--reason', 'a discount', '--by', 'ana')).code).toBe(0);
    expect(await listed('--state', 'accepted')).toEqual(['ORDER00002 AMOUNT_MISMATCH accepted']);
    expect(await listed('--severity', 'high')).toEqual(['ORDER00004 ORPHAN_CALLBACK open']);

    const again = await findings('resolve', ...ONE, '--reason', 'refunded', '--by', 'bruno');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('error FINDING_CLOSED: ');
    expect(again.stderr).toMatch(/found: {4}accepted by ana at 20\d\d-.*Z: a discount\n/);

    const shown = await findings('show', 'ORDER00002', 'AMOUNT_MISMATCH');
    expect(shown.stdout).toContain('Now: accepted, business date 2024-11-19, region BR');
    expect(shown.stdout).toContain(`opened  run 1, as of ${AS_OF}`);
    expect(shown.stdout).toMatch(/accept +ana +a discount$/m);
    const [life] = JSON.parse((await findings('show', ...ONE, '--json')).stdout);
    expect(life).toMatchObject({ order_no: 'ORDER00002', state: 'accepted', region: 'BR' });
    expect(life.events).toMatchObject([
      { what: 'opened', run: 1 },
      { what: 'accept', who: 'ana', entry: 1 },
    ]);

    expect((await findings('reopen', ...ONE, '--by', 'bruno')).code).toBe(0);
    const open = await findings('reopen', ...ONE, '--by', 'bruno');
    expect(open.stderr).toContain('error FINDING_OPEN: ');
    expect(await listed('--code', 'AMOUNT_MISMATCH')).toEqual(['ORDER00002 AMOUNT_MISMATCH open']);
    const store = await database.open();
    expect(await store.session((session) => findBrokenEntry(session))).toBeUndefined();
  });

  it('are decided about by filter, only where that is said, and only those that are open', async () => {
    const { findings, listed } = await reconciled(engine);
    const low = ['--severity', 'low', '--region', 'BR', '--from', DAY, '--to', DAY];
    expect((await findings('accept', ...low, '--reason', 'known')).stderr).toContain('error USAGE: ');
    const one = await findings('accept', 'ORDER00001', 'LATE_CALLBACK', ...low.slice(2), '--reason', 'known');
    expect(one.stderr).toContain('not given, beside options that narrow what matches\n');
    await findings('assign', '--code', 'LATE_CALLBACK', '--all-matching', '--person', 'bruno');
    const done = await findings(
      'accept',
      ...low,
      '--assignee',
      'bruno',
      '--all-matching',
      '--reason',
      'known',
      '--json',
    );
    expect(JSON.parse(done.stdout)).toMatchObject({
      dry_run: false,
      decisions: [
        {
          code: 'LATE_CALLBACK',
          action: 'accept',
          before: { state: 'open', assignee: 'bruno' },
          after: { state: 'accepted', assignee: 'bruno', reason: 'known' },
        },
      ],
    });
    await findings('accept', ...low, '--all-matching', '--reason', 'known too');
    expect(await listed('--severity', 'low')).toEqual([]);
    const none = await findings('accept', ...low, '--all-matching', '--reason', 'once more');
    expect(none.stderr).toContain('error FINDING_UNKNOWN: ');
    await findings('reopen', ...low, '--all-matching', '--by', 'ana');
    expect(await listed('--severity', 'low')).toHaveLength(3);
    await findings('assign', '--code', 'LATE_CALLBACK', '--all-matching', '--person', '');
    expect(await listed('--assignee', 'bruno')).toEqual([]);
    expect(await listed('--bucket', '30+')).toEqual([]);
    expect(await listed('--bucket', '0-1', '--state', 'all')).toHaveLength(5);
    expect(await listed('--bucket', '<1', '--state', 'all')).toHaveLength(5);
    expect((await findings('list', '--bucket', '1-2')).stderr).toContain(
      'expected: <1, 1-3, 3-7, 7-30, >30, 0-1, 30+\n',
    );
  });

  it('are decided about order by order, all that are named or none', async () => {
    const { findings, listed } = await reconciled(engine);
    const rule = ['CONTRACT_VIOLATION', '--by', 'ana'];
    const wrong = ['ORDER00002', 'X1', 'ORDER00001', 'ORDER00004'];
    const unknown = await findings('accept', ...wrong, ...rule, '--reason', 'known');
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toBe('');
    expect(unknown.stderr).toContain('error FINDING_UNKNOWN: ');
    expect(unknown.stderr).toContain('X1: no finding\n');
    expect(unknown.stderr).toContain('ORDER00004: only ORPHAN_CALLBACK of merchant M0001\n');
    expect(await listed('--state', 'accepted')).toEqual([]);

    const both = ['ORDER00002', 'ORDER00001', 'ORDER00002'];
    const done = await findings('accept', ...both, ...rule, '--reason', 'known');
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch(
      /^accept +ORDER00002 +CONTRACT_VIOLATION .* open -> accepted +known\naccept +ORDER00001 +CONTRACT_VIOLATION .* known\n2 decisions\.\n$/m,
    );

    const again = await findings('resolve', 'ORDER00001', 'ORDER00002', ...rule, '--reason', 'known');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('error FINDING_CLOSED: ');
    expect(again.stderr).toMatch(/ORDER00001 of merchant M0001, CONTRACT_VIOLATION: accepted by ana at /);
    expect(again.stderr).toMatch(/ORDER00002 of merchant M0001, CONTRACT_VIOLATION: accepted by ana at /);

    // A code by its option leaves every word to be an order; --all-matching takes every finding of them.
    const noted = ['ORDER00002', 'ORDER00001', '--code', 'CONTRACT_VIOLATION', '--text', 'see ticket 7'];
    expect((await findings('note', ...noted)).stdout).toContain('2 decisions.');
    const all = await findings('reopen', 'ORDER00002', 'ORDER00001', '--all-matching');
    expect(all.stdout).toContain('2 decisions.');
    expect(await listed('--state', 'accepted')).toEqual([]);
    const none = await findings('assign', 'ORDER00002', 'X1', '--all-matching', '--person', 'bruno');
    expect(none.stderr).toContain('X1: no finding that matches');
    expect(await listed('--assignee', 'bruno')).toEqual([]);
  });

  it('go to a spreadsheet and come back with what was filled in, in every profile', async () => {
    const { cwd, findings, listed } = await reconciled(engine);
    mkdirSync(join(cwd, 'todo'));
    for (const [profile, delimiter, action] of [
      ['standard', ',', 'accept'],
      ['excel-br', ';', 'reopen'],
    ] as const) {
      const state = action === 'reopen' ? ['--state', 'accepted'] : [];
      const { stdout } = await findings(
        'list',
        '--csv',
        '--profile',
        profile,
        '--code',
        'ORPHAN_CALLBACK',
        ...state,
      );
      const cells = stdout.trimEnd().split(delimiter);
      // action, note, awaiting and awaiting_amount, before write_off_amount and newest_entry.
      expect(cells.splice(-6, 4, action, 'because', '', '')).toEqual(['', '', '', '']);
      const path = join(cwd, 'todo', `${profile}.csv`);
      writeFileSync(path, `${cells.join(delimiter)}\r\n`);
      const done = await findings('apply', path, '--by', 'ana');
      expect(done.stderr).toBe('');
      expect(done.stdout).toMatch(
        new RegExp(`^${action} +ORDER00004 +ORPHAN_CALLBACK .*because\n1 decision\\.`, 'm'),
      );
    }
    expect(await listed('--code', 'ORPHAN_CALLBACK')).toEqual(['ORDER00004 ORPHAN_CALLBACK open']);
  });

  it('are left as they are by a file with a wrong row, all of which are told', async () => {
    const { cwd, findings, listed } = await reconciled(engine);
    const rows = [
      'ORPHAN_CALLBACK,M0001,ORDER00004,accept,known',
      'LATE_CALLBACK,M0001,ORDER00009,accept,x',
      'X,M1,O1,close,y',
    ];
    writeFileSync(join(cwd, 'todo.csv'), ['code,merchant,order,action,note', ...rows].join('\n'));
    const { code, stdout, stderr } = await findings('apply', 'todo.csv');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('error DECISIONS_INVALID: ');
    expect(stderr).toContain('line 3, column order: ');
    expect(stderr).toContain('line 4, column code: ');
    expect(stderr).toContain('line 4, column action: ');
    expect(await listed('--code', 'ORPHAN_CALLBACK')).toEqual(['ORDER00004 ORPHAN_CALLBACK open']);
    const lost = await findings('apply', 'lost.csv');
    expect(lost.code).toBe(4);
    expect(lost.stderr).toContain('error SOURCE_NOT_FOUND: ');
    expect(readFileSync(join(cwd, 'todo.csv'), 'utf8')).toContain('ORDER00009');
  });

  it('are taken from a file that Excel in Brazil saved once the line is set that refuses it', async () => {
    const { cwd, findings, listed } = await reconciled(engine);
    const text = 'code;merchant;order;action;note\r\nORPHAN_CALLBACK;M0001;ORDER00004;accept;não é nossa\r\n';
    writeFileSync(join(cwd, 'todo.csv'), Buffer.from(text, 'latin1'));
    const refused = await findings('apply', 'todo.csv');
    expect(refused.code).toBe(2);
    writeFileSync(join(cwd, 'payin-recon.yaml'), /^ *(csv: .*)$/m.exec(refused.stderr)![1]!);
    const { code, stdout } = await findings('apply', 'todo.csv', '--by', 'ana');
    expect(code).toBe(0);
    expect(stdout).toContain('não é nossa');
    expect(await listed('--state', 'accepted')).toEqual(['ORDER00004 ORPHAN_CALLBACK accepted']);
  });

  it('are none before the first run, and of an order that has none', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const list = await run(['findings', 'list'], { cwd, environment });
    expect(list.stdout).toBe('Nothing was reconciled yet.\n');
    const show = await run(['findings', 'show', 'ORDER00001'], { cwd, environment });
    expect(show.code).toBe(2);
    expect(show.stderr).toContain('error FINDING_UNKNOWN: ');
    expect(show.stderr).toContain('found:    no finding, now or before');
  });
});

onPostgresql('two people who close one finding at the same moment', (engine) => {
  it('come one after the other: the first closes it, and the second is told who did, when and as what', async () => {
    const { database, findings, listed } = await reconciled(engine);
    const both = await Promise.all([
      findings('resolve', ...ONE, '--reason', 'refunded', '--by', 'ana'),
      findings('accept', ...ONE, '--reason', 'a discount', '--by', 'bruno'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    const [second] = both.filter(({ code }) => code === 2);
    expect(second!.stderr).toContain('error FINDING_CLOSED: ');
    expect(second!.stderr).toMatch(/found: {4}(resolved by ana|accepted by bruno) at /);
    expect(await listed('--state', 'all', '--code', 'AMOUNT_MISMATCH')).toEqual([
      both[0]!.code === 0 ? 'ORDER00002 AMOUNT_MISMATCH resolved' : 'ORDER00002 AMOUNT_MISMATCH accepted',
    ]);
    const store = await database.open();
    await store.session(async (session) => {
      const { rows } = await session.db
        .selectFrom('audit_entries')
        .select((e) => e.fn.countAll<string>().as('rows'))
        .executeTakeFirstOrThrow();
      expect(rows).toBe('1');
      expect(await findBrokenEntry(session)).toBeUndefined();
    });
  });
});
