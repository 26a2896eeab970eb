import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** Texts about versions of a date: what each changed and why, its reports, and how to download them. */
export interface VersionTexts {
  readonly heading: string;
  version(version: string): Phrase;
  readonly shown: string;
  readonly asOf: string;
  readonly published: string;
  readonly isFirst: string;
  readonly adopted: string;
  readonly why: string;
  sources(count: string): Phrase;
  readonly moreSources: string;
  decisions(action: string, entries: string): Phrase;
  readonly settings: string;
  readonly program: string;
  readonly timeZones: string;
  withdrawn(source: string): Phrase;
  readonly aSourceWithdrawn: string;
  readonly readAgain: string;
  readonly unknownReason: string;
  readonly changes: string;
  readonly noChanges: string;
  readonly notCounted: string;
  readonly field: string;
  readonly changed: string;
  readonly whole: Readonly<Record<'order' | 'payment' | 'payout' | 'statement', string>>;
  readonly before: string;
  readonly after: string;
  readonly actions: Readonly<Record<string, string>>;
  readonly reports: {
    readonly heading: string;
    readonly preview: string;
    readonly all: string;
    /** An archive of all merchants, and one of some. */
    readonly zip: Readonly<Record<'whole' | 'limited', string>>;
    readonly workbook: string;
    readonly forms: Readonly<Record<'csv' | 'excel-br.csv' | 'excel-eg.csv' | 'xlsx' | 'parquet', string>>;
    readonly damaged: string;
  };
  readonly range: {
    readonly heading: string;
    readonly help: string;
    readonly from: string;
    readonly to: string;
    readonly form: string;
    readonly all: string;
    readonly download: string;
  };
  readonly reconcile: { readonly heading: string; readonly help: string; readonly button: string };
}

const en: VersionTexts = {
  heading: 'Versions',
  version: (version) => say`Version ${version}`,
  shown: 'shown here',
  asOf: 'Results as of',
  published: 'Published by the run of',
  isFirst: 'The first version.',
  adopted: 'Adopted from another database.',
  why: 'What is new since the version before',
  sources: (count) => say`New sources: ${count}`,
  moreSources: 'and others',
  decisions: (action, entries) => say`Decisions, ${[action]}: ${entries}`,
  settings: 'The settings changed.',
  program: 'The program changed.',
  timeZones: 'The time zone data changed.',
  withdrawn: (source) => say`Source withdrawn: ${source}`,
  aSourceWithdrawn: 'A source was withdrawn.',
  readAgain: 'Stored records may have been read again (renormalise), or deadlines have passed since.',
  unknownReason: 'No new sources, decisions or settings. Deadlines have passed since.',
  changes: 'What it changed',
  noChanges: 'No orders and no payments that you may see changed.',
  notCounted: 'Open the version to see what it changed.',
  field: 'Field',
  changed: 'Changed values',
  whole: {
    ...{ order: 'whole orders', payment: 'whole payments' },
    ...{ payout: 'whole payouts', statement: 'whole rows of statements' },
  },
  before: 'Before',
  after: 'After',
  actions: {
    accept: 'accepted',
    adopt: 'version adopted',
    approve: 'approved',
    assign: 'assigned',
    close: 'period closed',
    decline: 'declined',
    note: 'notes',
    'nothing-logged': 'declared without records',
    'nothing-logged-taken-back': 'declaration without records taken back',
    purge: 'details removed',
    reconcile: 'reconciled',
    reopen: 'reopened',
    'reopen-period': 'period reopened',
    'request-write-off': 'write-off requested',
    resolve: 'resolved',
    undo: 'undone',
    'write-off': 'written off',
  },
  reports: {
    heading: 'Reports',
    preview: 'Preview',
    all: 'All reports of this version in one file:',
    zip: { whole: 'ZIP with the manifest', limited: 'ZIP of your merchants, without the manifest' },
    workbook: 'Workbook (XLSX)',
    forms: {
      csv: 'CSV',
      'excel-br.csv': 'Excel, Brazil (CSV)',
      'excel-eg.csv': 'Excel, Egypt (CSV)',
      xlsx: 'XLSX',
      parquet: 'Parquet',
    },
    damaged:
      'Published files of this version were changed or removed. Run `payin-recon verify` to see which ones. Such a file is not downloaded.',
  },
  range: {
    heading: 'A month or other dates as one file',
    help: 'The newest version of each date, with the date as a column.',
    from: 'From',
    to: 'To',
    form: 'Form',
    all: 'All reports (ZIP)',
    download: 'Download',
  },
  reconcile: {
    heading: 'Reconcile again',
    help: 'Judges the date as of now with what has been read; no source is read. If the results differ, a new version is published.',
    button: 'Reconcile this date again',
  },
};

