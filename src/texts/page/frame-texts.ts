import type { Language } from '../formats.ts';

/** What every page shows around its content. */
export interface FrameTexts {
  /** The language's own name. */
  readonly language: string;
  readonly chooseLanguage: string;
  readonly skip: string;
  readonly menu: string;
  readonly overview: string;
  readonly findings: string;
  readonly data: string;
  readonly users: string;
  readonly account: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly search: string;
  readonly searchHint: string;
  /** Label of a time in UTC. */
  readonly utc: string;
  readonly noRegion: string;
  readonly next: string;
  readonly previous: string;
  readonly first: string;
  readonly none: string;
  readonly figures: string;
  readonly home: string;
  readonly columns: {
    readonly region: string;
    readonly date: string;
    readonly merchant: string;
    readonly method: string;
    readonly order: string;
    readonly tradeNo: string;
    readonly currency: string;
    readonly requested: string;
    readonly paid: string;
    readonly difference: string;
    readonly orders: string;
    readonly outcome: string;
    readonly finding: string;
    readonly severity: string;
    readonly age: string;
    readonly state: string;
    readonly assignee: string;
    readonly version: string;
    readonly report: string;
    readonly rows: string;
    readonly size: string;
  };
}

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: {
    language: 'English',
    chooseLanguage: 'Language',
    skip: 'Skip to the content',
    menu: 'Main menu',
    overview: 'Overview',
    findings: 'Findings',
    data: 'Data',
    users: 'Users',
    account: 'Account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    search: 'Find an order',
    searchHint: 'Order number, trade number or reference',
    utc: 'UTC',
    noRegion: 'no region',
    next: 'Next page',
    previous: 'Previous page',
    first: 'First page',
    none: 'None',
    figures: 'Figures as a table',
    home: 'Overview',
    columns: {
      region: 'Region',
      date: 'Date',
      merchant: 'Merchant',
      method: 'Method',
      order: 'Order',
      tradeNo: 'Trade number',
      currency: 'Currency',
      requested: 'Requested',
      paid: 'Paid',
      difference: 'Difference',
      orders: 'Orders',
      outcome: 'Outcome',
      finding: 'Finding',
      severity: 'Severity',
      age: 'Age in days',
      state: 'State',
      assignee: 'Assigned to',
      version: 'Version',
      report: 'Report',
      rows: 'Rows',
      size: 'Size',
    },
  },
  pt: {
    language: 'Português',
    chooseLanguage: 'Idioma',
    skip: 'Ir para o conteúdo',
    menu: 'Menu principal',
    overview: 'Visão geral',
    findings: 'Ocorrências',
    data: 'Dados',
    users: 'Usuários',
    account: 'Conta',
    signIn: 'Entrar',
    signOut: 'Sair',
    search: 'Buscar um pedido',
    searchHint: 'Número do pedido, da transação ou referência',
    utc: 'UTC',
    noRegion: 'sem região',
    next: 'Próxima página',
    previous: 'Página anterior',
    first: 'Primeira página',
    none: 'Nenhum',
    figures: 'Números em tabela',
    home: 'Visão geral',
    columns: {
      region: 'Região',
      date: 'Data',
      merchant: 'Lojista',
      method: 'Método',
      order: 'Pedido',
      tradeNo: 'Número da transação',
      currency: 'Moeda',
      requested: 'Solicitado',
      paid: 'Pago',
      difference: 'Diferença',
      orders: 'Pedidos',
      outcome: 'Situação',
      finding: 'Ocorrência',
      severity: 'Gravidade',
      age: 'Idade em dias',
      state: 'Estado',
      assignee: 'Responsável',
      version: 'Versão',
      report: 'Relatório',
      rows: 'Linhas',
      size: 'Tamanho',
    },
  },
  ar: {
    language: 'العربية',
    chooseLanguage: 'اللغة',
    skip: 'الانتقال إلى المحتوى',
    menu: 'القائمة الرئيسية',
    overview: 'نظرة عامة',
    findings: 'الملاحظات',
    data: 'البيانات',
    users: 'المستخدمون',
    account: 'الحساب',
    signIn: 'تسجيل الدخول',
    signOut: 'تسجيل الخروج',
    search: 'البحث عن طلب',
    searchHint: 'رقم الطلب أو رقم المعاملة أو المرجع',
    utc: 'التوقيت العالمي',
    noRegion: 'بلا منطقة',
    next: 'الصفحة التالية',
    previous: 'الصفحة السابقة',
    first: 'الصفحة الأولى',
    none: 'لا يوجد',
    figures: 'الأرقام في جدول',
    home: 'نظرة عامة',
    columns: {
      region: 'المنطقة',
      date: 'التاريخ',
      merchant: 'التاجر',
      method: 'طريقة الدفع',
      order: 'الطلب',
      tradeNo: 'رقم المعاملة',
      currency: 'العملة',
      requested: 'المطلوب',
      paid: 'المدفوع',
      difference: 'الفرق',
      orders: 'الطلبات',
      outcome: 'الحالة',
      finding: 'الملاحظة',
      severity: 'الخطورة',
      age: 'العمر بالأيام',
      state: 'الوضع',
      assignee: 'مُسندة إلى',
      version: 'الإصدار',
      report: 'التقرير',
      rows: 'الصفوف',
      size: 'الحجم',
    },
  },
};
