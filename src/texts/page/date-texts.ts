import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** Texts of the page of a date and of the previews of its reports. */
export interface DateTexts {
  title(region: string, date: string): string;
  readonly previous: string;
  readonly next: string;
  readonly notReported: string;
  readonly noReport: string;
  readonly closed: string;
  readonly purged: string;
  older(version: string, newest: string): Phrase;
  readonly newest: string;
  readonly allMerchants: string;
  readonly findings: string;
  attention(findings: string): Phrase;
  readonly coverage: {
    readonly complete: string;
    readonly provisional: string;
    readonly unknown: string;
    readonly notOver: string;
    readonly ends: string;
    readonly payIns: string;
    readonly callbacks: string;
    readonly nothing: string;
    unread(source: string, files: string): Phrase;
    /** Before a stretch without records of a kind. */
    readonly gap: Readonly<Record<'pay-ins' | 'callbacks' | 'statements', string>>;
    /** After the stretch. */
    expected(records: string): Phrase;
    missing(file: string, more: number): Phrase;
    waiting(orders: string): Phrase;
  };
  readonly totals: {
    readonly heading: string;
    readonly byOutcome: string;
    readonly byMerchant: string;
    readonly paymentsByMerchant: string;
    readonly noOrders: string;
    readonly noPayments: string;
    readonly paidOrders: string;
    readonly payments: string;
    readonly unreadable: string;
    readonly subMerchant: string;
    more(rows: string): Phrase;
    readonly tie: string;
    readonly doNotTie: string;
    readonly sums: string;
    readonly measure: string;
    readonly ofRows: string;
    readonly ofTotals: string;
    readonly equal: string;
    readonly different: string;
    readonly measures: Readonly<
      Record<'orders' | 'requested' | 'paid' | 'payments' | 'paid-on-date', string>
    >;
  };
}

const en: DateTexts = {
  title: (region, date) => `${region}, ${date}`,
  previous: 'Previous reported date',
  next: 'Next reported date',
  notReported: 'This date is over, but not reported yet.',
  noReport: 'There is no report of this date.',
  closed: 'The date is in a closed period. Later changes are reported as adjustments.',
  purged: 'The details of this date were removed. Only its published files remain.',
  older: (version, newest) => say`This is version ${version}. The newest one is version ${newest}.`,
  newest: 'Open the newest version',
  allMerchants: 'Only the merchants that you may see are shown and counted.',
  findings: 'Findings of this date',
  attention: (findings) => say`Findings that need attention: ${findings}`,
  coverage: {
    complete: 'Complete: the data covers the whole date.',
    provisional: 'Provisional: orders or payments may be missing.',
    unknown: 'It is not known how far the data reaches.',
    notOver: 'The date was not over when it was reconciled.',
    ends: 'The date ends',
    payIns: 'Pay-in records are not complete to the end of the date. The data reaches to',
    callbacks: 'Callback records are not complete to the end of the date. The data reaches to',
    nothing: 'There are none.',
    unread: (source, files) => say`Source ${source} could not be read completely (files: ${files}).`,
    gap: {
      'pay-ins': 'There are no pay-in records from',
      callbacks: 'There are no callback records from',
      statements: 'There are no rows of statements from',
    },
    expected: (records) => say`Records expected: ${records}.`,
    missing: (file, more) =>
      more === 0
        ? say`The file ${file} did not come.`
        : say`The file ${file} and ${String(more)} more did not come.`,
    waiting: (orders) => say`Orders waiting for them: ${orders}`,
  },
  totals: {
    heading: 'Totals',
    byOutcome: 'Orders requested on the date, by outcome',
    byMerchant: 'Orders requested on the date, by merchant and method',
    paymentsByMerchant: 'Payments made on the date, for orders of any date, by merchant and method',
    noOrders: 'There are no orders on this date.',
    noPayments: 'There are no payments on this date.',
    paidOrders: 'Paid orders',
    payments: 'Payments',
    unreadable: 'Unreadable',
    subMerchant: 'Sub-merchant',
    more: (rows) => say`All rows: ${rows}`,
    tie: 'The totals tie: the rows add up to the stored sums.',
    doNotTie: 'The totals do not tie. Do not use them until payin-recon verify has been run.',
    sums: 'Both sums',
    measure: 'Sum',
    ofRows: 'Sum of the rows',
    ofTotals: 'Stored sum',
    equal: 'equal',
    different: 'different',
    measures: {
      orders: 'Orders',
      requested: 'Requested',
      paid: 'Paid for these orders, in their own currency',
      payments: 'Payments on the date',
      'paid-on-date': 'Paid on the date',
    },
  },
};

