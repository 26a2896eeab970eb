import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** The list of findings: its filter, its figures and its columns. */
export interface FindingsTexts {
  readonly title: string;
  readonly filter: string;
  readonly apply: string;
  readonly reset: string;
  readonly fields: Readonly<
    Record<
      | 'code'
      | 'severity'
      | 'region'
      | 'merchant'
      | 'method'
      | 'from'
      | 'to'
      | 'age'
      | 'assignee'
      | 'state'
      | 'text'
      | 'awaiting',
      string
    >
  >;
  readonly textHint: string;
  readonly any: string;
  readonly states: Readonly<Record<'open' | 'resolved' | 'accepted' | 'written-off' | 'all', string>>;
  readonly notUnderstood: string;
  mistake(field: string, value: string): Phrase;
  readonly beforeFirst: string;
  readonly counts: string;
  readonly countsLabel: string;
  readonly total: string;
  readonly list: string;
  found(count: string): Phrase;
  readonly asOf: string;
  readonly noRun: string;
  readonly nothing: string;
  readonly mine: string;
  readonly waitingLink: string;
  readonly files: string;
  readonly file: Readonly<Record<'csv' | 'excel-br.csv' | 'excel-eg.csv' | 'xlsx' | 'parquet', string>>;
  readonly choose: string;
  readonly choosePage: string;
  readonly chooseNone: string;
  chooseOne(order: string): string;
  readonly note: string;
  /** A write-off that waits: the amount, who asked, and why. */
  waiting(amount: string, who: string, why: string): Phrase;
  readonly unreadable: string;
  /** Shown after signing in again, because the form was not accepted. */
  readonly notDecided: string;
}

