import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What the pages of sources, rejected lines and jobs say. */
interface DataTexts {
  readonly title: string;
  readonly coverage: string;
  readonly coverageHint: string;
  readonly payIns: string;
  readonly callbacks: string;
  readonly declared: string;
  readonly nothing: string;
  readonly sources: string;
  readonly noSources: string;
  readonly source: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<'pay-in' | 'callback' | 'statement' | 'bank' | 'each', string>>;
  readonly readAt: string;
  readonly records: string;
  readonly accepted: string;
  readonly duplicate: string;
  readonly rejected: string;
  readonly newest: string;
  readonly allRejected: string;
  readonly rejectedTitle: string;
  readonly rejectedIntro: string;
  readonly noRejected: string;
  readonly place: string;
  readonly reason: string;
  readonly detail: string;
  readonly remedy: string;
  readonly anyReason: string;
  readonly show: string;
  ofSource(source: string): Phrase;
  readonly ofAllSources: string;
  readonly jobs: string;
  readonly noJobs: string;
  readonly job: string;
  readonly last: string;
  readonly took: string;
  readonly outcome: string;
  readonly next: string;
  readonly due: string;
  readonly open: string;
  readonly never: string;
  readonly byHand: string;
  readonly allRegions: string;
  readonly outcomes: Readonly<Record<string, string>>;
  waiting(count: string): Phrase;
  failing(count: string, again: Phrase): Phrase;
  readonly noRetry: string;
  seconds(count: string): string;
}

