import { expect, it } from 'vitest';
import { transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { asSplit } from '../support/record-forms.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { putStatement, type StatementRow } from './statement-evidence.ts';

const NOW = '2026-11-20T12:00:00Z';
const AT = instantOf(NOW);
const LATER = '2026-11-20T12:00:00.000001Z';

/** The fee of each method, so that it shows which one was charged. */
const FEES = { PIX: 100, CARD: 200, BOLETO: 300 };
const SETTINGS = parseSettings({
  fees: Object.entries(FEES).map(([method, fixed]) => ({
    ...{ region: 'BR', from: '2026-01-01', method, fixed, rounding: 'down', tolerance: 1 },
  })),
});

type Method = keyof typeof FEES;
const asked = (method: Method) => payInLine({ method });
const refused = (method: Method) => asked(method).replace('"code":"00"', '"code":"99"');
const earlier = (line: string) => line.replaceAll('T10:05:0', 'T10:04:0').replaceAll('T10:06:0', 'T10:05:0');
const nextDay = (line: string) => line.replaceAll('2026-11-19T10:', '2026-11-20T10:');
/** At the as-of. */
const now = (line: string) =>
  line.replaceAll(/2026-11-19T1[03]:05:0\d(Z|-03:00)/g, '2026-11-20T09:00:00-03:00');
const unanswered = (method: Method) => JSON.stringify({ ...JSON.parse(asked(method)), response: undefined });
/** A call on two lines, answered after another one that was sent later. */
const around = (outer: string, inner: readonly string[]) => {
  const [request, response] = asSplit([earlier(outer)]) as [string, string];
  return [request, response.replaceAll('T10:04:0', 'T10:06:0'), ...inner];
};
const called = (method: Method, at?: string) =>
  callbackLine({ method, tradeNo: method, ...(at === undefined ? {} : { at }) });

/** The records of an order, its row, and the method by which it is charged, with FEE_MISMATCH if it is. */
const CASES: ReadonlyArray<readonly [records: readonly string[], row: StatementRow, charged: string]> = [
  [[asked('PIX')], { method: 'BOLETO' }, 'BOLETO'],
  [[refused('PIX'), asked('CARD')], {}, 'CARD'],
  [[earlier(asked('CARD')), asked('PIX')], {}, 'CARD'],
  [[asked('PIX'), nextDay(asked('CARD'))], {}, 'PIX'],
  [[refused('PIX'), nextDay(asked('CARD'))], {}, 'PIX'],
  [[now(asked('CARD'))], {}, 'CARD'],
  [[asked('PIX'), unanswered('CARD')], {}, 'PIX'],
  [asSplit([earlier(refused('PIX')), asked('CARD')]), {}, 'CARD'],
  [asSplit([earlier(asked('PIX')), refused('CARD')]), {}, 'PIX'],
  [asSplit([earlier(refused('PIX')), asked('CARD'), nextDay(refused('BOLETO'))]), {}, 'CARD'],
  [asSplit([earlier(refused('PIX')), nextDay(asked('CARD'))]), {}, 'PIX'],
  [[...asSplit([earlier(refused('PIX'))]), asked('CARD')], {}, 'CARD'],
  [around(refused('PIX'), asSplit([asked('CARD')])), {}, 'CARD'],
  [[asked('PIX'), earlier(called('CARD'))], {}, 'PIX'],
  [[asked('PIX').replace('"paymentMethod":"PIX"', '"paymentMethod":null'), called('CARD')], {}, ''],
  [[called('PIX'), earlier(called('CARD'))], {}, 'CARD'],
  [[called('PIX'), earlier(called('CARD')).replace('"verified":true', '"verified":false')], {}, 'PIX'],
  [[called('CARD').replace('"verified":true', '"verified":null')], {}, 'CARD'],
  [[called('PIX'), earlier(called('CARD', LATER))], {}, 'PIX'],
  [[called('CARD', NOW)], {}, 'CARD'],
  [
    [called('PIX'), called('CARD', '2026-11-19T13:04:00Z').replace('2026-11-19T10:06:00-03:00', 'noon')],
    {},
    'CARD',
  ],
  [[], {}, ''],
  [[asked('PIX')], { status: 'pending' }, ''],
  [[asked('PIX')], { type: 'refund' }, ''],
  [[asked('PIX')], { gross: null }, ''],
  [[asked('PIX')], { fee: 101 }, 'PIX'],
  [[asked('PIX')], { fee: 102 }, 'PIX FEE_MISMATCH'],
  [[asked('PIX')], { fee: 99 }, 'PIX'],
  [[asked('PIX')], { fee: 98 }, 'PIX FEE_MISMATCH'],
];

onEngines('the fee of a row', (engine) => {
  it('is that of its method, else of the method of its order', async () => {
    const store = await engine.emptied();
    const orderOf = (index: number) => `ORDER000${String(index).padStart(2, '0')}`;
    const named = (line: string, index: number) =>
      line.replaceAll('ORDER00001', orderOf(index)).replaceAll(/"tradeNo":"/g, `$&${index}-`);
    const records = CASES.flatMap(([texts], index) => texts.map((line) => named(line, index)));
    await store.session((session) =>
      putStatement(
        session,
        // Each twice, as rows of one order do not change each other's fees.
        CASES.flatMap(([, row], index) =>
          ['', ' again'].map((ending) => ({
            ...{ orderNo: orderOf(index), rowId: `${orderOf(index)}${ending}`, method: null },
            ...row,
          })),
        ),
      ),
    );
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      await transaction(session, () => reconcile(session, SETTINGS, { asOf: AT, startedAt: AT }));
      const rows = await session.db
        .selectFrom('statement_rows')
        .select(['expected_fee_minor', 'findings'])
        .orderBy('row_id')
        .execute();
      const found = rows.map(({ expected_fee_minor, findings }) => {
        const method = Object.entries(FEES).find(([, fixed]) => String(fixed) === expected_fee_minor)?.[0];
        return [method, ...findings.split(' ').filter((code) => code === 'FEE_MISMATCH')]
          .filter((text) => text !== undefined)
          .join(' ');
      });
      expect(found).toEqual(CASES.flatMap(([, , charged]) => [charged, charged]));
    });
  });
});
