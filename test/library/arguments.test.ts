/** Every wrong argument of the library is a fault that speaks of its function, and nothing is opened before. */
import { describe, expect, it } from 'vitest';
import {
  close,
  describeFault,
  Fault,
  findings,
  ingest,
  loadSettings,
  normaliseLine,
  order,
  reconcile,
  report,
  reportRows,
  verify,
} from '../../src/index.ts';

/** As a program without types calls it. */
type Loose = (...given: readonly unknown[]) => unknown;

const BY = { by: 'ana', reason: 'booked' };
const DECISION = { action: 'accept', which: { order: 'A', code: 'AMOUNT_MISMATCH' }, text: 'x', by: 'ana' };

const WRONG: ReadonlyArray<readonly [Loose, readonly unknown[], string, string]> = [
  [ingest as Loose, [{ paths: 'logs/' }], 'ingest({ paths })', '"logs/"'],
  [ingest as Loose, [{ paths: ['a', 7] }], 'ingest({ paths })', 'a list'],
  [ingest as Loose, ['logs/'], 'ingest()', '"logs/"'],
  [ingest as Loose, [], 'ingest()', 'undefined'],
  [ingest as Loose, [{}], 'ingest({ paths })', 'not given'],
  [ingest as Loose, [{ path: ['logs/'], paths: [] }], 'ingest({ path })', 'no argument of that name'],
  [ingest as Loose, [{ paths: [], kind: 'refunds' }], 'ingest({ kind })', '"refunds"'],
  [ingest as Loose, [{ paths: [], completeUntil: 5 }], 'ingest({ completeUntil })', '5'],
  [ingest as Loose, [{ paths: [], store: {} }], 'ingest({ store })', 'a mapping'],
  [ingest as Loose, [{ paths: [], settings: 'file.yaml' }], 'ingest({ settings })', '"file.yaml"'],
  [ingest as Loose, [{ paths: [], signal: true }], 'ingest({ signal })', 'true'],
  [reconcile as Loose, [{ date: new Date(0) }], 'reconcile({ date })', 'a mapping'],
  [reconcile as Loose, [{}], 'reconcile()', 'not given'],
  [reconcile as Loose, [{ from: '2024-11-01' }], 'reconcile()', 'from alone'],
  [reconcile as Loose, [{ last: '2 months' }], 'reconcile({ last })', '2 months'],
  [reconcile as Loose, [{ date: '2024-11-19', in: 'logs/' }], 'reconcile({ in })', '"logs/"'],
  [reconcile as Loose, [{ date: '2024-11-19', region: 'XX' }], 'reconcile({ region })', 'XX'],
  [reconcile as Loose, [{ date: '2024-11-19', region: '' }], 'reconcile({ region })', 'an empty text'],
  [report as Loose, [{ name: 'nothing', date: '2024-11-19' }], 'report({ name })', 'nothing'],
  [report as Loose, [{ date: '2024-11-19' }], 'report({ name })', 'not given'],
  [report as Loose, [{ name: 'orders', date: 20241119 }], 'report({ date })', '20241119'],
  [
    reportRows as Loose,
    [{ name: 'orders', date: '2024-11-19', version: '1' }],
    'reportRows({ version })',
    '"1"',
  ],
  [order as Loose, [{ orderNo: 1234 }], 'order({ orderNo })', '1234'],
  [order as Loose, ['BR0000001234'], 'order()', '"BR0000001234"'],
  [verify as Loose, [{ version: 0, date: '2024-11-19' }], 'verify({ version })', '0'],
  [verify as Loose, [{ version: 1 }], 'verify()', 'not given'],
  [close as Loose, [{ ...BY }], 'close({ through })', 'not given'],
  [close as Loose, [{ ...BY, through: '2024-11-30', reason: ' ' }], 'close({ reason })', 'nothing'],
  [
    close as Loose,
    [{ ...BY, through: '2024-11-30', by: 'payin-recon' }],
    'close({ by })',
    'payin-recon, which is this program itself',
  ],
  [findings.list as Loose, [{ severity: 'grave' }], 'findings.list({ severity })', '"grave"'],
  [findings.list as Loose, [{ region: 'br' }], 'findings.list({ region })', 'br'],
  [findings.show as Loose, [{}], 'findings.show({ order })', 'not given'],
  [findings.decide as Loose, [{ ...DECISION, action: 'close' }], 'findings.decide({ action })', '"close"'],
  [findings.decide as Loose, [{ ...DECISION, text: '' }], 'findings.decide({ text })', 'nothing'],
  [findings.decide as Loose, [{ ...DECISION, by: '' }], 'findings.decide({ by })', 'nothing'],
  [
    findings.decide as Loose,
    [{ ...DECISION, which: { order: 'A' } }],
    'findings.decide({ which })',
    'not both an order and a code',
  ],
  [
    findings.decide as Loose,
    [{ ...DECISION, which: {}, all: true }],
    'findings.decide({ which })',
    'nothing that says which findings',
  ],
  [
    findings.decide as Loose,
    [{ ...DECISION, which: { order: 'A', code: 'AMOUNT_MISMATCH', state: 'open', region: 'EG' } }],
    'findings.decide({ which })',
    'state, region without all: true',
  ],
  [
    findings.decide as Loose,
    [{ ...DECISION, action: 'assign', text: undefined }],
    'findings.decide({ text })',
    'not given',
  ],
  [
    findings.decide as Loose,
    [{ ...DECISION, text: 'half \ud83d' }],
    'findings.decide({ text })',
    '"half \\ud83d"',
  ],
  [findings.decide as Loose, [{ ...DECISION, by: 'ana\0' }], 'findings.decide({ by })', '"ana\\u0000"'],
  [
    findings.decide as Loose,
    [{ ...DECISION, which: { order: 'A\0', code: 'AMOUNT_MISMATCH' } }],
    'findings.decide({ which.order })',
    '"A\\u0000"',
  ],
  [close as Loose, [{ ...BY, through: '2024-11-30', reason: '\udc00' }], 'close({ reason })', '"\\udc00"'],
  [ingest as Loose, [{ paths: ['a', 'b\0'] }], 'ingest({ paths })', 'a list'],
  [findings.decide as Loose, [{ ...DECISION, which: 'A' }], 'findings.decide({ which })', '"A"'],
  [
    findings.decide as Loose,
    [{ ...DECISION, which: { orderNo: 'A' } }],
    'findings.decide({ which.orderNo })',
    'no argument of that name',
  ],
  [normaliseLine as Loose, [7], 'normaliseLine(line)', '7'],
  [normaliseLine as Loose, ['{}', { kind: 'callback' }], 'normaliseLine({ kind })', '"callback"'],
  [loadSettings as Loose, ['payin-recon.yaml'], 'loadSettings()', '"payin-recon.yaml"'],
];

