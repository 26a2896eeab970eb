/** Every --json has its keys in snake_case at every depth; a command that is not named here fails. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram } from '../../src/cli/describe-program.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { readCode } from '../support/code-files.ts';
import { onEngines } from '../support/engines.ts';
import { run } from './command.ts';
import { DAY, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

/** When the late record is in. */
const AS_OF = '2024-11-20T15:00:00Z';
const ON_DAY = ['--date', DAY];
const ONE = ['ORDER00002', 'AMOUNT_MISMATCH'];
const WHY = ['--reason', 'it is booked', '--by', 'ana'];

/** What each command is asked, in this order; each of a command's lines prints JSON. */
const LINES: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  init: [['--config', 'made.yaml', '--folder', 'logs']],
  migrate: [[]],
  ingest: [['--dry-run', 'logs'], ['logs']],
  reconcile: [
    [...ON_DAY, '--as-of', AS_OF],
    ['--from', DAY, '--to', '2024-11-21', '--as-of', AS_OF, '--preview', 'looked'],
  ],
  report: [
    ['orders', ...ON_DAY],
    [...ON_DAY, '--out', 'written'],
  ],
  total: [['--month', '2024-11']],
  order: [['ORDER00002']],
  'findings list': [[]],
  'findings show': [['ORDER00002']],
  'findings note': [[...ONE, '--text', 'asked the bank', '--by', 'ana']],
  'findings assign': [[...ONE, '--person', 'bruno', '--by', 'ana']],
  'findings accept': [[...ONE, ...WHY]],
  'findings reopen': [[...ONE, ...WHY]],
  'findings resolve': [[...ONE, ...WHY, '--dry-run']],
  'findings write-off': [[...ONE, ...WHY]],
  'findings decline': [[...ONE, ...WHY, '--dry-run']],
  'findings approve': [[...ONE, '--by', 'bruno']],
  'findings undo': [[...ONE, '--by', 'ana']],
  'findings apply': [['todo.csv', '--by', 'ana', '--dry-run']],
  verify: [ON_DAY],
  adopt: [[...ON_DAY, '--region', 'EG', '--dry-run']],
  'what-if': [
    [...ON_DAY, '--as-of', AS_OF, '--set', 'regions.EG.amountUnit=minor', '--set', 'regions.EG.decimals=0'],
  ],
  calibrate: [[]],
  renormalise: [
    ['--config', 'zones.yaml', '--dry-run'],
    ['--config', 'zones.yaml'],
  ],
  doctor: [[]],
  'source list': [[]],
  'source test': [['shop']],
  job: [['list'], ['run', 'ingest']],
  'alerts list': [[]],
  'alerts test': [['hook']],
  'alerts send': [[]],
  deliver: [[]],
  'keys make': [['--out', 'signing-key.pem']],
  'user add': [
    ['ana', '--role', 'admin', '--generate', '--by', 'root'],
    ['bia', '--role', 'viewer', '--proxy', '--by', 'root'],
  ],
  'user list': [[]],
  'user role': [['ana', 'admin', '--by', 'root']],
  'user limit': [['ana', '--all-merchants', '--by', 'root']],
  'user password': [['ana', '--generate', '--by', 'root']],
  'user sessions': [['ana'], ['ana', '--end', '--by', 'root']],
  'user enable': [['ana', '--by', 'root']],
  'user disable': [['bia', '--by', 'root']],
  'user relink': [['carla', '--by', 'root']],
  withdraw: [['day.ndjson', '--dry-run', ...WHY]],
  close: [['--through', DAY, '--force', '--dry-run', ...WHY]],
  purge: [['--older-than', '1d', '--dry-run']],
};

/** Commands that print no result, or none that a program would read. */
const WITHOUT = [
  'demo',
  'schedule',
  'serve',
  'sandbox',
  'capture',
  'help',
  'completion',
  'findings',
  'source',
  'alerts',
  'keys',
  'user',
];

/** Their own keys are data: paths of fields. */
const KEYED_BY_DATA = ['unexpected_fields'];

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...(KEYED_BY_DATA.includes(key) ? [] : keysOf(inner)),
  ]);
}

it('every command says what its --json is asked for here, or prints none', async () => {
  const { commands } = await describeProgram(COMMANDS);
  expect([...Object.keys(LINES), ...WITHOUT].sort()).toEqual(commands.map(({ name }) => name).sort());
});

onEngines('--json of every command', (engine) => {
  it('has its keys in snake_case at every depth, each described in docs/reference/json.md', async () => {
    // The engine changes no key: one of them is enough.
    if (!engine.isEnough) return expect(engine.name).toBe('embedded');
    const cwd = workingFolder();
    const { environment, open } = await engine.database();
    const store = await open();
    await store.session((session) =>
      session.script(`insert into users (name, name_key, role, origin, created_at)
                      values ('bruno', 'bruno', 'approver', 'password', '2024-11-01'),
                             ('carla', 'carla', 'viewer', 'oidc', '2024-11-01')`),
    );
    await store.close();
    const hook = await httpReceiver();
    const settings = {
      decisions: { writeOffLimits: { BRL: 1 } },
      absent: ['request.body.payer'],
      sources: [{ name: 'shop', paths: ['logs/*.ndjson'], quietSeconds: 0 }],
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url }] },
      deliveries: [{ name: 'share', kind: 'folder', folder: 'share', reports: ['orders'] }],
    };
    writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(settings));
    const zones = { logs: { zone: 'Asia/Tokyo' } };
    writeFileSync(join(cwd, 'zones.yaml'), JSON.stringify({ ...settings, ...zones }));
    writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
    writeFileSync(
      join(cwd, 'todo.csv'),
      'code,merchant,order,action,note\nAMOUNT_MISMATCH,M0001,ORDER00002,note,x\n',
    );
    mkdirSync(join(cwd, 'looked'));
    mkdirSync(join(cwd, 'share'));

    const keys = new Map<string, string[]>();
    for (const [command, lines] of Object.entries(LINES)) {
      for (const words of lines) {
        const line = [...command.split(' '), ...words, '--json'];
        const { stdout, stderr } = await run(line, { cwd, environment });
        expect(stdout, `${line.join(' ')}: ${stderr}`).not.toBe('');
        keys.set(line.join(' '), keysOf(JSON.parse(stdout)));
      }
    }
    const wrong = [...keys].flatMap(([line, names]) =>
      names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)).map((name) => `${line}: ${name}`),
    );
    expect(wrong).toEqual([]);
    const all = new Set([...keys.values()].flat());
    const page = readCode('docs/reference/json.md');
    // Rows of reports have the columns that docs/reference/reports.md lists.
    const columns = REPORTS.flatMap((report) => report.columns.map(({ name }) => name));
    const undocumented = [...all].filter(
      (name) => !columns.includes(name) && !new RegExp(`\\b${name}\\b`).test(page),
    );
    expect(undocumented, 'Describe them in docs/reference/json.md').toEqual([]);
    for (const name of ['as_of', 'unexpected_fields', 'not_begun', 'business_date', 'paid_minor']) {
      expect([...all]).toContain(name);
    }
  });
});
