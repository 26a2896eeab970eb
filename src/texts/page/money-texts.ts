import type { Language } from '../formats.ts';

/** Texts of the table of money on the overview. */
interface MoneyTexts {
  readonly heading: string;
  /** By which currency each column sums, and what a dash is. */
  readonly help: string;
  readonly range: string;
  readonly requested: string;
  readonly paid: string;
  readonly difference: string;
  readonly mismatched: string;
}

export const MONEY_TEXTS: Readonly<Record<Language, MoneyTexts>> = {
  en: {
    heading: 'Money',
    help:
      'What was requested is in the currency of the request, what was paid in the currency of each payment. ' +
      'A mismatched order counts in the currency in which it was paid. A dash is an amount that is not known.',
    range: 'Dates',
    requested: 'Requested',
    paid: 'Paid for these orders',
    difference: 'Difference of mismatched orders',
    mismatched: 'Mismatched orders',
  },
  pt: {
    heading: 'Valores',
    help:
      'O solicitado está na moeda da solicitação, e o pago na moeda de cada pagamento. ' +
      'Um pedido divergente conta na moeda em que foi pago. Um traço é um valor que não se conhece.',
    range: 'Datas',
    requested: 'Solicitado',
    paid: 'Pago por estes pedidos',
    difference: 'Diferença dos pedidos divergentes',
    mismatched: 'Pedidos divergentes',
  },
  ar: {
    heading: 'المبالغ',
    help:
      'المطلوب بعملة الطلب، والمدفوع بعملة كل دفعة. ' +
      'يُحسب الطلب غير المطابق ضمن العملة التي دُفع بها. تدل الشرطة على مبلغ غير معروف.',
    range: 'التواريخ',
    requested: 'المطلوب',
    paid: 'المدفوع لهذه الطلبات',
    difference: 'فرق الطلبات غير المطابقة',
    mismatched: 'الطلبات غير المطابقة',
  },
};