async function faultOf(work: () => unknown): Promise<Fault> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a wrong argument', () => {
  it.each(WRONG)('%# is named: %o %o, %s', async (call, given, where, found) => {
    const fault = await faultOf(() => call(...given));
    expect(fault).toMatchObject({ code: 'ARGUMENT_INVALID', detail: { where, found } });
    const text = describeFault(fault);
    expect(text).toContain('error ARGUMENT_INVALID: An argument of a function of the library is not valid.');
    expect(text).not.toMatch(/--[a-z]|command line/);
  });

  it('is told with every other of the call, and with what was meant', async () => {
    const fault = await faultOf(() => (ingest as Loose)({ paths: 'logs/', kinds: 'callbacks' }));
    expect(fault.detail).toMatchObject({
      where: 'ingest({ paths, kinds })',
      found: [
        'paths: "logs/"; expected a list of texts: [\'logs/\']',
        'kinds: no argument of that name; expected settings, store, signal, paths, kind, completeUntil',
      ],
      remedy: 'Did you mean kind?',
    });
    const single = await faultOf(() => (ingest as Loose)({ path: ['logs/'], paths: [] }));
    expect(single.detail).toMatchObject({
      expected: 'settings, store, signal, paths, kind, completeUntil',
      remedy: 'Did you mean paths?',
    });
    const missing = await faultOf(() => (order as Loose)({ order: 'A' }));
    expect(missing.detail.found).toContain('orderNo: not given; expected a text');
    expect(missing.detail.remedy).toBe('Did you mean orderNo?');
  });
});
