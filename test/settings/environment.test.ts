import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variableOf } from '../../src/settings/environment.ts';
import { formOf, type Leaf, leavesOf } from '../../src/settings/form.ts';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import { heartbeatOf } from '../../src/settings/monitor.ts';
import { type Settings, settingsSchema } from '../../src/settings/schema.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A text for each variable, none of them the default, and what the setting comes to. */
const TEXTS: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  data: ['elsewhere', 'elsewhere'],
  out: ['5', '5'],
  databaseUrl: ['postgresql://db/books', 'postgresql://db/books'],
  databaseUrlFile: ['/run/url', '/run/url'],
  databaseUrlCommand: ['["print", "a, b"]', ['print', 'a, b']],
  'logs.zone': ['Asia/Tokyo', 'Asia/Tokyo'],
  'logs.prefix': ['any', 'any'],
  'logs.field': ['log.message', 'log.message'],
  'csv.delimiter': [';', ';'],
  'csv.quote': ["'", "'"],
  'csv.encoding': ['windows-1252', 'windows-1252'],
  map: [
    '{"Order": "body.orderNo", "calls": {"kind": "pay-ins"}}',
    { Order: 'body.orderNo', calls: { kind: 'pay-ins', columns: {}, values: {} } },
  ],
  regions: [JSON.stringify(parseSettings({}).regions.slice(1)), parseSettings({}).regions.slice(1)],
  'statuses.paid': ['SUCCESS, PAID', ['SUCCESS', 'PAID']],
  'statuses.pending': ['[WAITING]', ['WAITING']],
  'statuses.failed': ['FAILED', ['FAILED']],
  'statuses.reversed': ['REFUNDED,CHARGED_BACK', ['REFUNDED', 'CHARGED_BACK']],
  tolerances: ['BRL: 1\nEGP: 2', { BRL: 1, EGP: 2 }],
  responses: ['absent', 'absent'],
  absent: ['request.body.payer,response', ['request.body.payer', 'response']],
  allowedSkewSeconds: ['0', 0],
  graceSeconds: ['1', 1],
  expiryHorizonDays: ['2', 2],
  lateCallbackSeconds: ['3', 3],
  'coverage.quietSeconds': ['60', 60],
  'coverage.gapOneIn': ['1000', 1000],
  'reconcile.lanes': ['4', 4],
  'statements.graceSeconds': ['60', 60],
  'bank.days': ['5', 5],
  fees: [
    '[{region: EG, from: 2026-11-01, percent: "1.5", rounding: down}]',
    [
      {
        ...{ region: 'EG', from: '2026-11-01', percent: '1.5', fixed: 0, least: 0 },
        ...{ rounding: 'down', tolerance: 0 },
      },
    ],
  ],
  'ingest.folders': ['/var/log/a,/var/log/b', ['/var/log/a', '/var/log/b']],
  'ingest.expect': ['["calls-{yyyy-MM-dd}.ndjson"]', ['calls-{yyyy-MM-dd}.ndjson']],
  'ingest.workers': ['2', 2],
  'ingest.maxLineBytes': ['2048', 2048],
  'ingest.maxFileBytes': ['4096', 4096],
  'ingest.maxWorkbookBytes': ['4096', 4096],
  'export.profile': ['excel-br', 'excel-br'],
  'export.format': ['xlsx', 'xlsx'],
  'jobs.ingest': ['0 * * * *', '0 * * * *'],
  sources: [
    '[{name: logs, paths: [/var/log/payin]}]',
    [{ name: 'logs', paths: ['/var/log/payin'], quietSeconds: 60, overlap: 3600, columns: {}, values: {} }],
  ],
  'jobs.nightly': ['0 3 * * *', '0 3 * * *'],
  'jobs.watch': ['0 * * * *', '0 * * * *'],
  'jobs.deliver': ['0 6 * * *', '0 6 * * *'],
  'jobs.retention': ['0 3 1 * *', '0 3 1 * *'],
  'jobs.verify': ['0 3 2 * *', '0 3 2 * *'],
  'jobs.keepDays': ['400', 400],
  'jobs.judge': ['true', true],
  'jobs.holdNights': ['true', true],
  'jobs.attempts': ['3', 3],
  'jobs.stopSeconds': ['10', 10],
  'watch.measures': ['silent,mismatches', ['silent', 'mismatches']],
  'watch.weeks': ['8', 8],
  'watch.least': ['30', 30],
  'watch.oneIn': ['1000', 1000],
  'alerts.language': ['ar', 'ar'],
  'alerts.reportsUrl': ['https://files.example/reports', 'https://files.example/reports'],
  'alerts.channels': [
    '[{name: ops, kind: slack, url: "https://hooks.example/T0"}]',
    [
      {
        ...{ name: 'ops', kind: 'slack', url: 'https://hooks.example/T0', severity: 'high' },
        ...{ to: [], attach: [], rules: [], regions: [] },
      },
    ],
  ],
  deliveries: [
    '[{name: share, kind: folder, folder: /mnt/share}]',
    [
      {
        ...{ name: 'share', kind: 'folder', folder: '/mnt/share', profile: 'standard' },
        ...{ reports: [], regions: [], merchants: [], formats: ['csv'] },
      },
    ],
  ],
  'signing.privateKeyFile': ['/run/signing-key', '/run/signing-key'],
  'monitor.listen': ['127.0.0.1:9464', '127.0.0.1:9464'],
  'monitor.heartbeatUrl': ['https://hc.example/h', 'https://hc.example/h'],
  'monitor.heartbeatUrlFile': ['/run/heartbeat', '/run/heartbeat'],
  'monitor.goodNightUrl': ['https://hc.example/x', 'https://hc.example/x'],
  'monitor.goodNightUrlFile': ['/run/good-night', '/run/good-night'],
  'decisions.writeOffLimits': ['BRL: 10000', { BRL: 10000 }],
  'page.listen': ['127.0.0.1:8443', '127.0.0.1:8443'],
  'page.url': ['https://recon.example', 'https://recon.example'],
  'page.certificateFile': ['/run/page.crt', '/run/page.crt'],
  'page.keyFile': ['/run/page.key', '/run/page.key'],
  'page.proxies': ['10.0.0.7,10.0.0.8', ['10.0.0.7', '10.0.0.8']],
  'page.userHeader': ['X-Remote-User', 'X-Remote-User'],
  'page.sessionIdleMinutes': ['15', 15],
  'page.sessionHours': ['8', 8],
  'page.oidc.issuer': ['https://login.example', 'https://login.example'],
  'page.oidc.clientId': ['recon', 'recon'],
  'page.oidc.clientSecretFile': ['/run/oidc', '/run/oidc'],
  'page.oidc.scopes': ['openid,groups', ['openid', 'groups']],
  'page.oidc.nameClaim': ['email', 'email'],
  'page.oidc.groupsClaim': ['roles', 'roles'],
  'page.oidc.roles': ['{finance: operator}', { finance: 'operator' }],
  'page.oidc.merchants': ['{shop-br: [M0001]}', { 'shop-br': ['M0001'] }],
  'signatures.module': ['signatures/hmac.mjs', 'signatures/hmac.mjs'],
  'capture.listen': ['127.0.0.1:9070', '127.0.0.1:9070'],
  'capture.certificateFile': ['/run/capture.crt', '/run/capture.crt'],
  'capture.keyFile': ['/run/capture.key', '/run/capture.key'],
  'capture.log': ['/var/log/callbacks', '/var/log/callbacks'],
  'capture.forward': ['https://service.example', 'https://service.example'],
  'capture.forwardFrom': ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  'capture.forwardSeconds': ['5', 5],
  'capture.keepPayer': ['true', true],
  'capture.unverified': ['acknowledge', 'acknowledge'],
  'capture.metricsFrom': ['10.0.0.9', ['10.0.0.9']],
  'capture.maxBodyBytes': ['4096', 4096],
  'capture.maxConnections': ['100', 100],
  'capture.maxWaitingBytes': ['1048576', 1_048_576],
  'sandbox.listen': ['127.0.0.1:9090', '127.0.0.1:9090'],
  'sandbox.url': ['http://sandbox.example', 'http://sandbox.example'],
  'sandbox.folder': ['/var/lib/sandbox', '/var/lib/sandbox'],
  'sandbox.seed': ['7', 7],
  'sandbox.merchants': ['[{merchantId: M1}]', [{ merchantId: 'M1', subMerchants: [] }]],
  'sandbox.methods': ['PIX,FAWRY', ['PIX', 'FAWRY']],
  'sandbox.referenceMethods': ['FAWRY,KIOSK', ['FAWRY', 'KIOSK']],
  'sandbox.flow': ['web-cashier', 'web-cashier'],
  'sandbox.limits': ['{BRL: {least: 100}}', { BRL: { least: 100 } }],
  'sandbox.requestsPerSecond': ['50', 50],
  'sandbox.repeatedOrder': ['answer-again', 'answer-again'],
  'sandbox.callbackUrl': ['http://127.0.0.1:8070/c', 'http://127.0.0.1:8070/c'],
  'sandbox.callbackHosts': ['shop.example', ['shop.example']],
  'sandbox.callbackAuthorityFile': ['/run/ca.pem', '/run/ca.pem'],
  'sandbox.callbackDelaySeconds': ['3', 3],
  'sandbox.callbackTimeoutSeconds': ['4', 4],
  'sandbox.callbackRetrySeconds': ['[1, 2]', [1, 2]],
  'sandbox.lateSeconds': ['7200', 7200],
  'sandbox.burstSeconds': ['60', 60],
  'sandbox.hangSeconds': ['2', 2],
  'sandbox.unknownStatus': ['HELD', 'HELD'],
  'sandbox.pay.share': ['0.9', 0.9],
  'sandbox.pay.leastSeconds': ['1', 1],
  'sandbox.pay.mostSeconds': ['2', 2],
  'sandbox.faults': ['{late: 0.1}', { late: 0.1 }],
  'sandbox.errors': ['{orderRepeated: {httpStatus: 200}}', { orderRepeated: { httpStatus: 200 } }],
};

