import type { Language } from '../formats.ts';

/** What each report lists, by the report's name. */
export const REPORT_NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  orders: { en: 'Orders of the date', pt: 'Pedidos da data', ar: 'طلبات التاريخ' },
  'amount-mismatches': {
    en: 'Amount mismatches: paid with another amount or currency than requested',
    pt: 'Divergências de valor: pagos com outro valor ou moeda que o solicitado',
    ar: 'فروق المبالغ: طلبات دُفعت بمبلغ أو بعملة غير المطلوب',
  },
  'orphan-callbacks': {
    en: 'Notifications without an order',
    pt: 'Notificações sem pedido',
    ar: 'إشعارات بلا طلب',
  },
  payments: { en: 'Payments of the date', pt: 'Pagamentos da data', ar: 'مدفوعات التاريخ' },
  'daily-summary': {
    en: 'Totals of the orders of the date',
    pt: 'Totais dos pedidos da data',
    ar: 'إجماليات طلبات التاريخ',
  },
  'payments-summary': {
    en: 'Totals of the payments of the date',
    pt: 'Totais dos pagamentos da data',
    ar: 'إجماليات مدفوعات التاريخ',
  },
  adjustments: {
    en: 'Changes to closed dates that became known on the date',
    pt: 'Ajustes de datas fechadas conhecidos na data',
    ar: 'تسويات لتواريخ مغلقة عُرفت في هذا التاريخ',
  },
  'stuck-orders': { en: 'Stuck orders', pt: 'Pedidos parados', ar: 'طلبات عالقة' },
  findings: { en: 'Open findings', pt: 'Ocorrências abertas', ar: 'ملاحظات مفتوحة' },
  'rejected-records': {
    en: 'Log lines that could not be attributed to an order',
    pt: 'Linhas de log que não puderam ser atribuídas a um pedido',
    ar: 'أسطر سجلات تعذّر نسبتها إلى طلب',
  },
  restatement: {
    en: 'Changes of orders since the previous version',
    pt: 'Mudanças nos pedidos desde a versão anterior',
    ar: 'تغيّرات الطلبات منذ الإصدار السابق',
  },
  'payments-restatement': {
    en: 'Changes of payments since the previous version',
    pt: 'Mudanças nos pagamentos desde a versão anterior',
    ar: 'تغيّرات المدفوعات منذ الإصدار السابق',
  },
  'roll-forward': {
    en: 'Roll-forward of open orders from the date before',
    pt: 'Movimentação dos pedidos em aberto desde a data anterior',
    ar: 'حركة الطلبات المفتوحة من التاريخ السابق',
  },
  'callback-delays': {
    en: 'Delays of payments and their notifications',
    pt: 'Atrasos dos pagamentos e das notificações',
    ar: 'تأخر المدفوعات وإشعاراتها',
  },
  statement: {
    en: 'Rows of statements',
    pt: 'Linhas dos extratos',
    ar: 'أسطر كشوف الحساب',
  },
  payouts: {
    en: 'Payouts and what the bank booked',
    pt: 'Repasses e o que o banco lançou',
    ar: 'التحويلات وما قيّده البنك',
  },
  'payouts-restatement': {
    en: 'Changes of payouts since the previous version',
    pt: 'Mudanças nos repasses desde a versão anterior',
    ar: 'تغيّرات التحويلات منذ الإصدار السابق',
  },
  'statement-restatement': {
    en: 'Changes of rows of statements since the previous version',
    pt: 'Mudanças nas linhas dos extratos desde a versão anterior',
    ar: 'تغيّرات أسطر كشوف الحساب منذ الإصدار السابق',
  },
  'refunds-due': {
    en: 'Money owed to payers',
    pt: 'Valores a devolver aos pagadores',
    ar: 'مبالغ مستحقة للدافعين',
  },
  fees: {
    en: 'Fees of the month by merchant and method',
    pt: 'Tarifas do mês por lojista e método',
    ar: 'رسوم الشهر حسب التاجر والطريقة',
  },
  'missed-payments': {
    en: 'Orders that only statements show as paid',
    pt: 'Pedidos pagos apenas segundo os extratos',
    ar: 'طلبات مدفوعة وفق كشوف الحساب فقط',
  },
};
