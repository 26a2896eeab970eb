import type { Outcome } from '../../reconcile/rules/outcome.ts';
import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

type CaseState = 'open' | 'resolved' | 'accepted' | 'written_off';

/** What is marked on the timeline of an order. */
export type MarkName =
  | 'requested'
  | 'requestedAgain'
  | 'paid'
  | 'callback'
  | 'unverified'
  | 'stated'
  | 'payout'
  | 'bank'
  | 'expiry'
  | 'deadline'
  | 'horizon'
  | 'asOf';

/** What the page of an order says, but for its records and its explanation. */
interface OrderTexts {
  title(order: string): string;
  readonly merchant: string;
  /** Outcomes of one order. */
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly notJudged: string;
  readonly noMoney: string;
  readonly unreadable: string;
  readonly businessDate: string;
  readonly knownAt: string;
  readonly payments: string;
  readonly paidAt: string;
  readonly paidDate: string;
  readonly amount: string;
  readonly unknownTime: string;
  readonly findings: string;
  readonly noFindings: string;
  readonly allFindings: string;
  readonly expected: string;
  readonly actual: string;
  readonly states: Readonly<Record<CaseState, string>>;
  readonly awaiting: string;
  readonly timeline: string;
  readonly mark: string;
  readonly when: string;
  readonly sinceBefore: string;
  readonly marks: Readonly<Record<MarkName, string>>;
  firstOf(count: string, mark: string): string;
  lastOf(count: string, mark: string): string;
  /** The picture in words: numbers are formatted. */
  picture(marks: string, first: string, last: string): string;
  readonly legend: string;
  readonly units: Readonly<Record<'d' | 'h' | 'm' | 's', string>>;
  readonly otherMerchants: string;
  sentAs(text: string): Phrase;
  readonly noCurrency: string;
}