/** Settings that are refused without another one. */
const NEEDS: Readonly<Record<string, string>> = {
  'page.certificateFile': 'page.keyFile',
  'page.keyFile': 'page.certificateFile',
  'capture.certificateFile': 'capture.keyFile',
  'capture.keyFile': 'capture.certificateFile',
};

const LEAVES = leavesOf(formOf(settingsSchema));

it.each(LEAVES.map((leaf) => [leaf.path.join('.'), leaf] as const))('%s has a variable', (name, { path }) => {
  const sample = TEXTS[name];
  expect(sample, `say in TEXTS of this test how ${name} is written in the environment`).toBeDefined();
  const [text, value] = sample!;
  const needed = NEEDS[name];
  const settings = load({
    [variableOf(path)]: text,
    ...(needed === undefined ? {} : { [variableOf(needed.split('.'))]: 'needed' }),
  });
  expect(valueAt(settings, path)).toEqual(value);
  expect(valueAt(settings, path)).not.toEqual(valueAt(parseSettings({}), path));
});

it('all at once come out as each alone does', () => {
  const ways = [
    'databaseUrlFile',
    'databaseUrlCommand',
    'heartbeatUrlFile',
    'goodNightUrl',
    'goodNightUrlFile',
  ];
  const leaves = LEAVES.filter(({ path }) => !ways.includes(path.at(-1)!));
  const settings = load(
    Object.fromEntries(leaves.map(({ path }) => [variableOf(path), TEXTS[path.join('.')]![0]])),
  );
  for (const { path } of leaves) expect(valueAt(settings, path)).toEqual(TEXTS[path.join('.')]![1]);
});

