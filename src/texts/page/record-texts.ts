import type { TimeFlag } from '../../normalise/read-time.ts';
import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What the page of an order says of its records, verdicts and decisions. */
interface RecordTexts {
  readonly records: string;
  readonly verdicts: string;
  readonly decisions: string;
  readonly noRecords: string;
  readonly noVerdicts: string;
  readonly noDecisions: string;
  readonly request: string;
  readonly response: string;
  readonly callback: string;
  readonly foreignCallback: string;
  readonly place: string;
  line(source: string, line: string): Phrase;
  readonly responseCode: string;
  readonly status: string;
  readonly accountNo: string;
  readonly ack: string;
  readonly completedAt: string;
  readonly noCompletion: string;
  readonly impossible: string;
  readonly offset: string;
  /** Where the offset of a completion time comes from. */
  readonly offsets: Readonly<Record<'explicit' | 'region' | 'header' | 'utc' | 'none', string>>;
  readonly written: string;
  readonly expiresAt: string;
  readonly noResponse: string;
  answers(place: Phrase): Phrase;
  readonly answersNone: string;
  readonly noOwnTime: string;
  readonly attribution: string;
  readonly notVerified: string;
  names(order: string, merchant: string): Phrase;
  countedAt(order: string, merchant: string): Phrase;
  readonly byTradeNo: string;
  readonly timeFlags: string;
  readonly flags: Readonly<Record<TimeFlag, string>>;
  readonly brokenRules: string;
  readonly field: string;
  readonly rule: string;
  readonly shape: string;
  run(run: string): Phrase;
  readonly noVerdict: string;
  before(outcome: string): Phrase;
  readonly newFindings: string;
  readonly changedFindings: string;
  readonly goneFindings: string;
  readonly publishedIn: string;
  version(date: string, region: string, version: string): Phrase;
  readonly notPublished: string;
  by(action: string, who: string): Phrase;
  entry(entry: string): Phrase;
  readonly reason: string;
  readonly stateBefore: string;
  readonly stateAfter: string;
  /** Actions of the audit trail about an order. */
  readonly actions: Readonly<Record<string, string>>;
}

