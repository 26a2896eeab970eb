import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeFault, Fault } from '../../src/errors.ts';
import { inFile, mistakes } from './found-mistakes.ts';

const ENCODINGS = 'utf-8 or windows-1252; another one is set as encoding in the entry of a table';

describe('mistakes in the file', () => {
  it('are told all at once, each where it stands, with what was found, expected and meant', () => {
    const text = `\
graceSeconds: -5
logs:
  zone: Africa/Kairo
  timezone: UTC
responses: absnt
absent: [request.body.payr]
maxLineBytes: 5000
regions:
  - name: br
    currencies: [BRL]
    methods: []
    zone: UTC
    amountUnit: minor
    decimals: 9
    exclusive: true
statuses: {paid: [A, B], failed: [B]}
tolerances: {brl: 1, BRL: x}
map: {a: {kind: pay-in}, b: 5, c: {cols: 1}}
ingest:
`;
    expect(inFile(text)).toEqual([
      'payin-recon.yaml:1:15: graceSeconds is -5; expected a whole number from 0 to 31536000',
      'payin-recon.yaml:3:9: logs.zone is "Africa/Kairo"; expected the name of an IANA time zone, such as ' +
        'America/Sao_Paulo, did you mean Africa/Cairo?',
      'payin-recon.yaml:4:3: logs.timezone: there is no such setting; known here: zone, prefix, field',
      'payin-recon.yaml:5:12: responses is "absnt"; expected kept or absent, did you mean absent?',
      'payin-recon.yaml:6:10: absent[0] is "request.body.payr"; expected a path of a record, such as ' +
        'request.body.payer, did you mean request.body.payer?',
      'payin-recon.yaml:7:1: maxLineBytes: there is no such setting, did you mean ingest.maxLineBytes?',
      'payin-recon.yaml:9:5: regions[0].variant is missing; expected brazil or egypt or none',
      'payin-recon.yaml:9:11: regions[0].name is "br"; expected two to eight capital letters',
      'payin-recon.yaml:14:15: regions[0].decimals is 9; expected a whole number from 0 to 4',
      'payin-recon.yaml:15:16: regions[0].exclusive is true; expected currencies and methods, which exclusive needs',
      'payin-recon.yaml:16:35: statuses.failed[0] is "B"; expected each status in one list, once',
      'payin-recon.yaml:17:14: tolerances.brl: the name must be a code of ISO 4217, such as BRL',
      'payin-recon.yaml:17:27: tolerances.BRL is "x"; expected a whole number of at least 0',
      'payin-recon.yaml:18:17: map.a.kind is "pay-in"; expected pay-ins or callbacks or statement or bank, did you mean pay-ins?',
      'payin-recon.yaml:18:29: map.b is 5; expected a text that is not empty, or a mapping (name: value)',
      'payin-recon.yaml:18:36: map.c.cols: there is no such setting; known here: kind, files, columns, values, decimal, group, digits, unit, times, zone, words, sheet, encoding, delimiter, quote, headerRow, footer, totals',
      'payin-recon.yaml:19:8: ingest is empty; expected a mapping (name: value)',
    ]);
  });

  it.each([
    ['a list for a mapping', 'ingest: [a]\n', '1:9: ingest is a list; expected a mapping (name: value)'],
    [
      'a mapping for a list',
      'regions: {BR: 1}\n',
      '1:10: regions is a mapping; expected a list of mappings, at least one',
    ],
    [
      'a text for a list',
      'ingest:\n  folders: logs\n',
      '2:12: ingest.folders is "logs"; expected a list of texts',
    ],
    [
      'a number for a list',
      'sandbox: {callbackRetrySeconds: 5}\n',
      '1:33: sandbox.callbackRetrySeconds is 5; expected a list of whole numbers from 0 to 31536000',
    ],
    [
      'a text for a list that also takes mappings',
      'ingest: {expect: calls}\n',
      '1:18: ingest.expect is "calls"; expected a list of texts or mappings',
    ],
    ['an encoding', 'csv: {encoding: utf-16le}\n', `1:17: csv.encoding is "utf-16le"; expected ${ENCODINGS}`],
    ['no item', 'regions: []\n', '1:10: regions is a list; expected a list of mappings, at least one'],
    ['a name twice', 'out: a\nout: b\n', '2:1: out is there twice'],
    ['a name twice in a group', 'logs: {zone: UTC, zone: UTC}\n', '1:19: zone is there twice'],
    ['a tab', 'logs:\n\tzone: UTC\n', '2:1: a tab indents this line; YAML takes spaces only'],
    [
      'a name that no column has',
      'map: {__proto__: orderNo}\n',
      '1:7: __proto__: no setting, column or path is called so',
    ],
    [
      'two documents',
      'out: a\n---\nout: b\n',
      '2:1: a second document begins here; expected one, without "---" between its lines',
    ],
    ['a tag', 'out: !secret a\n', '1:6: a tag (!name) says how to read this value; none is taken here'],
    ['a merge key', 'a: &a {}\n<<: *a\n', '2:1: <<: merge keys are not taken; write the settings out'],
    ['a reference to nothing', 'out: *a\n', 'a reference (*name) has no anchor (&name) before it'],
    ['a reserved character', 'out: @a\n', '1:6: a text that begins so needs quotation marks'],
    [
      'a quotation mark left open',
      'out: "a\n',
      '2:1: a quotation mark, comma or closing bracket is missing here',
    ],
    [
      'a bracket left open',
      'ingest: {folders: [a]\nout: b\n',
      '2:1: this does not stand where its indentation says, or a [ or { before it is not closed',
    ],
    [
      'a list',
      '- a\n',
      '1:1: the whole is a list; expected lines of "name: value", with a space after the colon',
    ],
    [
      'a word',
      'word\n',
      '1:1: the whole is no mapping; expected lines of "name: value", with a space after the colon',
    ],
    [
      'the name of an old group',
      'grace_seconds: 1\n',
      '1:1: grace_seconds: there is no such setting, did you mean graceSeconds?',
    ],
    [
      'a path for a name',
      'ingest.folders: [a]\n',
      '1:1: "ingest.folders": there is no such setting, did you mean ingest.folders?',
    ],
  ])('%s', (_about, text, told) => {
    expect(inFile(text)).toContain(`payin-recon.yaml:${/^\d/.test(told) ? '' : ' '}${told}`);
  });

  it('are told although what is wrong elsewhere keeps a list from being read', () => {
    const region =
      '{name: BR, currencies: [], methods: [], zone: UTC, amountUnit: minor, decimals: 0, exclusive: false}';
    expect(inFile(`regions:\n  - ${region}\n  - ${region}\n`)).toEqual([
      'payin-recon.yaml:2:5: regions[0].variant is missing; expected brazil or egypt or none',
      'payin-recon.yaml:3:5: regions[1].variant is missing; expected brazil or egypt or none',
      'payin-recon.yaml:3:12: regions[1].name is "BR"; expected each region once by its name',
    ]);
  });

  it('are two ways to name the database', () => {
    const file = 'databaseUrl: postgresql://db/one\ndatabaseUrlFile: secret\n';
    expect(inFile(file)).toEqual([
      'payin-recon.yaml:2:18: databaseUrlFile is "secret"; expected only one of databaseUrl, databaseUrlFile, ' +
        'databaseUrlCommand',
    ]);
  });

  it('are two ways to give the address of the heartbeat, also by its old name', () => {
    const only = 'expected only one of heartbeatUrl, heartbeatUrlFile, goodNightUrl, goodNightUrlFile';
    expect(
      inFile(
        'monitor:\n  heartbeatUrl: https://hc.example/h\n  heartbeatUrlFile: a\n  goodNightUrlFile: b\n',
      ),
    ).toEqual([
      `payin-recon.yaml:3:21: monitor.heartbeatUrlFile is "a"; ${only}`,
      `payin-recon.yaml:4:21: monitor.goodNightUrlFile is "b"; ${only}`,
    ]);
    expect(inFile('monitor:\n  goodNightUrl: https://hc.example/h\n  goodNightUrlFile: a\n')).toEqual([
      `payin-recon.yaml:3:21: monitor.goodNightUrlFile is "a"; ${only}`,
    ]);
  });

  it('stand where an anchor’s value is used', () => {
    expect(inFile('graceSeconds: &a soon\nallowedSkewSeconds: *a\n')).toEqual([
      'payin-recon.yaml:1:18: graceSeconds is "soon"; expected a whole number from 0 to 31536000',
      'payin-recon.yaml:2:21: allowedSkewSeconds is "soon"; expected a whole number from 0 to 31536000',
    ]);
  });
});