it('no two settings have the same variable', () => {
  const names = LEAVES.map(({ path }) => variableOf(path));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('PAYIN_RECON_INGEST_MAX_LINE_BYTES');
});

it.each([
  [
    'the address',
    { PAYIN_RECON_DATABASE_URL: 'postgresql://db/own' },
    { databaseUrl: 'postgresql://db/own' },
  ],
  ['a file', { PAYIN_RECON_DATABASE_URL_FILE: 'url' }, { databaseUrlFile: 'url' }],
  ['a command', { PAYIN_RECON_DATABASE_URL_COMMAND: 'cat,url' }, { databaseUrlCommand: ['cat', 'url'] }],
])('%s of this program stands for DATABASE_URL of others', (_about, environment, expected) => {
  const { databaseUrl, databaseUrlFile, databaseUrlCommand } = load({
    DATABASE_URL: 'postgresql://db/others',
    ...environment,
  });
  const told = { databaseUrl, databaseUrlFile, databaseUrlCommand };
  expect(told).toEqual({
    databaseUrl: undefined,
    databaseUrlFile: undefined,
    databaseUrlCommand: undefined,
    ...expected,
  });
});

it.each(['heartbeatUrl', 'heartbeatUrlFile', 'goodNightUrl', 'goodNightUrlFile'])(
  'the address of the heartbeat takes the place of the %s that the file gives',
  (setting) => {
    const folder = temporaryFolder();
    const text = setting.endsWith('File') ? 'address' : 'https://hc.example/file';
    writeFileSync(
      join(folder, 'payin-recon.yaml'),
      `monitor: {${setting}: '${text}', listen: '127.0.0.1:9464'}\n`,
    );
    const loadWith = (environment: Record<string, string>) =>
      loadSettings({ environment, workingDirectory: folder }).monitor;
    const own = { value: 'https://hc.example/own', file: undefined };
    const monitor = loadWith({ PAYIN_RECON_MONITOR_HEARTBEAT_URL: own.value });
    expect(heartbeatOf(monitor)).toEqual({ setting: 'monitor.heartbeatUrl', ...own });
    expect(monitor.listen).toBe('127.0.0.1:9464');
    const old = loadWith({ PAYIN_RECON_MONITOR_GOOD_NIGHT_URL: own.value });
    expect(heartbeatOf(old)).toEqual({ setting: 'monitor.goodNightUrl', ...own });
    expect(heartbeatOf(loadWith({ PAYIN_RECON_MONITOR_LISTEN: '127.0.0.1:9465' }))).toMatchObject({
      [setting.endsWith('File') ? 'file' : 'value']: text,
    });
  },
);

function load(environment: Record<string, string>): Settings {
  return loadSettings({ environment, workingDirectory: temporaryFolder() });
}

function valueAt(settings: Settings, path: Leaf['path']): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], settings);
}
