import type { StatedKind } from '../../contract/statement-fields.ts';
import { plainName } from './field-names.ts';

/** What statements call the values of their rows, in English, Portuguese and Arabic; the surest name first. */
const NAMES: Readonly<Record<StatedKind, Readonly<Record<string, readonly string[]>>>> = {
  statement: {
    row_id: names(`
      Row ID; Line ID; Entry ID; Movement ID; Statement ID; Reference ID; ID do lançamento; ID lançamento;
      Lançamento; ID da movimentação; ID; Row; Row No; Line; Line No; Record ID; Record No; Sequence;
      Linha; Nº da linha; Sequencial; Código do lançamento; ID da linha;
      معرف السطر; رقم القيد; رقم الحركة; معرف; رقم السطر; الرقم التسلسلي; مسلسل
    `),
    order_no: names(`
      Order; Order No; Order Number; Order ID; Merchant Order; Merchant Order No; Merchant Reference; Merchant
      Ref; Your Reference; External Reference; Pedido; Número do pedido; Nº do pedido; Num pedido; Pedido ID;
      ID do pedido; Código do pedido; Referência do lojista; Referência externa; Order Reference; Order Ref;
      Merchant Order ID; Merchant Transaction ID; Merchant Trade No; Out Trade No; Client Reference; Invoice;
      Invoice No; Nro pedido; Cód pedido; Código pedido; Seu número; Identificador do pedido; Fatura;
      رقم الطلب; الطلب; مرجع التاجر; رقم الأوردر; رقم طلب التاجر; معرف الطلب; رقم الفاتورة
    `),
    trade_no: names(`
      Trade No; Trade Number; Transaction; Transaction ID; Transaction No; Payment ID; End to end ID; E2E ID;
      TXID; Provider Reference; ID transação; ID da transação; Transação; Número da transação; Código da
      transação; Transaction Number; Txn ID; Txn No; Trade ID; Provider Transaction ID; PSP Reference; Gateway
      ID; Charge ID; Fawry Reference; Fawry Reference Number; Nº transação; Identificador da transação; ID fim
      a fim; NSU;
      رقم المعاملة; المعاملة; رقم العملية; معرف العملية; معرف المعاملة; مرجع العملية; مرجع المعاملة; الرقم
      المرجعي لفوري
    `),
    merchant_id: names(`
      Merchant; Merchant ID; Merchant No; Account; Seller ID; Partner ID; Loja; ID da loja; Lojista;
      Estabelecimento; Código do estabelecimento; Merchant Code; Merchant Account; Partner; Código da loja;
      Código do lojista;
      التاجر; رقم التاجر; معرف التاجر; كود التاجر
    `),
    sub_merchant_id: names(`
      Sub Merchant; Sub Merchant ID; Store; Store ID; Branch; Filial; Subloja; Sublojista; Outlet; Outlet ID;
      Sub Account; Subconta;
      فرع; رقم الفرع; الفرع; التاجر الفرعي
    `),
    type: names(`
      Type; Transaction Type; Entry Type; Operation; Category; Tipo; Tipo de transação; Tipo de lançamento;
      Operação; Categoria; Record Type; Event; Event Type; Tipo de operação; Tipo de movimento; Tipo da
      transação; Evento;
      النوع; نوع العملية; نوع المعاملة; نوع الحركة; نوع القيد
    `),
    status: names(`
      Status; State; Payment Status; Situação; Estado; Situação do pagamento; Transaction Status; Order Status;
      Result; Status da transação; Status do pagamento; Situação da transação;
      الحالة; حالة الدفع; حالة العملية; حالة المعاملة; حالة الطلب
    `),
    payment_method: names(`
      Payment Method; Method; Channel; Payment Type; Método; Método de pagamento; Forma de pagamento; Meio de
      pagamento; Payment Channel; Instrument; Product; Modalidade; Produto; Forma pagamento; Meio pagamento;
      طريقة الدفع; وسيلة الدفع; قناة الدفع
    `),
    currency: names(`
      Currency; Currency Code; CCY; Curr; Moeda; Código da moeda;
      العملة; عملة; رمز العملة
    `),
    gross: names(`
      Gross; Gross Amount; Amount; Transaction Amount; Value; Total; Valor; Valor bruto; Bruto; Valor da
      transação; Valor total; Valor pago; Gross Value; Order Amount; Payment Amount; Paid Amount; Amount Paid;
      Transaction Value; Original Amount; Valor original; Valor do pagamento; Valor do pedido; Valor da venda;
      Valor R$; Valor em R$; Montante;
      المبلغ; المبلغ الإجمالي; القيمة; الإجمالي; إجمالي المبلغ; المبلغ المدفوع; مبلغ العملية; مبلغ الدفع; قيمة
      العملية
    `),
    fee: names(`
      Fee; Fees; Fee Amount; Commission; Charge; MDR; Service Fee; Tarifa; Tarifas; Taxa; Taxas; Comissão;
      Valor da tarifa; Valor da taxa; Total Fee; Processing Fee; Transaction Fee; Merchant Fee; Charges; Fee
      Value; Valor das taxas; Valor das tarifas; Taxa MDR; Taxa de intermediação; Encargos; Desconto MDR;
      الرسوم; العمولة; رسوم الخدمة; رسوم; عمولة; رسوم العملية; إجمالي الرسوم; قيمة العمولة; المصاريف
    `),
    net: names(`
      Net; Net Amount; Settlement Amount; Amount Due; Payable; Líquido; Valor líquido; Valor a receber; Total
      líquido; Net Value; Net Settlement; Net Payable; Settled Amount; Payout Amount; Líquido a receber; Valor
      do repasse; Valor a repassar; Valor creditado;
      الصافي; المبلغ الصافي; صافي المبلغ; صافي; القيمة الصافية; صافي القيمة; صافي التسوية; المبلغ المستحق
    `),
    completed_at: names(`
      Completed At; Paid At; Payment Date; Transaction Date; Transaction Time; Date; Time; Date Time; Created
      At; Processed At; Data; Data e hora; Data do pagamento; Data da transação; Data da venda; Pago em;
      Completed Time; Completion Time; Payment Time; Paid Time; Success Time; Timestamp; Date Paid; Date and
      Time; Transaction Date Time; Data hora; Data pagamento; Data transação; Data venda; Data hora da
      transação; Concluído em; Realizado em;
      التاريخ; تاريخ الدفع; تاريخ العملية; الوقت; تاريخ المعاملة; تاريخ ووقت العملية; وقت العملية; وقت الدفع;
      تاريخ ووقت الدفع
    `),
    settled_on: names(`
      Settled On; Settlement Date; Payout Date; Value Date; Deposit Date; Data de liquidação; Data da
      liquidação; Data do repasse; Liquidado em; Previsão de pagamento; Settled At; Settled Date; Paid Out On;
      Credit Date; Funding Date; Expected Payout Date; Liquidação; Data liquidação; Data repasse; Data de
      repasse; Data do crédito; Data de crédito; Previsão de repasse;
      تاريخ التحويل; تاريخ الصرف; تاريخ الاستحقاق; تاريخ التسوية; تاريخ الإيداع
    `),
    payout_id: names(`
      Payout; Payout ID; Settlement ID; Settlement No; Batch; Batch ID; Transfer ID; Repasse; ID do repasse;
      Lote; Número do lote; ID da liquidação; Payout No; Payout Reference; Payout Ref; Batch No; Batch Number;
      Settlement Batch; Settlement Reference; Deposit ID; Transfer No; Número do repasse; Nº repasse; Código do
      repasse; ID lote; Lote de repasse; Lote de pagamento;
      رقم التسوية; رقم الدفعة; معرف الإيداع; رقم التحويل; معرف التسوية; رقم الإيداع; مرجع التسوية; معرف الدفعة
    `),
  },
  bank: {
    row_id: names(`
      Row ID; Transaction ID; Entry ID; FITID; Document; Document No; Documento; Número do documento; Nº
      documento; ID do lançamento; Bank Reference; Cheque No; Nº doc; Docto; Num documento; ID;
      رقم الحركة; رقم العملية; رقم القيد; رقم المستند; رقم المرجع
    `),
    booked_on: names(`
      Booked On; Booking Date; Posting Date; Date; Value Date; Transaction Date; Data; Data do lançamento; Data
      lançamento; Data movimento; Data da movimentação; Book Date; Entry Date; Posted Date; Data contábil; Data
      balancete; Data mov; Dt movimento;
      التاريخ; تاريخ القيد; تاريخ الحركة; تاريخ العملية; تاريخ المعاملة; تاريخ الحق
    `),
    currency: names(`
      Currency; Currency Code; CCY; Curr; Moeda;
      العملة; عملة
    `),
    amount: names(`
      Amount; Value; Transaction Amount; Valor; Valor do lançamento; Valor R$; Valor em R$; Montante; Quantia;
      المبلغ; القيمة; مبلغ; مبلغ الحركة
    `),
    reference: names(`
      Reference; Description; Memo; Details; Narrative; Text; Payment Reference; Histórico; Descrição;
      Referência; Complemento; Detalhes; Lançamento; Transaction Description; Particulars; Remittance
      Information; Payment Details; Histórico do lançamento; Observação;
      البيان; الوصف; المرجع; التفاصيل; بيان; شرح; وصف العملية; شرح العملية
    `),
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

/** What may follow the name of a column of money: `Tarifa (R$)`, `Fee (EGP)`, `Net R$`. */
const CURRENCY_SUFFIX =
  /\s*(?:[([]\s*(?:[A-Z]{3}|\p{L}{0,2}\p{Sc}|ج\.?\s?م\.?|جنيه)\s*[)\]]|\p{L}{0,2}\p{Sc})\s*$/u;
const OF_MONEY: ReadonlySet<string> = new Set(['gross', 'fee', 'net', 'amount']);

/** The values of a row that a column of this name may hold, as far as statements commonly use it. */
export function statedFieldsNamed(kind: StatedKind, column: string): readonly string[] {
  const named = FIELDS[kind].get(plainName(column));
  if (named !== undefined || !CURRENCY_SUFFIX.test(column)) return named ?? [];
  const ofMoney = FIELDS[kind].get(plainName(column.replace(CURRENCY_SUFFIX, ''))) ?? [];
  return ofMoney.filter((field) => OF_MONEY.has(field));
}

/** Names with semicolons between them. */
export function names(text: string): string[] {
  return text.split(';').map((name) => name.trim().replace(/\s+/g, ' '));
}