describe('a file that is none of settings', () => {
  it('is a bomb of anchors', () => {
    const bomb = Array.from({ length: 9 }, (_, level) => {
      const inner = level === 0 ? 'x' : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 9 }, () => inner).join(', ')}]\n`;
    });
    expect(inFile(bomb.join(''))).toContain(
      'payin-recon.yaml: more than 100 references to anchors (*name); write the values out',
    );
  });

  it('is nested without end', () => {
    expect(inFile('['.repeat(100_000)).join('\n')).toMatch(/nested too deep|closing bracket|not closed/);
  });

  it('is a list that holds itself', () => {
    expect(inFile('ingest: &a {folders: [*a]}\n')[0]).toContain('expected a');
  });

  it('is not UTF-8', () => {
    const utf16 = Buffer.from('\ufeffout: a\n', 'utf16le');
    expect(inFile(utf16)).toEqual(['payin-recon.yaml: is not UTF-8 text; save it as UTF-8']);
  });

  it('is longer than any settings', () => {
    expect(inFile(Buffer.alloc(2_000_000, '#'))[0]).toContain('is longer than 1048576 bytes');
  });

  it('is a folder', () => {
    expect(mistakes({ place: (path) => mkdirSync(path) })).toEqual([
      'payin-recon.yaml: is a folder; expected a YAML file',
    ]);
  });

  it('cannot be read', () => {
    expect(mistakes({ place: (path) => symlinkSync(path, path) })).toEqual([
      'payin-recon.yaml: cannot be read (ELOOP); expected a YAML file',
    ]);
  });

  it('is not there although it was named', () => {
    expect(mistakes({ file: 'lost.yaml' })).toEqual(['lost.yaml: no such file; expected a YAML file']);
  });
});

describe('mistakes elsewhere', () => {
  it('name the variable or the option', () => {
    const environment = {
      PAYIN_RECON_GRACE_SECOND: '5',
      PAYIN_RECON_LATE_CALLBACK_SECONDS: 'soon',
      PAYIN_RECON_COLOUR: 'blue',
      PAYIN_RECON_TOLERANCES: '{BRL: 1',
      PAYIN_RECON_REGIONS: '[{name: BR}]',
      PAYIN_RECON_EMPTY: '',
    };
    const told = mistakes({ text: 'graceSeconds: -1\n', environment, overrides: { out: '' } });
    expect(told.filter((line) => !line.startsWith('PAYIN_RECON_REGIONS: regions[0]'))).toEqual([
      '--out: out is ""; expected a text that is not empty',
      'PAYIN_RECON_COLOUR: no setting has this variable',
      'PAYIN_RECON_GRACE_SECOND: no setting has this variable, did you mean PAYIN_RECON_GRACE_SECONDS?',
      'PAYIN_RECON_LATE_CALLBACK_SECONDS: lateCallbackSeconds is "soon"; expected a whole number from 0 to 31536000',
      'PAYIN_RECON_TOLERANCES:1:8: a quotation mark, comma or closing bracket is missing here',
      'payin-recon.yaml:1:15: graceSeconds is -1; expected a whole number from 0 to 31536000',
    ]);
    expect(told).toContain(
      'PAYIN_RECON_REGIONS: regions[0].zone is missing; expected the name of an IANA time zone, such as ' +
        'America/Sao_Paulo',
    );
  });

  it('leave a group of the file that is none to be told', () => {
    const environment = { PAYIN_RECON_LOGS_ZONE: 'UTC' };
    expect(mistakes({ text: 'logs: UTC\n', environment })).toEqual([
      'payin-recon.yaml:1:7: logs is "UTC"; expected a mapping (name: value)',
    ]);
  });
});

it('a value that would fill the screen is cut', () => {
  expect(inFile(`responses: ${'long'.repeat(100)}\n`)[0]!.length).toBeLessThan(200);
});

it('several mistakes stand under one another', () => {
  const fault = new Fault('SETTINGS_INVALID', { where: 'a.yaml', found: ['one', 'two'] });
  expect(describeFault(fault)).toContain('  where:    a.yaml\n  found:    one\n            two\n  to do: ');
});