const pt: VersionTexts = {
  heading: 'Versões',
  version: (version) => say`Versão ${version}`,
  shown: 'mostrada aqui',
  asOf: 'Posição em',
  published: 'Publicada pela execução de',
  isFirst: 'A primeira versão.',
  adopted: 'Adotada de outro banco de dados.',
  why: 'O que há de novo desde a versão anterior',
  sources: (count) => say`Fontes novas: ${count}`,
  moreSources: 'e outras',
  decisions: (action, entries) => say`Decisões, ${[action]}: ${entries}`,
  settings: 'As configurações mudaram.',
  program: 'O programa mudou.',
  timeZones: 'Os dados de fusos horários mudaram.',
  withdrawn: (source) => say`Fonte retirada: ${source}`,
  aSourceWithdrawn: 'Uma fonte foi retirada.',
  readAgain: 'Registros guardados podem ter sido relidos (renormalise), ou prazos venceram desde então.',
  unknownReason: 'Sem novas fontes, decisões ou configurações. Prazos venceram desde então.',
  changes: 'O que mudou',
  noChanges: 'Não mudou nenhum pedido nem pagamento que você possa ver.',
  notCounted: 'Abra a versão para ver o que ela mudou.',
  field: 'Campo',
  changed: 'Valores alterados',
  whole: {
    ...{ order: 'pedidos inteiros', payment: 'pagamentos inteiros' },
    ...{ payout: 'repasses inteiros', statement: 'linhas inteiras dos extratos' },
  },
  before: 'Antes',
  after: 'Depois',
  actions: {
    accept: 'aceitas',
    adopt: 'versão adotada',
    approve: 'aprovadas',
    assign: 'atribuídas',
    close: 'período fechado',
    decline: 'recusadas',
    note: 'anotações',
    'nothing-logged': 'declarado sem registros',
    'nothing-logged-taken-back': 'declaração sem registros retirada',
    purge: 'detalhes removidos',
    reconcile: 'conciliadas',
    reopen: 'reabertas',
    'reopen-period': 'período reaberto',
    'request-write-off': 'baixa solicitada',
    resolve: 'resolvidas',
    undo: 'desfeitas',
    'write-off': 'baixadas',
  },
  reports: {
    heading: 'Relatórios',
    preview: 'Ver',
    all: 'Todos os relatórios desta versão em um arquivo:',
    zip: { whole: 'ZIP com o manifesto', limited: 'ZIP dos seus lojistas, sem o manifesto' },
    workbook: 'Planilha (XLSX)',
    forms: {
      csv: 'CSV',
      'excel-br.csv': 'Excel, Brasil (CSV)',
      'excel-eg.csv': 'Excel, Egito (CSV)',
      xlsx: 'XLSX',
      parquet: 'Parquet',
    },
    damaged:
      'Arquivos publicados desta versão foram alterados ou removidos. Execute `payin-recon verify` para ver quais. Um arquivo assim não é baixado.',
  },
  range: {
    heading: 'Um mês ou outras datas em um arquivo',
    help: 'A versão mais recente de cada data, com a data como coluna.',
    from: 'De',
    to: 'Até',
    form: 'Formato',
    all: 'Todos os relatórios (ZIP)',
    download: 'Baixar',
  },
  reconcile: {
    heading: 'Conciliar de novo',
    help: 'Avalia a data na posição atual com o que foi lido; nenhuma fonte é lida. Se os resultados forem diferentes, uma nova versão é publicada.',
    button: 'Conciliar esta data de novo',
  },
};

