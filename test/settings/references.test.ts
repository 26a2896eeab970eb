import { expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { FINDING_CODES } from '../../src/settings/finding-codes.ts';
import { KNOWN_REPORTS } from '../../src/settings/known-reports.ts';
import { inFile, mistakes } from './found-mistakes.ts';

const OPS = 'name: ops, kind: slack, url: https://hooks.example/T0';
const SHARE = 'name: share, kind: folder, folder: share';
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
