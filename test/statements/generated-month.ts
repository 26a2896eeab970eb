import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callbackLine, payInLine } from '../../src/simulate/lines.ts';
import { twoDecimals } from '../../src/simulate/regions.ts';
import { type BankFaults, type BankRow, bankRows, payoutIdOf } from './month-bank.ts';
import { type MonthOrder, monthOrders } from './month-orders.ts';
import { localDate, localTime, SECOND_TARIFF, type StatedRow, statedRows } from './month-rows.ts';

/** When the month is read and judged: each time with what was there by then. The last one is past the month's end. */
export const STEPS = [
  '2026-11-08T12:00:00Z',
  '2026-11-15T12:00:00Z',
  '2026-11-22T12:00:00Z',
  '2026-11-29T12:00:00Z',
  '2026-12-04T12:00:00Z',
] as const;
/** When what came after the close is read. */
export const AFTER = '2026-12-05T12:00:00Z';

export const SETTINGS = `
map:
  extrato:
    kind: statement
    footer: 1
    totals: { rows: Tipo, gross: Bruto, fee: Tarifa, net: Líquido }
    decimal: ','
    delimiter: ';'
    times: dd/MM/yyyy HH:mm:ss
    zone: America/Sao_Paulo
    columns:
      Linha: row_id
      Tipo: type
      Situação: status
      Pedido: order_no
      Transação: trade_no
      Bruto: gross
      Tarifa: fee
      Líquido: net
      Data: completed_at
      Liquidado em: settled_on
      Repasse: payout_id
    values: { currency: BRL, payment_method: PIX }
    words:
      type: { Venda: payment, Estorno: refund, Contestação: chargeback, Mensalidade: fee }
      status: { Pago: paid, Falhou: failed }
  banco:
    kind: bank
    columns: { Id: row_id, Data: booked_on, Valor: amount, Histórico: reference }
    values: { currency: BRL }
    decimal: ','
    delimiter: ';'
    times: dd/MM/yyyy
fees:
  - { region: BR, from: '2026-10-01', percent: '1.4', rounding: half-up }
  - { region: BR, from: '${SECOND_TARIFF}', percent: '1.25', fixed: 9, least: 30, rounding: half-even }
`;

export interface GeneratedMonth {
  readonly orders: readonly MonthOrder[];
  /** The statement's rows as they count once the month was read. */
  readonly rows: readonly StatedRow[];
  readonly afterClose: readonly StatedRow[];
  readonly bank: BankFaults;
  /** The order whose lost callback comes after the close. */
  readonly deliveredLate: MonthOrder;
}

/** Makes a month by a seed, and writes its files to folders `1` to `5`, one for each of {@link STEPS}, and `after`. */
export function writeMonth(seed: number, folder: string): GeneratedMonth {
  const orders = monthOrders(seed);
  const { rows, corrections, afterClose } = statedRows(seed, orders);
  const counting = rows.map((row) => corrections.find(({ rowId }) => rowId === row.rowId) ?? row);
  const bank = bankRows(seed, counting);
  const logs = logLines(orders);
  for (const index of STEPS.keys()) {
    const within = (step: number) => step === index;
    const write = writerOf(join(folder, String(index + 1)));
    for (const kind of ['pay-ins', 'callbacks'] as const) {
      const lines = logs.filter((log) => log.kind === kind && within(stepOf(log.at)));
      write(
        `${kind}.ndjson`,
        lines.map(({ line }) => line),
      );
    }
    const stated = rows.filter(({ at }) => within(stepOf(at)));
    const corrected = corrections.filter(({ at }) => within(stepOf(at) + 1));
    write('extrato.csv', statementLines([...stated, ...corrected]));
    write('banco.csv', bankLines(bank.rows.filter(({ bookedOn }) => within(stepOf(noonOf(bookedOn))))));
  }
  const deliveredLate = orders.find(({ fault, nth }) => fault === 'lost-callback' && nth === 1)!;
  const write = writerOf(join(folder, 'after'));
  write('callbacks.ndjson', lateLines(deliveredLate));
  write('extrato.csv', statementLines(afterClose));
  return { orders, rows: counting, afterClose, bank: bank.faults, deliveredLate };
}

function writerOf(folder: string): (name: string, lines: readonly string[]) => void {
  mkdirSync(folder, { recursive: true });
  return (name, lines) => writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
}

const noonOf = (date: string) => Date.parse(`${date}T15:00:00Z`) / 1000;

/** Number of the step that reads what is from an instant: files are cut at the midnight before each. */
function stepOf(at: number): number {
  const date = localDate(at);
  return STEPS.findIndex((step) => date < step.slice(0, 10));
}

interface LogLine {
  readonly kind: 'pay-ins' | 'callbacks';
  readonly at: number;
  readonly line: string;
}

function logLines(orders: readonly MonthOrder[]): LogLine[] {
  return orders.flatMap(({ order, day }) => [
    ...order.payIns.map((payIn) => {
      return { kind: 'pay-ins' as const, at: payIn.sentAt, line: payInLine(order, payIn, day) };
    }),
    ...order.callbacks.map((callback) => {
      const line = callbackLine(order, callback, day);
      return { kind: 'callbacks' as const, at: callback.receivedAt, line };
    }),
  ]);
}

function lateLines({ order, day, lost }: MonthOrder): string[] {
  const receivedAt = Date.parse(AFTER) / 1000 - 3600;
  return lost.map((callback) => callbackLine(order, { ...callback, receivedAt }, day));
}

const TYPES = { payment: 'Venda', refund: 'Estorno', chargeback: 'Contestação', fee: 'Mensalidade' };
const STATUSES = { paid: 'Pago', failed: 'Falhou' };

const amountText = (minor: number) =>
  `${minor < 0 ? '-' : ''}${twoDecimals(Math.abs(minor))}`.replace('.', ',');
const dateText = (date: string) => date.split('-').reverse().join('/');

/** The provider writes what it gives back with a minus, and the sums of its columns as its last line. */
function statementLines(rows: readonly StatedRow[]): string[] {
  const sums = { gross: 0, fee: 0, net: 0 };
  const lines = rows.map((row) => {
    const { type, fee, net, at, settledOn } = row;
    const gross = ['refund', 'chargeback'].includes(type) ? -row.gross : row.gross;
    sums.gross += gross;
    sums.fee += fee ?? 0;
    sums.net += net ?? 0;
    const amounts = [gross, fee, net].map((minor) => (minor === undefined ? '' : amountText(minor)));
    const time = `${dateText(localDate(at))} ${localTime(at).slice(11)}`;
    return [
      ...[row.rowId, TYPES[type], STATUSES[row.status], row.orderNo, row.tradeNo, ...amounts, time],
      ...[settledOn === '' ? '' : dateText(settledOn), payoutIdOf(settledOn)],
    ].join(';');
  });
  const totals = [sums.gross, sums.fee, sums.net].map(amountText).join(';');
  return [
    'Linha;Tipo;Situação;Pedido;Transação;Bruto;Tarifa;Líquido;Data;Liquidado em;Repasse',
    ...lines,
    `Total;${rows.length} linhas;;;;${totals};;;`,
  ];
}

function bankLines(rows: readonly BankRow[]): string[] {
  return [
    'Id;Data;Valor;Histórico',
    ...rows.map(({ id, bookedOn, minor, reference }) =>
      [id, dateText(bookedOn), amountText(minor), reference].join(';'),
    ),
  ];
}