export const ORDER_TEXTS: Readonly<Record<Language, OrderTexts>> = {
  en: {
    title: (order) => `Order ${order}`,
    merchant: 'Merchant',
    outcomes: {
      MATCHED: 'matched',
      MISMATCH: 'mismatched',
      ORPHAN: 'without an order',
      REVERSED: 'reversed',
      FAILED: 'failed',
      REJECTED: 'rejected',
      EXPIRED: 'expired',
      STUCK: 'stuck',
      PENDING: 'pending',
    },
    notJudged: 'not reconciled',
    noMoney: 'none',
    unreadable: 'unreadable amount',
    businessDate: 'Business date',
    knownAt: 'As known at',
    payments: 'Payments',
    paidAt: 'Paid at',
    paidDate: 'Paid date',
    amount: 'Amount',
    unknownTime: 'unknown time',
    findings: 'Findings',
    noFindings: 'The newest run has no finding about this order.',
    allFindings: 'Show and decide in the list of findings',
    expected: 'Expected',
    actual: 'Actual',
    states: { open: 'open', resolved: 'resolved', accepted: 'accepted', written_off: 'written off' },
    awaiting: 'waits for approval',
    timeline: 'Timeline',
    mark: 'Event',
    when: 'When',
    sinceBefore: 'Time since the previous event',
    marks: {
      requested: 'requested',
      requestedAgain: 'requested again',
      paid: 'paid',
      callback: 'callback',
      unverified: 'unverified callback',
      stated: 'in the statement',
      payout: 'payout',
      bank: 'bank',
      expiry: 'expiry',
      deadline: 'deadline',
      horizon: 'horizon',
      asOf: 'newest run',
    },
    firstOf: (count, mark) => `first of ${count}: ${mark}`,
    lastOf: (count, mark) => `last of ${count}: ${mark}`,
    picture: (marks, first, last) =>
      `${marks} events between ${first} and ${last}, in order; distances grow with the logarithm of the time between.`,
    legend: 'Circles are events, squares are time limits. The dotted part is after the newest run.',
    units: { d: 'd', h: 'h', m: 'min', s: 's' },
    otherMerchants: 'The same number is used by other merchants',
    sentAs: (text) => say`sent as ${text}`,
    noCurrency: 'no currency',
  },
  pt: {
    title: (order) => `Pedido ${order}`,
    merchant: 'Lojista',
    outcomes: {
      MATCHED: 'conciliado',
      MISMATCH: 'divergente',
      ORPHAN: 'sem pedido',
      REVERSED: 'estornado',
      FAILED: 'com falha',
      REJECTED: 'recusado',
      EXPIRED: 'expirado',
      STUCK: 'parado',
      PENDING: 'pendente',
    },
    notJudged: 'não conciliado',
    noMoney: 'nenhum',
    unreadable: 'valor ilegível',
    businessDate: 'Data do pedido',
    knownAt: 'Posição em',
    payments: 'Pagamentos',
    paidAt: 'Pago em',
    paidDate: 'Data do pagamento',
    amount: 'Valor',
    unknownTime: 'horário desconhecido',
    findings: 'Ocorrências',
    noFindings: 'A última execução não tem nenhuma ocorrência deste pedido.',
    allFindings: 'Ver e decidir na lista de ocorrências',
    expected: 'Esperado',
    actual: 'Encontrado',
    states: { open: 'aberta', resolved: 'resolvida', accepted: 'aceita', written_off: 'baixada' },
    awaiting: 'aguarda aprovação',
    timeline: 'Linha do tempo',
    mark: 'Evento',
    when: 'Quando',
    sinceBefore: 'Tempo desde o evento anterior',
    marks: {
      requested: 'solicitado',
      requestedAgain: 'solicitado de novo',
      paid: 'pago',
      callback: 'notificação',
      unverified: 'notificação não verificada',
      stated: 'no extrato',
      payout: 'repasse',
      bank: 'banco',
      expiry: 'expiração',
      deadline: 'prazo final',
      horizon: 'fim da espera',
      asOf: 'última execução',
    },
    firstOf: (count, mark) => `primeiro de ${count}: ${mark}`,
    lastOf: (count, mark) => `último de ${count}: ${mark}`,
    picture: (marks, first, last) =>
      `${marks} eventos entre ${first} e ${last}, em ordem; as distâncias crescem com o logaritmo do tempo entre eles.`,
    legend: 'Círculos são eventos, quadrados são prazos. A parte pontilhada é posterior à última execução.',
    units: { d: 'd', h: 'h', m: 'min', s: 's' },
    otherMerchants: 'O mesmo número é usado por outros lojistas',
    sentAs: (text) => say`enviado como ${text}`,
    noCurrency: 'sem moeda',
  },
  ar: {
    title: (order) => `الطلب ${order}`,
    merchant: 'التاجر',
    outcomes: {
      MATCHED: 'مطابق',
      MISMATCH: 'غير مطابق',
      ORPHAN: 'بلا طلب',
      REVERSED: 'ملغى بعد الدفع',
      FAILED: 'فاشل',
      REJECTED: 'مرفوض',
      EXPIRED: 'منتهي الصلاحية',
      STUCK: 'عالق',
      PENDING: 'قيد الانتظار',
    },
    notJudged: 'لم تُجرَ مطابقته',
    noMoney: 'لا يوجد',
    unreadable: 'مبلغ غير مقروء',
    businessDate: 'تاريخ الطلب',
    knownAt: 'الوضع كما في',
    payments: 'المدفوعات',
    paidAt: 'وقت الدفع',
    paidDate: 'تاريخ الدفع',
    amount: 'المبلغ',
    unknownTime: 'وقت غير معروف',
    findings: 'الملاحظات',
    noFindings: 'لا توجد في آخر تشغيل أي ملاحظة على هذا الطلب.',
    allFindings: 'عرضها واتخاذ القرار في قائمة الملاحظات',
    expected: 'المتوقع',
    actual: 'الفعلي',
    states: { open: 'مفتوحة', resolved: 'تم حلها', accepted: 'مقبولة', written_off: 'مشطوبة' },
    awaiting: 'تنتظر الموافقة',
    timeline: 'الخط الزمني',
    mark: 'الحدث',
    when: 'الوقت',
    sinceBefore: 'المدة منذ الحدث السابق',
    marks: {
      requested: 'تقديم الطلب',
      requestedAgain: 'تقديم الطلب مجددًا',
      paid: 'الدفع',
      callback: 'إشعار',
      unverified: 'إشعار غير موثَّق',
      stated: 'في كشف الحساب',
      payout: 'تحويل المستحقات',
      bank: 'البنك',
      expiry: 'انتهاء الصلاحية',
      deadline: 'المهلة النهائية',
      horizon: 'نهاية مدة الانتظار',
      asOf: 'آخر تشغيل',
    },
    firstOf: (count, mark) => `الأول من ${count}: ${mark}`,
    lastOf: (count, mark) => `الأخير من ${count}: ${mark}`,
    picture: (marks, first, last) =>
      `عدد الأحداث ${marks} بين ${first} و${last} بالترتيب؛ وتزداد المسافات مع لوغاريتم المدة بينها.`,
    legend: 'الدوائر أحداث، والمربعات مهل زمنية، والجزء المنقَّط بعد آخر تشغيل.',
    units: { d: 'ي', h: 'س', m: 'د', s: 'ث' },
    otherMerchants: 'الرقم نفسه مستخدم لدى تجار آخرين',
    sentAs: (text) => say`أُرسل بصيغة ${text}`,
    noCurrency: 'بلا عملة',
  },
};
