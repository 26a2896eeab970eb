import type { StatedKind } from '../../contract/statement-fields.ts';
import { plainName } from './field-names.ts';

/** What statements call the values of their rows, in English, Portuguese and Arabic; the surest name first. */
const NAMES: Readonly<Record<StatedKind, Readonly<Record<string, readonly string[]>>>> = {
  statement: {
    row_id: [
      ...['Row ID', 'Line ID', 'Entry ID', 'Movement ID', 'Statement ID', 'Reference ID'],
      ...['ID do lançamento', 'ID lançamento', 'Lançamento', 'ID da movimentação', 'NSU'],
      ...['معرف السطر', 'رقم القيد', 'رقم الحركة'],
    ],
    order_no: [
      ...['Order', 'Order No', 'Order Number', 'Order ID', 'Merchant Order', 'Merchant Order No'],
      ...['Merchant Reference', 'Merchant Ref', 'Your Reference', 'External Reference'],
      ...['Pedido', 'Número do pedido', 'Nº do pedido', 'Num pedido', 'Pedido ID', 'ID do pedido'],
      ...['Código do pedido', 'Referência do lojista', 'Referência externa'],
      ...['رقم الطلب', 'الطلب', 'مرجع التاجر'],
    ],
    trade_no: [
      ...['Trade No', 'Trade Number', 'Transaction', 'Transaction ID', 'Transaction No', 'Payment ID'],
      ...['End to end ID', 'E2E ID', 'TXID', 'Provider Reference'],
      ...['ID transação', 'ID da transação', 'Transação', 'Número da transação', 'Código da transação'],
      ...['رقم المعاملة', 'المعاملة', 'رقم العملية', 'معرف العملية'],
    ],
    merchant_id: [
      ...['Merchant', 'Merchant ID', 'Merchant No', 'Account', 'Seller ID', 'Partner ID'],
      ...['Loja', 'ID da loja', 'Lojista', 'Estabelecimento', 'Código do estabelecimento'],
      ...['التاجر', 'رقم التاجر', 'معرف التاجر'],
    ],
    sub_merchant_id: [
      ...[
        'Sub Merchant',
        'Sub Merchant ID',
        'Store',
        'Store ID',
        'Branch',
        'Filial',
        'Subloja',
        'Sublojista',
      ],
      ...['الفرع', 'التاجر الفرعي'],
    ],
    type: [
      ...['Type', 'Transaction Type', 'Entry Type', 'Operation', 'Category'],
      ...['Tipo', 'Tipo de transação', 'Tipo de lançamento', 'Operação', 'Categoria'],
      ...['النوع', 'نوع العملية', 'نوع المعاملة'],
    ],
    status: [
      ...['Status', 'State', 'Payment Status', 'Situação', 'Estado', 'Situação do pagamento'],
      ...['الحالة', 'حالة الدفع'],
    ],
    payment_method: [
      ...['Payment Method', 'Method', 'Channel', 'Payment Type'],
      ...['Método', 'Método de pagamento', 'Forma de pagamento', 'Meio de pagamento'],
      ...['طريقة الدفع', 'وسيلة الدفع'],
    ],
    currency: ['Currency', 'Currency Code', 'CCY', 'Moeda', 'Código da moeda', 'العملة'],
    gross: [
      ...['Gross', 'Gross Amount', 'Amount', 'Transaction Amount', 'Value', 'Total'],
      ...['Valor', 'Valor bruto', 'Bruto', 'Valor da transação', 'Valor total', 'Valor pago'],
      ...['المبلغ', 'المبلغ الإجمالي', 'القيمة', 'الإجمالي'],
    ],
    fee: [
      ...['Fee', 'Fees', 'Fee Amount', 'Commission', 'Charge', 'MDR', 'Service Fee'],
      ...['Tarifa', 'Tarifas', 'Taxa', 'Taxas', 'Comissão', 'Valor da tarifa', 'Valor da taxa'],
      ...['الرسوم', 'العمولة', 'رسوم الخدمة'],
    ],
    net: [
      ...['Net', 'Net Amount', 'Settlement Amount', 'Amount Due', 'Payable'],
      ...['Líquido', 'Valor líquido', 'Valor a receber', 'Total líquido'],
      ...['الصافي', 'المبلغ الصافي', 'صافي المبلغ'],
    ],
    completed_at: [
      ...['Completed At', 'Paid At', 'Payment Date', 'Transaction Date', 'Transaction Time', 'Date', 'Time'],
      ...['Date Time', 'Created At', 'Processed At'],
      ...['Data', 'Data e hora', 'Data do pagamento', 'Data da transação', 'Data da venda', 'Pago em'],
      ...['التاريخ', 'تاريخ الدفع', 'تاريخ العملية', 'الوقت'],
    ],
    settled_on: [
      ...['Settled On', 'Settlement Date', 'Payout Date', 'Value Date', 'Deposit Date'],
      ...[
        'Data de liquidação',
        'Data da liquidação',
        'Data do repasse',
        'Liquidado em',
        'Previsão de pagamento',
      ],
      ...['تاريخ التسوية', 'تاريخ الإيداع'],
    ],
    payout_id: [
      ...['Payout', 'Payout ID', 'Settlement ID', 'Settlement No', 'Batch', 'Batch ID', 'Transfer ID'],
      ...['Repasse', 'ID do repasse', 'Lote', 'Número do lote', 'ID da liquidação'],
      ...['رقم التسوية', 'رقم الدفعة', 'معرف الإيداع'],
    ],
  },
  bank: {
    row_id: [
      ...['Row ID', 'Transaction ID', 'Entry ID', 'FITID', 'Document', 'Document No'],
      ...['Documento', 'Número do documento', 'Nº documento', 'ID do lançamento'],
      ...['رقم الحركة', 'رقم العملية', 'رقم القيد'],
    ],
    booked_on: [
      ...['Booked On', 'Booking Date', 'Posting Date', 'Date', 'Value Date', 'Transaction Date'],
      ...['Data', 'Data do lançamento', 'Data lançamento', 'Data movimento', 'Data da movimentação'],
      ...['التاريخ', 'تاريخ القيد', 'تاريخ الحركة'],
    ],
    currency: ['Currency', 'Currency Code', 'CCY', 'Moeda', 'العملة'],
    amount: [...['Amount', 'Value', 'Valor', 'Valor do lançamento', 'Montante', 'المبلغ', 'القيمة']],
    reference: [
      ...['Reference', 'Description', 'Memo', 'Details', 'Narrative', 'Text', 'Payment Reference'],
      ...['Histórico', 'Descrição', 'Referência', 'Complemento', 'Detalhes', 'Lançamento'],
      ...['البيان', 'الوصف', 'المرجع', 'التفاصيل'],
    ],
  },
};

const FIELDS: Readonly<Record<StatedKind, ReadonlyMap<string, readonly string[]>>> = {
  statement: byName('statement'),
  bank: byName('bank'),
};

function byName(kind: StatedKind): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const [field, names] of Object.entries(NAMES[kind])) {
    for (const name of names) {
      const plain = plainName(name);
      fields.set(plain, [...(fields.get(plain) ?? []), field]);
    }
  }
  return fields;
}

/** The values of a row that a column of this name may hold, as far as statements commonly use it. */
export function statedFieldsNamed(kind: StatedKind, column: string): readonly string[] {
  return FIELDS[kind].get(plainName(column)) ?? [];
}
