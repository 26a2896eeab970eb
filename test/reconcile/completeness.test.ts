import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { OUTCOMES } from '../../src/reconcile/rules/outcome.ts';
import { type CsvRow, expectedRows, isOf, readScenarios, type Scenario } from './scenario.ts';

const STUCK_REASONS = ['paid_in_statement', 'unknown_status', 'processing', 'no_response', 'accepted'];
const AMOUNT_REASONS = ['currency', 'unreadable', 'unit_scale', 'overpaid', 'underpaid'];

/** Everything that an order can be said to be; each needs a case that shows it and one that nearly does. */
const CODES = [
  ...Object.keys(OUTCOMES),
  ...RULES.map((rule) => rule.code),
  ...STUCK_REASONS.map((reason) => `STUCK/${reason}`),
  ...AMOUNT_REASONS.map((reason) => `AMOUNT_MISMATCH/${reason}`),
];

const SCENARIOS = readScenarios();

/** Codes by order, of all scenarios. */
const SHOWN = new Map(SCENARIOS.map((scenario) => [scenario.name, codesOf(scenario)]));

describe.each(CODES)('%s', (code) => {
  it('has a case that shows it', () => {
    const cases = SCENARIOS.filter(({ name }) => SHOWN.get(name)!.some(({ codes }) => codes.has(code)));
    expect(cases.map(({ name }) => name)).not.toEqual([]);
  });

  it('has a near miss that does not', () => {
    const nearMisses = SCENARIOS.flatMap(({ nearMisses }) => nearMisses[code] ?? []);
    expect(nearMisses).not.toEqual([]);
  });
});

describe.each(SCENARIOS.filter(({ nearMisses }) => Object.keys(nearMisses).length > 0))(
  'the near misses of $name',
  ({ name, nearMisses, reports }) => {
    it.each(Object.entries(nearMisses))('are near %s and are not it', (code, orders) => {
      expect(CODES).toContain(code);
      // A reason is shown by a report of its own, which has to be there to not show it.
      if (code.startsWith('STUCK/')) expect(reports).toContain('stuck-orders');
      if (code.startsWith('AMOUNT_MISMATCH/')) expect(reports).toContain('amount-mismatches');
      for (const order of orders) {
        const rows = SHOWN.get(name)!.filter(({ row }) => isOf(row, order));
        expect(rows, `${order} has one row`).toHaveLength(1);
        expect([...rows[0]!.codes], order).not.toContain(code);
      }
    });
  },
);

/** Each order of a scenario with all codes that its reports give it. */
function codesOf(scenario: Scenario): Array<{ row: CsvRow; codes: Set<string> }> {
  const stuck = expectedRows(scenario, 'stuck-orders');
  const amounts = expectedRows(scenario, 'amount-mismatches');
  return expectedRows(scenario, 'orders').map((row) => {
    const isSame = (other: CsvRow) =>
      other['merchant_id'] === row['merchant_id'] && other['order_no'] === row['order_no'];
    const codes = [
      row['outcome']!,
      ...row['findings']!.split(' '),
      ...stuck.filter(isSame).map((other) => `STUCK/${other['stuck_reason']}`),
      ...amounts.filter(isSame).map((other) => `AMOUNT_MISMATCH/${other['reason']}`),
    ];
    return { row, codes: new Set(codes) };
  });
}
