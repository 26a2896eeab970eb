import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What the page of an order says of rows of statements, payouts and the bank. */
interface StatedTexts {
  readonly statement: string;
  readonly replaced: string;
  readonly payout: string;
  readonly bank: string;
  readonly row: string;
  readonly type: string;
  readonly fee: string;
  readonly expectedFee: string;
  readonly net: string;
  readonly settledOn: string;
  readonly payoutId: string;
  readonly readAt: string;
  readonly findings: string;
  readonly rows: string;
  readonly reference: string;
  readonly replacedBy: string;
  readonly notJudged: string;
  readonly noOrder: string;
  readonly notBooked: string;
  /** What an event without a time has beside its date. */
  readonly dateOnly: string;
  named(order: string): Phrase;
}

export const STATED_TEXTS: Readonly<Record<Language, StatedTexts>> = {
  en: {
    statement: 'Statement row',
    replaced: 'Replaced statement row',
    payout: 'Payout',
    bank: 'Bank row of a payout',
    row: 'Row',
    type: 'Type',
    fee: 'Fee',
    expectedFee: 'Fee by the tariff',
    net: 'Net',
    settledOn: 'Settled on',
    payoutId: 'Payout number',
    readAt: 'Read at',
    findings: 'Findings at this row',
    rows: 'Statement rows',
    reference: 'Bank reference',
    replacedBy: 'Replaced by the row in',
    notJudged: 'The newest run did not judge this row.',
    noOrder: 'It belongs to no order.',
    notBooked: 'No bank row belongs to it.',
    dateOnly: 'date only',
    named: (order) => say`It names order ${order}, and is counted here by its trade number.`,
  },
  pt: {
    statement: 'Linha do extrato',
    replaced: 'Linha do extrato substituída',
    payout: 'Repasse',
    bank: 'Lançamento do banco para um repasse',
    row: 'Linha',
    type: 'Tipo',
    fee: 'Tarifa',
    expectedFee: 'Tarifa pela tabela',
    net: 'Líquido',
    settledOn: 'Liquidado em',
    payoutId: 'Número do repasse',
    readAt: 'Lida em',
    findings: 'Ocorrências desta linha',
    rows: 'Linhas dos extratos',
    reference: 'Referência do banco',
    replacedBy: 'Substituída pela linha em',
    notJudged: 'A última execução não avaliou esta linha.',
    noOrder: 'Ela não pertence a nenhum pedido.',
    notBooked: 'Nenhum lançamento do banco pertence a ele.',
    dateOnly: 'somente data',
    named: (order) => say`Ela menciona o pedido ${order} e é contada aqui pelo número da transação.`,
  },
  ar: {
    statement: 'سطر في كشف الحساب',
    replaced: 'سطر مستبدل في كشف الحساب',
    payout: 'تحويل',
    bank: 'قيد البنك لتحويل',
    row: 'السطر',
    type: 'النوع',
    fee: 'الرسوم',
    expectedFee: 'الرسوم حسب التعرفة',
    net: 'الصافي',
    settledOn: 'تاريخ التسوية',
    payoutId: 'رقم التحويل',
    readAt: 'وقت القراءة',
    findings: 'ملاحظات هذا السطر',
    rows: 'أسطر كشوف الحساب',
    reference: 'مرجع البنك',
    replacedBy: 'حل محله السطر في',
    notJudged: 'لم يقيّم آخر تشغيل هذا السطر.',
    noOrder: 'لا يتبع أي طلب.',
    notBooked: 'لا يوجد قيد بنكي يخصه.',
    dateOnly: 'التاريخ فقط',
    named: (order) => say`يذكر الطلب ${order}، وهو محسوب هنا عن طريق رقم المعاملة.`,
  },
};