export const FINDINGS_TEXTS: Readonly<Record<Language, FindingsTexts>> = {
  en: {
    title: 'Findings',
    filter: 'Filter',
    apply: 'Apply the filter',
    reset: 'All open findings',
    fields: {
      code: 'Finding',
      severity: 'Severity',
      region: 'Region',
      merchant: 'Merchant',
      method: 'Payment method',
      from: 'Business date from',
      to: 'Business date to',
      age: 'Age in days',
      assignee: 'Assigned to',
      state: 'State',
      text: 'Text',
      awaiting: 'Write-off waits for approval',
    },
    textHint: 'Part of an order number, trade number, merchant or note',
    any: 'Any',
    states: {
      open: 'open',
      resolved: 'resolved',
      accepted: 'accepted',
      'written-off': 'written off',
      all: 'all',
    },
    notUnderstood: 'Parts of the filter are not understood and were left out. The rest applies.',
    mistake: (field, value) => say`${field}: “${value}”`,
    beforeFirst: 'before the first date',
    counts: 'By severity and age',
    countsLabel: 'Number of findings that match the filter, by age in days',
    total: 'Total',
    list: 'List',
    found: (count) => say`Findings that match the filter: ${count}`,
    asOf: 'Ages are counted up to the newest run:',
    noRun: 'Nothing has been reconciled yet.',
    nothing: 'No finding matches the filter.',
    mine: 'Assigned to me',
    waitingLink: 'Waiting for approval',
    files: 'Download the filtered findings',
    file: {
      csv: 'CSV',
      'excel-br.csv': 'CSV for Excel (Brazil)',
      'excel-eg.csv': 'CSV for Excel (Egypt)',
      xlsx: 'Excel workbook',
      parquet: 'Parquet',
    },
    choose: 'Chosen',
    choosePage: 'Choose all on this page',
    chooseNone: 'Choose none',
    chooseOne: (order) => `Choose order ${order}`,
    note: 'Last note',
    waiting: (amount, who, why) =>
      say`Write-off of ${amount} waits for approval. Requested by ${who}: ${why}`,
    unreadable: 'an amount that cannot be read',
    notDecided: 'The session had ended, so nothing was decided. Choose the findings again.',
  },
  pt: {
    title: 'Ocorrências',
    filter: 'Filtro',
    apply: 'Aplicar o filtro',
    reset: 'Todas as ocorrências abertas',
    fields: {
      code: 'Ocorrência',
      severity: 'Gravidade',
      region: 'Região',
      merchant: 'Lojista',
      method: 'Método de pagamento',
      from: 'Data do pedido, de',
      to: 'Data do pedido, até',
      age: 'Idade em dias',
      assignee: 'Responsável',
      state: 'Estado',
      text: 'Texto',
      awaiting: 'Baixa aguardando aprovação',
    },
    textHint: 'Parte do número do pedido, da transação, do lojista ou da anotação',
    any: 'Qualquer',
    states: {
      open: 'aberta',
      resolved: 'resolvida',
      accepted: 'aceita',
      'written-off': 'baixada',
      all: 'todas',
    },
    notUnderstood: 'Partes do filtro não foram entendidas e ficaram de fora. O restante vale.',
    mistake: (field, value) => say`${field}: “${value}”`,
    beforeFirst: 'anterior à primeira data',
    counts: 'Por gravidade e idade',
    countsLabel: 'Número de ocorrências que atendem ao filtro, por idade em dias',
    total: 'Total',
    list: 'Lista',
    found: (count) => say`Ocorrências que atendem ao filtro: ${count}`,
    asOf: 'As idades são contadas até a execução mais recente:',
    noRun: 'Nada foi conciliado ainda.',
    nothing: 'Nenhuma ocorrência atende ao filtro.',
    mine: 'Atribuídas a mim',
    waitingLink: 'Aguardando aprovação',
    files: 'Baixar as ocorrências filtradas',
    file: {
      csv: 'CSV',
      'excel-br.csv': 'CSV para Excel (Brasil)',
      'excel-eg.csv': 'CSV para Excel (Egito)',
      xlsx: 'Planilha Excel',
      parquet: 'Parquet',
    },
    choose: 'Escolher',
    choosePage: 'Escolher todas desta página',
    chooseNone: 'Limpar a escolha',
    chooseOne: (order) => `Escolher o pedido ${order}`,
    note: 'Última anotação',
    waiting: (amount, who, why) =>
      say`Baixa de ${amount} aguardando aprovação. Solicitada por ${who}: ${why}`,
    unreadable: 'um valor ilegível',
    notDecided: 'A sessão tinha terminado e nada foi decidido. Escolha as ocorrências de novo.',
  },
  ar: {
    title: 'الملاحظات',
    filter: 'التصفية',
    apply: 'تطبيق التصفية',
    reset: 'كل الملاحظات المفتوحة',
    fields: {
      code: 'الملاحظة',
      severity: 'الخطورة',
      region: 'المنطقة',
      merchant: 'التاجر',
      method: 'طريقة الدفع',
      from: 'تاريخ الطلب من',
      to: 'تاريخ الطلب إلى',
      age: 'العمر بالأيام',
      assignee: 'مُسندة إلى',
      state: 'الوضع',
      text: 'نص',
      awaiting: 'شطب في انتظار الموافقة',
    },
    textHint: 'جزء من رقم الطلب أو المعاملة أو التاجر أو التعليق',
    any: 'الكل',
    states: {
      open: 'مفتوحة',
      resolved: 'تم حلها',
      accepted: 'مقبولة',
      'written-off': 'مشطوبة',
      all: 'كل الأوضاع',
    },
    notUnderstood: 'أجزاء من التصفية غير مفهومة وتم تجاهلها. ويُطبَّق الباقي.',
    mistake: (field, value) => say`${field}: «${value}»`,
    beforeFirst: 'قبل التاريخ الأول',
    counts: 'حسب الخطورة والعمر',
    countsLabel: 'عدد الملاحظات المطابقة للتصفية حسب العمر بالأيام',
    total: 'الإجمالي',
    list: 'القائمة',
    found: (count) => say`الملاحظات المطابقة للتصفية: ${count}`,
    asOf: 'تُحسب الأعمار حتى أحدث تشغيل:',
    noRun: 'لم تتم أي مطابقة بعد.',
    nothing: 'لا توجد ملاحظة مطابقة للتصفية.',
    mine: 'المُسندة إليّ',
    waitingLink: 'في انتظار الموافقة',
    files: 'تنزيل نتائج التصفية',
    file: {
      csv: 'CSV',
      'excel-br.csv': 'ملف CSV لبرنامج Excel (البرازيل)',
      'excel-eg.csv': 'ملف CSV لبرنامج Excel (مصر)',
      xlsx: 'مصنف Excel',
      parquet: 'Parquet',
    },
    choose: 'اختيار',
    choosePage: 'اختيار كل ما في هذه الصفحة',
    chooseNone: 'إلغاء الاختيار',
    chooseOne: (order) => `اختيار الطلب ${order}`,
    note: 'آخر تعليق',
    waiting: (amount, who, why) => say`شطب ${amount} في انتظار الموافقة. طلبه ${who}: ${why}`,
    unreadable: 'مبلغ غير مقروء',
    notDecided: 'كانت الجلسة قد انتهت، فلم يُتخذ أي قرار. اختر الملاحظات مرة أخرى.',
  },
};
