import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What a date of a region is like. */
type Status = 'closed' | 'missing' | 'attention' | 'provisional' | 'complete' | 'none';

/** Figures of a date as a sentence has them, already written in the language. */
interface DateWords {
  readonly region: string;
  readonly date: string;
  readonly status: string;
  readonly orders: string;
  readonly paid: string;
  readonly findings: string;
}

/** Texts of the overview of all regions. */
export interface OverviewTexts {
  readonly title: string;
  /** Label of an as-of. */
  readonly asOf: string;
  readonly nothing: string;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly meanings: Readonly<Record<Exclude<Status, 'none'>, string>>;
  /** A date in one sentence; `findings` is the number that needs attention, `0` for none. */
  state(words: DateWords): Phrase;
  noOrders(region: string, date: string, status: string): Phrase;
  missing(region: string, date: string): Phrase;
  readonly openDate: string;
  readonly openAttention: string;
  readonly yesterday: string;
  readonly mismatches: {
    readonly heading: string;
    readonly help: string;
    readonly none: string;
    orders(orders: string): Phrase;
    ordersAndUnknown(orders: string, unknown: string): Phrase;
    readonly noCurrency: string;
    readonly findings: string;
    readonly excel: string;
    readonly workbook: string;
    readonly csv: string;
    readonly noReports: string;
    readonly purged: string;
  };
  readonly ranges: Readonly<Record<'yesterday' | 'seven' | 'week' | 'all', string>>;
  readonly calendar: { readonly heading: string; readonly week: string; readonly legend: string };
  readonly shares: {
    readonly heading: string;
    readonly paid: string;
    readonly matched: string;
    readonly requestedOrders: string;
    description(words: { from: string; to: string; paid: string; matched: string }): string;
    readonly empty: string;
  };
  readonly findings: {
    readonly heading: string;
    readonly total: string;
    readonly none: string;
    readonly kinds: string;
    readonly all: string;
    days(bucket: string): string;
  };
  readonly watch: { readonly heading: string; readonly calm: string };
}

const en: OverviewTexts = {
  title: 'Overview',
  asOf: 'Results as of',
  nothing: 'No date is reported yet. The first reconciliation shows its results here.',
  statuses: {
    complete: 'complete',
    provisional: 'provisional',
    attention: 'needs attention',
    missing: 'missing',
    closed: 'closed',
    none: 'no report',
  },
  meanings: {
    complete: 'reported from complete data',
    provisional: 'reported, but orders or payments may still be missing',
    attention: 'has open findings of high or critical severity',
    missing: 'over, but not reported',
    closed: 'in a closed period',
  },
  state: ({ region, date, status, orders, paid, findings }) =>
    say`${region}, ${date}: ${status}. Orders: ${orders}, paid: ${paid}, findings that need attention: ${findings}.`,
  noOrders: (region, date, status) => say`${region}, ${date}: ${status}. There are no orders.`,
  missing: (region, date) => say`${region}, ${date}: not reported yet.`,
  openDate: 'Open the date',
  openAttention: 'Findings that need attention',
  yesterday: 'Yesterday',
  mismatches: {
    heading: 'Amount mismatches',
    help:
      'Difference: paid minus requested, of orders paid with another amount or currency, ' +
      'or whose amount cannot be read, paid or not.',
    none: 'no mismatches',
    orders: (orders) => say`orders: ${orders}`,
    ordersAndUnknown: (orders, unknown) =>
      say`orders: ${orders}, of which with an unknown difference: ${unknown}`,
    noCurrency: 'no currency',
    findings: 'Show findings',
    excel: 'Download for Excel (CSV)',
    workbook: 'XLSX',
    csv: 'CSV',
    noReports: 'no reports',
    purged: 'The details of these dates were removed.',
  },
  ranges: {
    yesterday: 'Yesterday',
    seven: 'Last 7 dates',
    week: 'Last week, Monday to Sunday',
    all: 'All dates shown',
  },
  calendar: { heading: 'Last 35 dates', week: 'Week', legend: 'Legend' },
  shares: {
    heading: 'Share of orders paid and matched',
    paid: 'Paid',
    matched: 'Matched',
    requestedOrders: 'Orders requested',
    description: ({ from, to, paid, matched }) =>
      `From ${from} to ${to}. On the last reported date, ${paid} of the orders are paid and ${matched} matched.`,
    empty: 'There are no orders.',
  },
  findings: {
    heading: 'Open findings by severity and age',
    total: 'Total',
    none: 'There are no open findings.',
    kinds: 'By kind of finding',
    all: 'All open findings',
    days: (bucket) =>
      bucket === '<1' ? 'under 1 day' : bucket === '>30' ? 'over 30 days' : `${bucket} days`,
  },
  watch: { heading: 'Anomaly watch', calm: 'There is no open alarm.' },
};