export const DATA_TEXTS: Readonly<Record<Language, DataTexts>> = {
  en: {
    title: 'Data',
    coverage: 'How far the data reaches',
    coverageHint: 'Time of the newest record that was read. Later records are not known yet.',
    payIns: 'Pay-ins until',
    callbacks: 'Callbacks until',
    declared: 'Declared complete until',
    nothing: 'nothing',
    sources: 'Sources',
    noSources: 'No source has been read yet.',
    source: 'Source',
    kind: 'Kind',
    kinds: {
      ...{ 'pay-in': 'pay-ins', callback: 'callbacks', statement: 'statements', bank: 'bank rows' },
      each: 'by line',
    },
    readAt: 'Read at',
    records: 'Records',
    accepted: 'Accepted',
    duplicate: 'Read before',
    rejected: 'Rejected',
    newest: 'Newest records',
    allRejected: 'All rejected lines',
    rejectedTitle: 'Rejected lines',
    rejectedIntro:
      'Lines that belong to no order, because something is missing or cannot be read. Correct them where they are written and read them again.',
    noRejected: 'No line was rejected.',
    place: 'File and line',
    reason: 'Reason',
    detail: 'Found',
    remedy: 'What to do',
    anyReason: 'any reason',
    show: 'Show',
    ofSource: (source) => say`Only lines of ${source}.`,
    ofAllSources: 'Show the lines of all sources',
    jobs: 'Jobs',
    noJobs: 'No job is scheduled by the settings.',
    job: 'Job',
    last: 'Last run',
    took: 'Duration',
    outcome: 'Result',
    next: 'Next run',
    due: 'Due at',
    open: 'Not done',
    never: 'never',
    byHand: 'started manually',
    allRegions: 'all regions',
    outcomes: {
      due: 'due',
      running: 'running',
      done: 'done',
      failed: 'failed',
      superseded: 'replaced by a newer run',
    },
    waiting: (count) => say`${count} waiting`,
    failing: (count, again) => say`${count} failing; next attempt: ${again}`,
    noRetry: 'with the next run',
    seconds: (count) => `${count} s`,
  },
  pt: {
    title: 'Dados',
    coverage: 'Até onde vão os dados',
    coverageHint:
      'Horário do registro mais recente que foi lido. Registros posteriores ainda não são conhecidos.',
    payIns: 'Cobranças até',
    callbacks: 'Notificações até',
    declared: 'Declarado completo até',
    nothing: 'nada',
    sources: 'Fontes',
    noSources: 'Nenhuma fonte foi lida ainda.',
    source: 'Fonte',
    kind: 'Tipo',
    kinds: {
      ...{ 'pay-in': 'cobranças', callback: 'notificações', statement: 'extratos', bank: 'linhas do banco' },
      each: 'por linha',
    },
    readAt: 'Lida em',
    records: 'Registros',
    accepted: 'Aceitos',
    duplicate: 'Já lidos',
    rejected: 'Rejeitados',
    newest: 'Registros mais recentes',
    allRejected: 'Todas as linhas rejeitadas',
    rejectedTitle: 'Linhas rejeitadas',
    rejectedIntro:
      'Linhas que não pertencem a nenhum pedido, porque falta algum dado ou ele não pode ser lido. Corrija-as onde são escritas e leia-as de novo.',
    noRejected: 'Nenhuma linha foi rejeitada.',
    place: 'Arquivo e linha',
    reason: 'Motivo',
    detail: 'Encontrado',
    remedy: 'O que fazer',
    anyReason: 'todos os motivos',
    show: 'Mostrar',
    ofSource: (source) => say`Só linhas de ${source}.`,
    ofAllSources: 'Mostrar as linhas de todas as fontes',
    jobs: 'Tarefas',
    noJobs: 'As configurações não agendam nenhuma tarefa.',
    job: 'Tarefa',
    last: 'Última execução',
    took: 'Duração',
    outcome: 'Resultado',
    next: 'Próxima execução',
    due: 'Prevista para',
    open: 'Não concluídas',
    never: 'nunca',
    byHand: 'iniciada manualmente',
    allRegions: 'todas as regiões',
    outcomes: {
      due: 'prevista',
      running: 'em andamento',
      done: 'concluída',
      failed: 'falhou',
      superseded: 'substituída por uma execução mais recente',
    },
    waiting: (count) => say`${count} em espera`,
    failing: (count, again) => say`${count} com falha; próxima tentativa: ${again}`,
    noRetry: 'na próxima execução',
    seconds: (count) => `${count} s`,
  },
  ar: {
    title: 'البيانات',
    coverage: 'إلى أي وقت تصل البيانات',
    coverageHint: 'وقت أحدث سجل قُرئ. ما بعده غير معروف حتى الآن.',
    payIns: 'عمليات الدفع حتى',
    callbacks: 'الإشعارات حتى',
    declared: 'أُعلن اكتمالها حتى',
    nothing: 'لا شيء',
    sources: 'المصادر',
    noSources: 'لم يُقرأ أي مصدر بعد.',
    source: 'المصدر',
    kind: 'النوع',
    kinds: {
      ...{ 'pay-in': 'عمليات دفع', callback: 'إشعارات', statement: 'كشوف', bank: 'سطور البنك' },
      each: 'بحسب السطر',
    },
    readAt: 'وقت القراءة',
    records: 'السجلات',
    accepted: 'المقبولة',
    duplicate: 'المقروءة من قبل',
    rejected: 'المرفوضة',
    newest: 'أحدث السجلات',
    allRejected: 'كل الأسطر المرفوضة',
    rejectedTitle: 'الأسطر المرفوضة',
    rejectedIntro: 'أسطر لا تخص أي طلب لأن شيئًا فيها ناقص أو غير مقروء. صحّحها حيث تُكتب ثم أعد قراءتها.',
    noRejected: 'لم يُرفض أي سطر.',
    place: 'الملف والسطر',
    reason: 'السبب',
    detail: 'ما وُجد',
    remedy: 'المطلوب عمله',
    anyReason: 'كل الأسباب',
    show: 'عرض',
    ofSource: (source) => say`أسطر ${source} فقط.`,
    ofAllSources: 'عرض أسطر كل المصادر',
    jobs: 'المهام',
    noJobs: 'لا توجد مهمة مجدولة في الإعدادات.',
    job: 'المهمة',
    last: 'آخر تشغيل',
    took: 'المدة',
    outcome: 'النتيجة',
    next: 'التشغيل التالي',
    due: 'الموعد',
    open: 'لم تُنجز',
    never: 'لا يوجد',
    byHand: 'تشغيل يدوي',
    allRegions: 'كل المناطق',
    outcomes: {
      due: 'حان موعدها',
      running: 'جارية',
      done: 'تمت',
      failed: 'أخفقت',
      superseded: 'حل محلها تشغيل أحدث',
    },
    waiting: (count) => say`في الانتظار: ${count}`,
    failing: (count, again) => say`المخفقة: ${count}؛ المحاولة التالية: ${again}`,
    noRetry: 'مع التشغيل التالي',
    seconds: (count) => `${count} ث`,
  },
};