export const RECORD_TEXTS: Readonly<Record<Language, RecordTexts>> = {
  en: {
    records: 'Records',
    verdicts: 'Verdicts of the runs',
    decisions: 'Decisions',
    noRecords: 'No record of it is stored any more.',
    noVerdicts: 'No run has judged it yet.',
    noDecisions: 'Nobody has decided about it.',
    request: 'Request',
    response: 'Response',
    callback: 'Callback',
    foreignCallback: 'Callback of another order',
    place: 'File and line',
    line: (source, line) => say`${source}, line ${line}`,
    responseCode: 'Response code',
    status: 'Status',
    accountNo: 'Reference',
    ack: 'Acknowledged with',
    completedAt: 'Completed at',
    noCompletion: 'missing or unreadable',
    impossible: 'impossible, given when the callback was received',
    offset: 'Offset from UTC',
    offsets: {
      explicit: 'written in the time itself',
      region: "not written; the region's zone was used",
      header: 'not written; that of the header X-TIMESTAMP was used',
      utc: 'not written; the time was read as UTC',
      none: 'not found',
    },
    written: 'As written',
    expiresAt: 'Payable until',
    noResponse: 'No response to it was logged.',
    answers: (place) => say`Answers the request in ${place}.`,
    answersNone: 'Answers no known request.',
    noOwnTime: 'The response has no time of its own.',
    attribution: 'Counted for',
    notVerified: 'no order: its signature was not verified, so it decides nothing',
    names: (order, merchant) => say`It names order ${order} of merchant ${merchant}.`,
    countedAt: (order, merchant) => say`order ${order} of merchant ${merchant}`,
    byTradeNo: 'this order, by its trade number',
    timeFlags: 'Times',
    flags: {
      TIME_UNREADABLE: 'One of its times is missing or cannot be read.',
      TIME_AMBIGUOUS: 'One of its times is in an hour that the clocks skip or repeat.',
      OFFSET_DISAGREES: 'Its header and its zone read one of its times differently.',
    },
    brokenRules: 'Rules of the interface that it breaks',
    field: 'Field',
    rule: 'Rule',
    shape: 'Found',
    run: (run) => say`Run ${run}`,
    noVerdict: 'no verdict any more',
    before: (outcome) => say`before: ${outcome}`,
    newFindings: 'New findings',
    changedFindings: 'Changed findings',
    goneFindings: 'Findings that ended',
    publishedIn: 'Published in',
    version: (date, region, version) => say`${date}, ${region}, version ${version}`,
    notPublished: 'not published',
    by: (action, who) => say`${[action]} by ${who}`,
    entry: (entry) => say`Audit entry ${entry}`,
    reason: 'Reason',
    stateBefore: 'Before',
    stateAfter: 'After',
    actions: {
      resolve: 'resolved',
      accept: 'accepted',
      'write-off': 'written off',
      'request-write-off': 'write-off requested',
      approve: 'write-off approved',
      decline: 'write-off declined',
      assign: 'assigned',
      note: 'note added',
      reopen: 'reopened',
      undo: 'undone',
    },
  },
  pt: {
    records: 'Registros',
    verdicts: 'Resultados das execuções',
    decisions: 'Decisões',
    noRecords: 'Nenhum registro dele continua guardado.',
    noVerdicts: 'Nenhuma execução o avaliou ainda.',
    noDecisions: 'Ninguém decidiu sobre ele.',
    request: 'Requisição',
    response: 'Resposta',
    callback: 'Notificação',
    foreignCallback: 'Notificação de outro pedido',
    place: 'Arquivo e linha',
    line: (source, line) => say`${source}, linha ${line}`,
    responseCode: 'Código da resposta',
    status: 'Status',
    accountNo: 'Referência',
    ack: 'Confirmada com',
    completedAt: 'Concluído em',
    noCompletion: 'ausente ou ilegível',
    impossible: 'impossível, considerando quando a notificação chegou',
    offset: 'Diferença em relação ao UTC',
    offsets: {
      explicit: 'escrita no próprio horário',
      region: 'não escrita; foi usado o fuso da região',
      header: 'não escrita; foi usada a do cabeçalho X-TIMESTAMP',
      utc: 'não escrita; o horário foi lido como UTC',
      none: 'não encontrada',
    },
    written: 'Como escrito',
    expiresAt: 'Pagável até',
    noResponse: 'Não há resposta a ela nos logs.',
    answers: (place) => say`Responde à requisição em ${place}.`,
    answersNone: 'Não responde a nenhuma requisição conhecida.',
    noOwnTime: 'A resposta não tem horário próprio.',
    attribution: 'Contada em',
    notVerified: 'nenhum pedido: a assinatura não foi verificada, por isso não decide nada',
    names: (order, merchant) => say`Ela menciona o pedido ${order} do lojista ${merchant}.`,
    countedAt: (order, merchant) => say`o pedido ${order} do lojista ${merchant}`,
    byTradeNo: 'este pedido, pelo número da transação',
    timeFlags: 'Horários',
    flags: {
      TIME_UNREADABLE: 'Um dos seus horários falta ou não pode ser lido.',
      TIME_AMBIGUOUS: 'Um dos seus horários cai em uma hora que os relógios pulam ou repetem.',
      OFFSET_DISAGREES: 'O cabeçalho e o fuso leem um dos seus horários de formas diferentes.',
    },
    brokenRules: 'Regras da interface que ele viola',
    field: 'Campo',
    rule: 'Regra',
    shape: 'Encontrado',
    run: (run) => say`Execução ${run}`,
    noVerdict: 'sem resultado desde então',
    before: (outcome) => say`antes: ${outcome}`,
    newFindings: 'Novas ocorrências',
    changedFindings: 'Ocorrências alteradas',
    goneFindings: 'Ocorrências encerradas',
    publishedIn: 'Publicado em',
    version: (date, region, version) => say`${date}, ${region}, versão ${version}`,
    notPublished: 'não publicado',
    by: (action, who) => say`${[action]} por ${who}`,
    entry: (entry) => say`Registro de auditoria ${entry}`,
    reason: 'Motivo',
    stateBefore: 'Antes',
    stateAfter: 'Depois',
    actions: {
      resolve: 'resolvida',
      accept: 'aceita',
      'write-off': 'baixada',
      'request-write-off': 'baixa solicitada',
      approve: 'baixa aprovada',
      decline: 'baixa recusada',
      assign: 'atribuída',
      note: 'anotação incluída',
      reopen: 'reaberta',
      undo: 'decisão desfeita',
    },
  },
  ar: {
    records: 'السجلات',
    verdicts: 'نتائج عمليات التشغيل',
    decisions: 'القرارات',
    noRecords: 'لم يعد أي سجل له محفوظًا.',
    noVerdicts: 'لم يقيّمه أي تشغيل بعد.',
    noDecisions: 'لم يتخذ أحد قرارًا بشأنه.',
    request: 'طلب الدفع المرسل',
    response: 'الرد',
    callback: 'إشعار',
    foreignCallback: 'إشعار لطلب آخر',
    place: 'الملف والسطر',
    line: (source, line) => say`${source}، السطر ${line}`,
    responseCode: 'رمز الرد',
    status: 'الحالة المرسلة',
    accountNo: 'المرجع',
    ack: 'أُكِّد استلامه بـ',
    completedAt: 'وقت الإتمام',
    noCompletion: 'غير موجود أو غير مقروء',
    impossible: 'مستحيل بالنظر إلى وقت استلام الإشعار',
    offset: 'الفرق عن التوقيت العالمي',
    offsets: {
      explicit: 'مكتوب في الوقت نفسه',
      region: 'غير مكتوب؛ استُخدم توقيت المنطقة',
      header: 'غير مكتوب؛ استُخدم فرق الترويسة X-TIMESTAMP',
      utc: 'غير مكتوب؛ قُرئ الوقت بالتوقيت العالمي',
      none: 'غير موجود',
    },
    written: 'كما كُتب',
    expiresAt: 'يمكن دفعه حتى',
    noResponse: 'لا يوجد رد عليه في السجلات.',
    answers: (place) => say`يرد على الطلب المرسل في ${place}.`,
    answersNone: 'لا يرد على أي طلب معروف.',
    noOwnTime: 'لا يحمل الرد وقتًا خاصًا به.',
    attribution: 'محسوب على',
    notVerified: 'لا شيء: لم يُتحقَّق من توقيعه، فلا يحسم شيئًا',
    names: (order, merchant) => say`يذكر الطلب ${order} للتاجر ${merchant}.`,
    countedAt: (order, merchant) => say`الطلب ${order} للتاجر ${merchant}`,
    byTradeNo: 'هذا الطلب، عن طريق رقم المعاملة',
    timeFlags: 'الأوقات',
    flags: {
      TIME_UNREADABLE: 'أحد أوقاته غير موجود أو غير مقروء.',
      TIME_AMBIGUOUS: 'أحد أوقاته يقع في ساعة تتخطاها الساعات أو تكررها.',
      OFFSET_DISAGREES: 'تختلف قراءة أحد أوقاته بين الترويسة وتوقيت المنطقة.',
    },
    brokenRules: 'قواعد الواجهة التي يخالفها',
    field: 'الحقل',
    rule: 'القاعدة',
    shape: 'ما وُجد',
    run: (run) => say`التشغيل ${run}`,
    noVerdict: 'لم تعد له نتيجة',
    before: (outcome) => say`قبل ذلك: ${outcome}`,
    newFindings: 'ملاحظات جديدة',
    changedFindings: 'ملاحظات تغيّرت',
    goneFindings: 'ملاحظات زالت',
    publishedIn: 'نُشرت في',
    version: (date, region, version) => say`${date}، ${region}، الإصدار ${version}`,
    notPublished: 'لم تُنشر',
    by: (action, who) => say`${[action]}: ${who}`,
    entry: (entry) => say`قيد التدقيق ${entry}`,
    reason: 'السبب',
    stateBefore: 'قبل',
    stateAfter: 'بعد',
    actions: {
      resolve: 'حل الملاحظة',
      accept: 'قبول الملاحظة',
      'write-off': 'شطب المبلغ',
      'request-write-off': 'طلب شطب المبلغ',
      approve: 'الموافقة على الشطب',
      decline: 'رفض الشطب',
      assign: 'إسناد',
      note: 'إضافة تعليق',
      reopen: 'إعادة فتح',
      undo: 'تراجع',
    },
  },
};
