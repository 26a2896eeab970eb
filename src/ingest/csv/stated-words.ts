import type { ROW_STATUSES, ROW_TYPES } from '../../contract/statement-fields.ts';
import { plainName } from './field-names.ts';
import { names } from './stated-names.ts';

type WordField = 'type' | 'status';

/** What statements call the types and statuses of their rows, in English, Portuguese and Arabic. */
const WORDS: {
  readonly type: Readonly<Record<(typeof ROW_TYPES)[number], readonly string[]>>;
  readonly status: Readonly<Record<(typeof ROW_STATUSES)[number], readonly string[]>>;
} = {
  type: {
    payment: names(`
      Payment; Sale; Charge; Capture; Pay-in; Collection; Purchase; Pagamento; Venda; Cobrança; Recebimento; Compra;
      دفع; دفعة; بيع; تحصيل; عملية شراء
    `),
    refund: names('Refund; Estorno; Devolução; Reembolso; استرداد; مرتجع'),
    chargeback: names('Chargeback; Dispute; Contestação; Disputa; MED; اعتراض; رد المبالغ'),
    fee: names('Fee; Commission; Service Fee; Tarifa; Taxa; Comissão; رسوم; عمولة'),
    payout: names('Payout; Settlement; Withdrawal; Repasse; Liquidação; Saque; تسوية; سحب'),
    other: names('Other; Adjustment; Outro; Outros; Ajuste; أخرى; تعديل'),
  },
  status: {
    paid: names(`
      Paid; Success; Successful; Succeeded; Completed; Settled; Approved; Captured; Pago; Paga; Aprovado; Aprovada;
      Concluído; Concluída; Liquidado; Liquidada; Confirmado;
      مدفوع; مدفوعة; ناجح; ناجحة; مكتمل; مكتملة; تم الدفع
    `),
    pending: names(`
      Pending; Processing; In Progress; Pendente; Processando; Em processamento; Aguardando;
      معلق; معلقة; قيد المعالجة; قيد الانتظار
    `),
    failed: names(`
      Failed; Declined; Rejected; Cancelled; Canceled; Expired; Error; Falhou; Falha; Recusado; Recusada; Rejeitado;
      Cancelado; Cancelada; Expirado; Negado;
      فشل; فاشل; فاشلة; مرفوض; مرفوضة; ملغي; ملغاة
    `),
    reversed: names('Reversed; Refunded; Estornado; Estornada; Devolvido; Devolvida; مسترد; مستردة; معكوس'),
  },
};

/** In the place of a word that only a person can give. */
export const OPEN_WORD = '…';

/** A column with more different texts than this is hardly one of types or statuses. */
export const MOST_WORDS = 20;

/** Longer texts, and long numbers, are no words, and may be of a person. */
const MOST_LETTERS = 40;
const LONG_NUMBER = /\p{N}{6}/u;

export function isWord(text: string): boolean {
  return text.length <= MOST_LETTERS && !LONG_NUMBER.test(text);
}

/** What each word of a statement commonly means, to be proposed; {@link OPEN_WORD} for a word that is not common. */
export function proposeWords(field: WordField, texts: readonly string[]): Record<string, string> {
  const meanings = Object.entries<readonly string[]>(WORDS[field]);
  return Object.fromEntries(
    texts.map((text) => {
      const name = plainName(text);
      const known = meanings.find(([, names]) => names.some((one) => plainName(one) === name));
      return [text, known?.[0] ?? OPEN_WORD];
    }),
  );
}
