/** Write-offs that wait for a second person, and undoing, as people type them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Engine, onEngines } from '../support/engines.ts';
import { type CommandOptions, run } from './command.ts';
import { DAY, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

const AS_OF = '2024-11-20T15:00:00Z';
const ONE = ['ORDER00002', 'AMOUNT_MISMATCH'];

/** A store whose day was reconciled, with an approver, and a setting that lets nobody write off more than BRL 0.40. */
async function limited(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const store = await database.open();
  await store.session((session) =>
    session.script(`insert into users (name, name_key, role, origin, created_at)
                    values ('bruno', 'bruno', 'approver', 'password', '2024-11-01')`),
  );
  await store.close();
  writeFileSync(join(cwd, 'payin-recon.yaml'), 'decisions: { writeOffLimits: { BRL: 40 } }\n');
  writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
  const options: CommandOptions = { cwd, environment: database.environment };
  const done = await run(['reconcile', '--date', DAY, '--as-of', AS_OF, '--in', 'logs'], options);
  expect(done.code).toBe(0);
  return { cwd, findings: (...words: string[]) => run(['findings', ...words], options) };
}

onEngines('a write-off above the limit', (engine) => {
  it('waits, is listed with who asked and how much, and is approved by another person', async () => {
    const { findings } = await limited(engine);
    const none = await findings('list', '--awaiting');
    expect(none.stdout).toBe(`0 findings, as of ${AS_OF}.\n`);
    const asked = await findings('write-off', ...ONE, '--reason', 'small', '--by', 'ana');
    expect(asked.code).toBe(0);
    expect(asked.stdout).toMatch(
      /^request-write-off +ORDER00002 .* open -> open, write-off of BRL 0\.45 asked for by ana +small$/m,
    );
    expect(asked.stdout).toContain(
      '1 decision.\n1 write-off above the limit: another person approves or declines with payin-recon findings approve or decline.\n',
    );
    const list = await findings('list', '--awaiting');
    expect(list.stdout).toContain(`1 finding, as of ${AS_OF}\n`);
    expect(list.stdout).toContain(' open, write-off of BRL 0.45 asked for by ana ');
    expect((await findings('show', ...ONE)).stdout).toContain(
      'Now: open, write-off of BRL 0.45 asked for by ana, business date',
    );
    const csv = (await findings('list', '--awaiting', '--csv')).stdout.trimEnd().split('\r\n');
    expect(csv.map((line) => line.split(',').slice(-6))).toEqual([
      ['action', 'note', 'awaiting', 'awaiting_amount', 'write_off_amount', 'newest_entry'],
      ['', '', 'ana', 'BRL 0.45', 'BRL 0.45', expect.stringMatching(/^[1-9]\d*$/)],
    ]);
    const request = { by: 'ana', reason: 'small', currency: 'BRL', amount_minor: '45' };
    const json = JSON.parse((await findings('list', '--awaiting', '--json')).stdout);
    expect(json.findings).toMatchObject([{ state: 'open', awaiting: request }]);
    expect(JSON.parse((await findings('show', ...ONE, '--json')).stdout)).toMatchObject([
      { awaiting: request },
    ]);

    const own = await findings('approve', ...ONE, '--by', 'ana');
    expect(own.code).toBe(2);
    expect(own.stderr).toContain('error APPROVAL_NEEDED_BY_ANOTHER: ');
    const stranger = await findings('approve', ...ONE, '--by', 'nobody');
    expect(stranger.stderr).toContain('error NOT_PERMITTED: ');
    expect(stranger.stderr).toContain('found:    no user nobody\n');
    expect(stranger.stderr).toContain('payin-recon user add NAME --role approver');
    const again = await findings('write-off', ...ONE, '--reason', 'small', '--by', 'eva');
    expect(again.stderr).toContain('error FINDING_WAITING: ');
    expect(again.stderr).toContain('found:    BRL 0.45, asked for by ana: small\n');
    const approved = await findings('approve', '--code', ONE[1]!, '--all-matching', '--by', 'bruno');
    expect(approved.stderr).toBe('');
    expect(approved.stdout).toMatch(/^approve +ORDER00002 .* asked for by ana -> written-off *$/m);
    const late = await findings('accept', ...ONE, '--reason', 'x', '--by', 'eva');
    expect(late.stderr).toMatch(/found: {4}written-off by ana, approved by bruno at 20.*Z: small\n/);
  });

  it('is declined with a reason, and undone by files and by name', async () => {
    const { cwd, findings } = await limited(engine);
    const early = await findings('decline', ...ONE, '--reason', 'x');
    expect(early.stderr).toContain('error FINDING_NOT_WAITING: ');
    const nothing = await findings('undo', ...ONE);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('error NOTHING_TO_UNDO: ');
    expect(nothing.stderr).toContain('found:    no decision\n');
    await findings('write-off', ...ONE, '--reason', 'small', '--by', 'ana');
    const declined = await findings('decline', ...ONE, '--reason', 'ask first', '--by', 'bruno');
    expect(declined.stdout).toMatch(/^decline +ORDER00002 .* asked for by ana -> open +ask first$/m);
    const rows = (action: string) =>
      `code,merchant,order,action,note\n${ONE[1]},M0001,${ONE[0]},${action},\n`;
    writeFileSync(join(cwd, 'todo.csv'), rows('undo'));
    expect((await findings('apply', 'todo.csv', '--by', 'bruno')).code).toBe(0);
    writeFileSync(join(cwd, 'todo.csv'), rows('approve'));
    const approved = await findings('apply', 'todo.csv', '--by', 'bruno');
    expect(approved.stdout).toContain('-> written-off');
    const undone = await findings('undo', ...ONE, '--reason', 'by mistake', '--by', 'ana');
    expect(undone.stdout).toMatch(
      /^undo +ORDER00002 .* written-off -> open, write-off of BRL 0\.45 asked for by ana +by mistake$/m,
    );
    const twice = await findings('undo', ...ONE);
    expect(twice.stderr).toMatch(/found: {4}undone already by ana at 20.*Z\n/);
  });
});