const pt: OverviewTexts = {
  title: 'Visão geral',
  asOf: 'Posição em',
  nothing: 'Nenhuma data tem relatório ainda. A primeira conciliação mostra os resultados aqui.',
  statuses: {
    complete: 'completa',
    provisional: 'provisória',
    attention: 'requer atenção',
    missing: 'ausente',
    closed: 'fechada',
    none: 'sem relatório',
  },
  meanings: {
    complete: 'relatório com dados completos',
    provisional: 'com relatório, mas ainda podem faltar pedidos ou pagamentos',
    attention: 'tem ocorrências abertas de gravidade alta ou crítica',
    missing: 'terminou, mas não tem relatório',
    closed: 'em um período fechado',
  },
  state: ({ region, date, status, orders, paid, findings }) =>
    say`${region}, ${date}: ${status}. Pedidos: ${orders}, pagos: ${paid}, ocorrências que requerem atenção: ${findings}.`,
  noOrders: (region, date, status) => say`${region}, ${date}: ${status}. Não há pedidos.`,
  missing: (region, date) => say`${region}, ${date}: ainda sem relatório.`,
  openDate: 'Abrir a data',
  openAttention: 'Ocorrências que requerem atenção',
  yesterday: 'Ontem',
  mismatches: {
    heading: 'Divergências de valor',
    help:
      'Diferença: pago menos solicitado, dos pedidos pagos com outro valor ou moeda, ' +
      'ou cujo valor não pode ser lido, pagos ou não.',
    none: 'sem divergências',
    orders: (orders) => say`pedidos: ${orders}`,
    ordersAndUnknown: (orders, unknown) =>
      say`pedidos: ${orders}, dos quais com diferença desconhecida: ${unknown}`,
    noCurrency: 'sem moeda',
    findings: 'Ver ocorrências',
    excel: 'Baixar para Excel (CSV)',
    workbook: 'XLSX',
    csv: 'CSV',
    noReports: 'sem relatórios',
    purged: 'Os detalhes destas datas foram removidos.',
  },
  ranges: {
    yesterday: 'Ontem',
    seven: 'Últimas 7 datas',
    week: 'Semana passada, de segunda a domingo',
    all: 'Todas as datas mostradas',
  },
  calendar: { heading: 'Últimas 35 datas', week: 'Semana', legend: 'Legenda' },
  shares: {
    heading: 'Percentual de pedidos pagos e conciliados',
    paid: 'Pagos',
    matched: 'Conciliados',
    requestedOrders: 'Pedidos solicitados',
    description: ({ from, to, paid, matched }) =>
      `De ${from} a ${to}. Na última data com relatório, ${paid} dos pedidos estão pagos e ${matched} conciliados.`,
    empty: 'Não há pedidos.',
  },
  findings: {
    heading: 'Ocorrências abertas por gravidade e idade',
    total: 'Total',
    none: 'Não há ocorrências abertas.',
    kinds: 'Por tipo de ocorrência',
    all: 'Todas as ocorrências abertas',
    days: (bucket) =>
      bucket === '<1' ? 'menos de 1 dia' : bucket === '>30' ? 'mais de 30 dias' : `${bucket} dias`,
  },
  watch: { heading: 'Monitor de anomalias', calm: 'Não há alarme aberto.' },
};