const pt: DateTexts = {
  title: (region, date) => `${region}, ${date}`,
  previous: 'Data anterior com relatório',
  next: 'Próxima data com relatório',
  notReported: 'Esta data terminou, mas ainda não tem relatório.',
  noReport: 'Não há relatório desta data.',
  closed: 'A data está em um período fechado. Mudanças posteriores aparecem como ajustes.',
  purged: 'Os detalhes desta data foram removidos. Restam só os arquivos publicados.',
  older: (version, newest) => say`Esta é a versão ${version}. A mais recente é a versão ${newest}.`,
  newest: 'Abrir a versão mais recente',
  allMerchants: 'São mostrados e contados só os lojistas que você pode ver.',
  findings: 'Ocorrências desta data',
  attention: (findings) => say`Ocorrências que requerem atenção: ${findings}`,
  coverage: {
    complete: 'Completa: os dados cobrem a data inteira.',
    provisional: 'Provisória: podem faltar pedidos ou pagamentos.',
    unknown: 'Não se sabe até quando vão os dados.',
    notOver: 'A data não tinha terminado quando foi conciliada.',
    ends: 'A data termina em',
    payIns: 'Os registros de pedidos não estão completos até o fim da data. Os dados vão até',
    callbacks: 'Os registros de notificações não estão completos até o fim da data. Os dados vão até',
    nothing: 'Não há registros.',
    unread: (source, files) => say`A fonte ${source} não pôde ser lida por inteiro (arquivos: ${files}).`,
    gap: {
      'pay-ins': 'Não há registros de pedidos de',
      callbacks: 'Não há registros de notificações de',
      statements: 'Não há linhas de extratos de',
    },
    expected: (records) => say`Registros esperados: ${records}.`,
    missing: (file, more) =>
      more === 0
        ? say`O arquivo ${file} não chegou.`
        : say`O arquivo ${file} e mais ${String(more)} não chegaram.`,
    waiting: (orders) => say`Pedidos que aguardam por eles: ${orders}`,
  },
  totals: {
    heading: 'Totais',
    byOutcome: 'Pedidos solicitados na data, por situação',
    byMerchant: 'Pedidos solicitados na data, por lojista e método',
    paymentsByMerchant: 'Pagamentos feitos na data, de pedidos de qualquer data, por lojista e método',
    noOrders: 'Não há pedidos nesta data.',
    noPayments: 'Não há pagamentos nesta data.',
    paidOrders: 'Pedidos pagos',
    payments: 'Pagamentos',
    unreadable: 'Ilegíveis',
    subMerchant: 'Sublojista',
    more: (rows) => say`Todas as linhas: ${rows}`,
    tie: 'Os totais conferem: a soma das linhas é igual às somas guardadas.',
    doNotTie: 'Os totais não conferem. Não os use antes de executar payin-recon verify.',
    sums: 'As duas somas',
    measure: 'Soma',
    ofRows: 'Soma das linhas',
    ofTotals: 'Soma guardada',
    equal: 'iguais',
    different: 'diferentes',
    measures: {
      orders: 'Pedidos',
      requested: 'Solicitado',
      paid: 'Pago por estes pedidos, na moeda de cada pedido',
      payments: 'Pagamentos na data',
      'paid-on-date': 'Pago na data',
    },
  },
};

