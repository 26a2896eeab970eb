import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { REPORTS } from '../../reports/all.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { findRegion } from '../../src/normalise/identify.ts';
import { isIsoCurrency } from '../../src/normalise/money.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { FINDING_CODES } from '../../src/settings/finding-codes.ts';
import { formOf } from '../../src/settings/form.ts';
import { KNOWN_REPORTS } from '../../src/settings/known-reports.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { wrongReferences } from '../../src/settings/references.ts';
import { currencyCode } from '../../src/settings/value-kinds.ts';
import { parsePage } from '../docs/pages.ts';
import { inFile, mistakes } from './found-mistakes.ts';

const OPS = 'name: ops, kind: slack, url: https://hooks.example/T0';
const SHARE = 'name: share, kind: folder, folder: share';
const GUIDE = 'docs/guides/load-logs.md';
const REGION = 'a region of the setting regions: BR, EG, or other';

it('the lists of codes and reports in the settings are complete', () => {
  expect(FINDING_CODES).toEqual(RULES.map(({ code }) => code));
  expect(KNOWN_REPORTS).toEqual(REPORTS.map(({ name }) => name));
});

it('regions of channels and deliveries that there are none of are refused', () => {
  const text = `\
alerts:
  channels:
    - {${OPS}, regions: [BR, BRA, other]}
    - {${OPS.replace('ops', 'dev')}, regions: [br, EGY]}
deliveries:
  - {${SHARE}, regions: [EG, BX, other]}
`;
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:3:77: alerts.channels[0].regions[1] is "BRA"; expected ${REGION}, did you mean BR?`,
    `payin-recon.yaml:4:73: alerts.channels[1].regions[0] is "br"; expected ${REGION}, did you mean BR?`,
    `payin-recon.yaml:4:77: alerts.channels[1].regions[1] is "EGY"; expected ${REGION}, did you mean EG?`,
    `payin-recon.yaml:6:62: deliveries[0].regions[1] is "BX"; expected ${REGION}`,
  ]);
});

it('a source with a table of its own has not the name of a table', () => {
  const text = `\
map:
  portal: {kind: statement, columns: {No: order_no, Valor: gross}}
  itau: {kind: bank, columns: {Valor: amount}}
  logs: {kind: callbacks, columns: {No: orderNo}}
sources:
  - {name: portal, paths: [portal], kind: statement, unit: minor, columns: {No: order_no, Valor: gross}}
  - {name: itau, paths: [itau], kind: bank}
  - {name: logs, paths: [logs], kind: statement, columns: {No: order_no, Valor: gross}}
  - {name: other, paths: [other], kind: statement, columns: {No: order_no, Valor: gross}}
`;
  expect(inFile(text)).toEqual([
    'payin-recon.yaml:6:12: sources[0].name is "portal"; expected a name that no table of the setting map has: kept rows of the source would be read again by that table; name one of them otherwise',
  ]);
});

it('regions are those of the same settings', () => {
  const region =
    'currencies: [BRL], methods: [], zone: UTC, amountUnit: minor, decimals: 0, exclusive: false';
  const text = `\
regions: [{name: SUL, ${region}, variant: none}]
alerts: {channels: [{${OPS}, regions: [SUL, other]}]}
deliveries: [{${SHARE}, regions: [BR]}]
`;
  expect(inFile(text)).toEqual([
    expect.stringContaining(
      'deliveries[0].regions[0] is "BR"; expected a region of the setting regions: SUL, or other',
    ),
  ]);
});

it('codes and reports that there are none of are refused', () => {
  const text = `\
alerts:
  channels:
    - {${OPS}, rules: [AMOUNT_MISMACH, STUCK_PROCESSING, '']}
    - {name: post, kind: email, url: smtp://h, from: a@b.example, to: [a@b.example], attach: [ordres, ../../../../key]}
deliveries:
  - {${SHARE}, reports: [order, stuck]}
`;
  const code = 'the code of a finding (payin-recon help findings)';
  const report = 'the name of a report (payin-recon help reports)';
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:3:71: alerts.channels[0].rules[0] is "AMOUNT_MISMACH"; expected ${code}, did you mean AMOUNT_MISMATCH?`,
    'payin-recon.yaml:3:105: alerts.channels[0].rules[2] is ""; expected a text that is not empty',
    `payin-recon.yaml:4:95: alerts.channels[1].attach[0] is "ordres"; expected ${report}, did you mean orders?`,
    `payin-recon.yaml:4:103: alerts.channels[1].attach[1] is "../../../../key"; expected ${report}`,
    `payin-recon.yaml:6:58: deliveries[0].reports[0] is "order"; expected ${report}, did you mean orders?`,
    `payin-recon.yaml:6:65: deliveries[0].reports[1] is "stuck"; expected ${report}, did you mean stuck-orders?`,
  ]);
});