/** From 11 on, the counted noun is in the singular accusative. */
function arabicDays(bucket: string): string {
  if (bucket === '<1') return 'أقل من يوم';
  if (bucket === '>30') return 'أكثر من 30 يومًا';
  return `${bucket} ${bucket === '7-30' ? 'يومًا' : 'أيام'}`;
}

const ar: OverviewTexts = {
  title: 'نظرة عامة',
  asOf: 'النتائج كما في',
  nothing: 'لا تقارير لأي تاريخ بعد. تظهر النتائج هنا بعد أول مطابقة.',
  statuses: {
    complete: 'مكتمل',
    provisional: 'مبدئي',
    attention: 'يحتاج إلى مراجعة',
    missing: 'لم يصدر',
    closed: 'مغلق',
    none: 'بلا تقرير',
  },
  meanings: {
    complete: 'صدر التقرير من بيانات مكتملة',
    provisional: 'صدر التقرير، وقد تنقصه طلبات أو مدفوعات',
    attention: 'به ملاحظات مفتوحة خطورتها عالية أو حرجة',
    missing: 'انتهى التاريخ ولم يصدر تقريره',
    closed: 'ضمن فترة مغلقة',
  },
  state: ({ region, date, status, orders, paid, findings }) =>
    say`${region}، ${date}: ${status}. الطلبات: ${orders}، المدفوع منها: ${paid}، ملاحظات تحتاج إلى مراجعة: ${findings}.`,
  noOrders: (region, date, status) => say`${region}، ${date}: ${status}. لا توجد طلبات.`,
  missing: (region, date) => say`${region}، ${date}: لم يصدر التقرير بعد.`,
  openDate: 'فتح التاريخ',
  openAttention: 'الملاحظات التي تحتاج إلى مراجعة',
  yesterday: 'أمس',
  mismatches: {
    heading: 'فروق المبالغ',
    help:
      'الفرق: المدفوع ناقص المطلوب، للطلبات التي دُفعت بمبلغ أو بعملة غير المطلوب، ' +
      'أو التي تتعذر قراءة مبلغها، مدفوعة كانت أم لا.',
    none: 'لا فروق',
    orders: (orders) => say`الطلبات: ${orders}`,
    ordersAndUnknown: (orders, unknown) => say`الطلبات: ${orders}، منها بفرق غير معروف: ${unknown}`,
    noCurrency: 'بلا عملة',
    findings: 'عرض الملاحظات',
    excel: 'تنزيل لبرنامج Excel (CSV)',
    workbook: 'XLSX',
    csv: 'CSV',
    noReports: 'لا تقارير',
    purged: 'حُذفت تفاصيل هذه التواريخ.',
  },
  ranges: {
    yesterday: 'أمس',
    seven: 'آخر 7 تواريخ',
    week: 'الأسبوع الماضي، من الاثنين إلى الأحد',
    all: 'كل التواريخ المعروضة',
  },
  calendar: { heading: 'آخر 35 تاريخًا', week: 'الأسبوع', legend: 'العلامات' },
  shares: {
    heading: 'نسبة الطلبات المدفوعة والمطابقة',
    paid: 'المدفوعة',
    matched: 'المطابقة',
    requestedOrders: 'الطلبات المقدمة',
    description: ({ from, to, paid, matched }) =>
      `من ${from} إلى ${to}. في آخر تاريخ له تقرير: المدفوع من الطلبات ${paid} والمطابق ${matched}.`,
    empty: 'لا توجد طلبات.',
  },
  findings: {
    heading: 'الملاحظات المفتوحة حسب الخطورة والعمر',
    total: 'الإجمالي',
    none: 'لا توجد ملاحظات مفتوحة.',
    kinds: 'حسب نوع الملاحظة',
    all: 'كل الملاحظات المفتوحة',
    days: arabicDays,
  },
  watch: { heading: 'مراقبة الحالات غير المعتادة', calm: 'لا يوجد إنذار مفتوح.' },
};

export const OVERVIEW_TEXTS: Readonly<Record<Language, OverviewTexts>> = { en, pt, ar };