const ar: VersionTexts = {
  heading: 'الإصدارات',
  version: (version) => say`الإصدار ${version}`,
  shown: 'المعروض هنا',
  asOf: 'النتائج كما في',
  published: 'نشره التشغيل الذي بدأ في',
  isFirst: 'الإصدار الأول.',
  adopted: 'منقول من قاعدة بيانات أخرى.',
  why: 'الجديد منذ الإصدار السابق',
  sources: (count) => say`مصادر جديدة: ${count}`,
  moreSources: 'وغيرها',
  decisions: (action, entries) => say`قرارات، ${[action]}: ${entries}`,
  settings: 'تغيّرت الإعدادات.',
  program: 'تغيّر البرنامج.',
  timeZones: 'تغيّرت بيانات المناطق الزمنية.',
  withdrawn: (source) => say`مصدر مسحوب: ${source}`,
  aSourceWithdrawn: 'سُحب مصدر.',
  readAgain: 'ربما أُعيدت قراءة السجلات المخزّنة (renormalise)، أو انقضت مهل منذ ذلك الحين.',
  unknownReason: 'لا مصادر ولا قرارات ولا إعدادات جديدة، لكن انقضت مهل منذ ذلك الحين.',
  changes: 'ما الذي تغيّر',
  noChanges: 'لم يتغيّر أي طلب أو دفعة مما يمكنك رؤيته.',
  notCounted: 'افتح الإصدار لترى ما غيّره.',
  field: 'الحقل',
  changed: 'القيم المتغيّرة',
  whole: {
    ...{ order: 'طلبات كاملة', payment: 'دفعات كاملة' },
    ...{ payout: 'تحويلات كاملة', statement: 'أسطر كشوف كاملة' },
  },
  before: 'قبل',
  after: 'بعد',
  actions: {
    accept: 'قبول',
    adopt: 'نقل إصدار',
    approve: 'موافقة',
    assign: 'إسناد',
    close: 'إغلاق فترة',
    decline: 'رفض',
    note: 'تعليقات',
    'nothing-logged': 'إقرار بعدم وجود سجلات',
    'nothing-logged-taken-back': 'سُحب الإقرار بعدم وجود سجلات',
    purge: 'حذف التفاصيل',
    reconcile: 'مطابقة',
    reopen: 'إعادة فتح',
    'reopen-period': 'إعادة فتح فترة',
    'request-write-off': 'طلب شطب',
    resolve: 'حل',
    undo: 'تراجع',
    'write-off': 'شطب',
  },
  reports: {
    heading: 'التقارير',
    preview: 'معاينة',
    all: 'كل تقارير هذا الإصدار في ملف واحد:',
    zip: { whole: 'ملف ZIP مع البيان', limited: 'ملف ZIP لبيانات تجارك، دون البيان' },
    workbook: 'مصنف (XLSX)',
    forms: {
      csv: 'CSV',
      'excel-br.csv': 'Excel البرازيل (CSV)',
      'excel-eg.csv': 'Excel مصر (CSV)',
      xlsx: 'XLSX',
      parquet: 'Parquet',
    },
    damaged:
      'تغيّرت ملفات منشورة لهذا الإصدار أو حُذفت. شغّل الأمر payin-recon verify لمعرفتها. ولا يُنزَّل ملف كهذا.',
  },
  range: {
    heading: 'شهر أو تواريخ أخرى في ملف واحد',
    help: 'أحدث إصدار لكل تاريخ، مع عمود للتاريخ.',
    from: 'من',
    to: 'إلى',
    form: 'الصيغة',
    all: 'كل التقارير (ZIP)',
    download: 'تنزيل',
  },
  reconcile: {
    heading: 'إعادة المطابقة',
    help: 'يُعاد تقييم التاريخ كما هو الآن بما قُرئ، ولا يُقرأ أي مصدر. إذا اختلفت النتائج نُشر إصدار جديد.',
    button: 'إعادة مطابقة هذا التاريخ',
  },
};

export const VERSION_TEXTS: Readonly<Record<Language, VersionTexts>> = { en, pt, ar };