it('currencies that are nearly those of a region are refused', () => {
  const text = `\
tolerances: {BRR: 5, JPY: 1}
decisions: {writeOffLimits: {BRR: 1, EGG: 2}}
fees: [{region: BR, currency: BRR, from: 2026-01-01, percent: '1', rounding: half-up}]
`;
  const code = 'a code of ISO 4217, such as BRL';
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:1:14: tolerances.BRR: the name must be ${code}, did you mean BRL?`,
    `payin-recon.yaml:2:30: decisions.writeOffLimits.BRR: the name must be ${code}, did you mean BRL?`,
    `payin-recon.yaml:2:38: decisions.writeOffLimits.EGG: the name must be ${code}, did you mean EGP?`,
    `payin-recon.yaml:3:31: fees[0].currency is "BRR"; expected ${code}, did you mean BRL?`,
  ]);
  const environment = { PAYIN_RECON_TOLERANCES: '{BRR: 5}' };
  expect(mistakes({ environment })).toEqual([
    `PAYIN_RECON_TOLERANCES: tolerances.BRR: the name must be ${code}, did you mean BRL?`,
  ]);
});

it('codes of currencies are checked wherever the schema of the settings has one', () => {
  expect(inFile('sandbox: {limits: {BLR: {least: 1}}}\n')).toEqual([
    'payin-recon.yaml:1:20: sandbox.limits.BLR: the name must be a code of ISO 4217, such as BRL, did you mean BRL?',
  ]);
  const form = formOf(
    z.object({ lists: z.array(z.object({ by: z.record(currencyCode, z.object({ in: currencyCode })) })) }),
  );
  const all = { regions: [], lists: [{ by: { BLR: { in: 'EGQ' }, BRL: { in: 'EGP' } } }] };
  expect(wrongReferences(all, () => form).map(({ path }) => path.join('.'))).toEqual([
    'lists.0.by.BLR',
    'lists.0.by.BLR.in',
  ]);
});

it('values nested deeper than any setting are a mistake of their form', () => {
  let map: unknown = 'BLR';
  for (let depth = 0; depth < 5000; depth += 1) map = [map];
  expect(() => parseSettings({ map })).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }));
});

it('other currencies, and those of a region, are taken, whether ISO 4217 has them or not', () => {
  const region = 'methods: [], zone: UTC, amountUnit: minor, decimals: 0, exclusive: false, variant: none';
  const text = `\
regions: [{name: XX, currencies: [QQQ], ${region}}]
tolerances: {XCG: 5, HRK: 1, CNH: 1, QQQ: 1, QQX: 1}
`;
  expect(inFile(text)).toEqual([
    'payin-recon.yaml:2:46: tolerances.QQX: the name must be a code of ISO 4217, such as BRL, did you mean QQQ?',
  ]);
});

describe('regions', () => {
  const region = (name: string, currencies: string, methods = '', rest = 'exclusive: false, variant: none') =>
    `  - {name: ${name}, currencies: [${currencies}], methods: [${methods}], zone: UTC, amountUnit: minor, decimals: 0, ${rest}}\n`;
  const wrong = (...regions: string[]) => inFile(`regions:\n${regions.join('')}`);
  const EXCLUSIVE = 'exclusive: true, variant: brazil';

  it('whose currencies or methods all go to a region before them are refused, with what to do', () => {
    expect(wrong(region('EG', "'*'"), region('MX', 'MXN', 'SPEI', EXCLUSIVE))).toEqual([
      'payin-recon.yaml:3:29: regions[1].currencies[0] is "MXN"; expected a currency that no region before it takes: ' +
        "EG takes it by '*'; put MX before EG",
    ]);
    expect(wrong(region('BR', 'BRL', 'PIX, CARD'), region('MX', 'BRL, MXN', 'CARD, SPEI'))).toEqual([
      'payin-recon.yaml:3:29: regions[1].currencies[0] is "BRL"; expected a currency that no region before it takes: ' +
        'BR takes it by BRL; name it in one of them',
      'payin-recon.yaml:3:50: regions[1].methods[0] is "CARD"; expected a method that no region before it takes: ' +
        'BR takes it by CARD; name it in one of them',
    ]);
    expect(wrong(region('EG', "'*'"), region('XX', "'*'", 'SPEI'))).toEqual([
      expect.stringContaining(
        `regions[1].currencies[0] is "*"; expected a currency that no region before it takes: EG takes it by '*'; name it in one of them`,
      ),
    ]);
  });

  it.each([
    ['a region before that takes the rest', [region('MX', 'MXN', 'SPEI'), region('EG', "'*'", 'FAWRY')]],
    ['a code that ISO 4217 does not have', [region('EG', "'*'"), region('XX', 'QQQ')]],
    ['methods alone', [region('EG', "'*'"), region('MX', '', 'SPEI')]],
    ['no currency and no method', [region('EG', "'*'"), region('MX', '')]],
    ['a currency that is the method of another', [region('EG', 'EGP', 'MXN'), region('MX', 'MXN', 'EGP')]],
    ["a method '*'", [region('EG', 'EGP', "'*'"), region('MX', 'MXN', 'SPEI')]],
    ['the same code twice in one region', [region('MX', "MXN, MXN, '*'", 'SPEI, SPEI')]],
    ["'*' after a single code", [region('BR', 'BRL', 'PIX', EXCLUSIVE), region('EG', "'*'")]],
  ])('can have %s', (_what, regions) => {
    const settings = `regions:\n${regions.join('')}`;
    expect(inFile(`${settings}graceSeconds: x\n`)).toEqual([expect.stringContaining('graceSeconds')]);
  });

  it('are refused only where no record of that currency or method, whatever else it has, is theirs', () => {
    const codes = ['*', 'BRL', 'MXN', 'QQQ'];
    const methods = ['PIX', '*'];
    const lists = (all: readonly string[]) => [[], ...all.map((one) => [one]), all.slice(0, 2)];
    const each = lists(codes).flatMap((currencies) =>
      lists(methods).map((of) => ({ currencies, methods: of })),
    );
    const one = { zone: 'UTC', amountUnit: 'minor', decimals: 0, exclusive: false, variant: 'none' } as const;
    const records = ['BRL', 'MXN', 'USD', 'QQQ', '*', undefined].flatMap((currency) =>
      ['PIX', '*', 'CARD', undefined].map((method) => ({ currency, method })),
    );
    for (const first of each) {
      for (const second of each) {
        const regions = [
          { ...one, ...first, name: 'AA' },
          { ...one, ...second, name: 'BB' },
        ];
        const refused = new Set(
          wrongReferences({ regions }, () => ({})).map(({ path }) => path.slice(2).join('.')),
        );
        const goesTo = ({ currency, method }: (typeof records)[number]) =>
          findRegion({ ...parseSettings({}), regions }, currency, method).name;
        for (const [at, code] of second.currencies.entries()) {
          const own = records.filter(
            ({ currency }) => currency === code || (code === '*' && isIsoCurrency(currency)),
          );
          expect(refused.has(`currencies.${at}`)).toBe(own.every((record) => goesTo(record) === 'AA'));
        }
        for (const [at, name] of second.methods.entries()) {
          const own = records.filter(({ method }) => method === name);
          expect(refused.has(`methods.${at}`)).toBe(own.every((record) => goesTo(record) === 'AA'));
        }
      }
    }
  });

  it('are added as docs/guides/load-logs.md shows it', () => {
    const page = parsePage(GUIDE, readFileSync(join(packageRoot, GUIDE), 'utf8'));
    const added = page.blocks.filter(({ text }) => text.includes('name: MX'));
    expect(added).toHaveLength(1);
    const settings = parseSettings(parse(added[0]!.text));
    expect(settings.regions.filter(({ name }) => name !== 'MX')).toEqual(parseSettings({}).regions);
    expect(findRegion(settings, 'MXN', 'SPEI').name).toBe('MX');
    expect(findRegion(settings, 'BRL', 'PIX').name).toBe('BR');
    expect(findRegion(settings, 'EGP', 'FAWRY').name).toBe('EG');
  });
});

it('swapped names of totals, values and words are shown the right way round', () => {
  const text = `\
map:
  st:
    kind: statement
    footer: 1
    totals: {Valor: gross, rows: N, ignore: V, gros: Taxa}
    values: {BRL: currency}
    words: {Tipo: {Venda: payment}}
  bk: {kind: bank, values: {EGP: currency}}
  cb: {values: {A1: orderNo}}
sources: [{name: books, paths: [in], kind: statement, values: {BRL: currency}}]
`;
  const names =
    'row_id, type, status, order_no, trade_no, merchant_id, sub_merchant_id, payment_method, currency, gross, fee, net, completed_at, settled_on, payout_id';
  const first = (example: string) =>
    `a statement has no value of this name. The name comes first, as in ${example}; expected ${names}`;
  const totals = first('totals: { gross: Valor }').replace('payout_id', 'payout_id, rows');
  const values = first('values: { currency: BRL }');
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:5:14: map.st.totals.Valor: ${totals}, did you mean totals: { gross: Valor }?`,
    `payin-recon.yaml:5:37: map.st.totals.ignore: ${totals}`,
    `payin-recon.yaml:5:48: map.st.totals.gros: ${totals}, did you mean gross?`,
    `payin-recon.yaml:6:14: map.st.values.BRL: ${values}, did you mean values: { currency: BRL }?`,
    `payin-recon.yaml:7:13: map.st.words.Tipo: ${first('words: { type: { Venda: payment } }')}`,
    'payin-recon.yaml:8:29: map.bk.values.EGP: a row of a bank has no value of this name. The name comes first, as in ' +
      'values: { currency: BRL }; expected row_id, booked_on, currency, amount, reference, did you mean values: { currency: EGP }?',
    'payin-recon.yaml:9:17: map.cb.values.A1: a record has no such path. The path comes first, as in ' +
      'values: { money.currency: BRL }; expected a path of a record, such as request.body.orderNo, ' +
      'did you mean values: { orderNo: A1 }?',
    `payin-recon.yaml:10:64: sources[0].values.BRL: ${values}, did you mean values: { currency: BRL }?`,
  ]);
});

it('an unknown kind of a table is the only mistake of a table whose names are right', () => {
  const text = `\
map:
  st: {kind: statment, footer: 1, columns: {a: order_no}, values: {currency: BRL}, totals: {gross: V}}
sources: [{name: books, paths: [in], kind: banc, columns: {a: booked_on}}]
`;
  const kinds = 'pay-ins or callbacks or statement or bank';
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:2:14: map.st.kind is "statment"; expected ${kinds}, did you mean statement?`,
    `payin-recon.yaml:3:44: sources[0].kind is "banc"; expected ${kinds}, did you mean bank?`,
  ]);
});