const ar: DateTexts = {
  title: (region, date) => `${region}، ${date}`,
  previous: 'التاريخ السابق الذي له تقرير',
  next: 'التاريخ التالي الذي له تقرير',
  notReported: 'انتهى هذا التاريخ ولم يصدر تقريره بعد.',
  noReport: 'لا يوجد تقرير لهذا التاريخ.',
  closed: 'التاريخ ضمن فترة مغلقة، وتظهر التغيّرات اللاحقة كتسويات.',
  purged: 'حُذفت تفاصيل هذا التاريخ، ولم تبق إلا ملفاته المنشورة.',
  older: (version, newest) => say`هذا هو الإصدار ${version}، وأحدث إصدار هو ${newest}.`,
  newest: 'فتح أحدث إصدار',
  allMerchants: 'تُعرض وتُحسب بيانات التجار المسموح لك برؤيتهم فقط.',
  findings: 'ملاحظات هذا التاريخ',
  attention: (findings) => say`ملاحظات تحتاج إلى مراجعة: ${findings}`,
  coverage: {
    complete: 'مكتمل: البيانات تغطي التاريخ كله.',
    provisional: 'مبدئي: قد تنقصه طلبات أو مدفوعات.',
    unknown: 'لا يُعرف إلى أي وقت تتوفر البيانات.',
    notOver: 'لم يكن التاريخ قد انتهى عند المطابقة.',
    ends: 'ينتهي التاريخ في',
    payIns: 'سجلات الطلبات غير مكتملة حتى نهاية التاريخ، والبيانات متوفرة حتى',
    callbacks: 'سجلات الإشعارات غير مكتملة حتى نهاية التاريخ، والبيانات متوفرة حتى',
    nothing: 'لا توجد أي سجلات.',
    unread: (source, files) => say`تعذّرت قراءة المصدر ${source} بالكامل (الملفات: ${files}).`,
    gap: {
      'pay-ins': 'لا توجد سجلات طلبات من',
      callbacks: 'لا توجد سجلات إشعارات من',
      statements: 'لا توجد سطور كشوف من',
    },
    expected: (records) => say`السجلات المتوقعة: ${records}.`,
    missing: (file, more) =>
      more === 0 ? say`لم يصل الملف ${file}.` : say`لم يصل الملف ${file} ولا ${String(more)} غيره.`,
    waiting: (orders) => say`الطلبات التي تنتظرها: ${orders}`,
  },
  totals: {
    heading: 'الإجماليات',
    byOutcome: 'الطلبات المقدمة في هذا التاريخ حسب الحالة',
    byMerchant: 'الطلبات المقدمة في هذا التاريخ حسب التاجر وطريقة الدفع',
    paymentsByMerchant: 'المدفوعات التي تمت في هذا التاريخ، أيًّا كان تاريخ الطلب، حسب التاجر وطريقة الدفع',
    noOrders: 'لا طلبات في هذا التاريخ.',
    noPayments: 'لا مدفوعات في هذا التاريخ.',
    paidOrders: 'الطلبات المدفوعة',
    payments: 'المدفوعات',
    unreadable: 'غير مقروء',
    subMerchant: 'التاجر الفرعي',
    more: (rows) => say`كل الصفوف: ${rows}`,
    tie: 'الإجماليات متطابقة: مجموع الصفوف يساوي المجاميع المحفوظة.',
    doNotTie: 'الإجماليات غير متطابقة. لا تستخدمها قبل تنفيذ الأمر payin-recon verify.',
    sums: 'المجموعان',
    measure: 'المجموع',
    ofRows: 'مجموع الصفوف',
    ofTotals: 'المجموع المحفوظ',
    equal: 'متساويان',
    different: 'مختلفان',
    measures: {
      orders: 'الطلبات',
      requested: 'المطلوب',
      paid: 'المدفوع لهذه الطلبات بعملة كل طلب',
      payments: 'المدفوعات في التاريخ',
      'paid-on-date': 'المدفوع في التاريخ',
    },
  },
};

export const DATE_TEXTS: Readonly<Record<Language, DateTexts>> = { en, pt, ar };
