import { formatsOf } from './formats.ts';
import type { MessageTexts, WatchWords } from './message-texts.ts';
import { type Phrase, say } from './phrase.ts';

const { count, plural } = formatsOf('ar');

/** Forms of a counted noun for none, one, two, 3 to 10, 11 to 99, and hundreds; the number precedes the last three. */
type Forms = readonly [zero: string, one: string, two: string, few: string, many: string, other: string];

const FORM = { zero: 0, one: 1, two: 2, few: 3, many: 4, other: 5 } as const;

function counted(number: number, forms: Forms): Phrase {
  const form = FORM[plural(number)];
  return form < 3 ? [forms[form]] : say`${count(number)} ${[forms[form]]}`;
}

function chosen(number: number, one: string, two: string, other: string): Phrase {
  const form = plural(number);
  return [form === 'one' ? one : form === 'two' ? two : other];
}

const ORDERS: Forms = ['لا طلبات', 'طلب واحد', 'طلبان', 'طلبات', 'طلبًا', 'طلب'];
/** Form after a preposition, or as the second noun of a pair. */
const OF_ORDERS: Forms = ['صفر من الطلبات', 'طلب واحد', 'طلبين', 'طلبات', 'طلبًا', 'طلب'];
const STUCK_ORDERS: Forms = [
  'لا طلبات عالقة',
  'طلب عالق واحد',
  'طلبان عالقان',
  'طلبات عالقة',
  'طلبًا عالقًا',
  'طلب عالق',
];
const MISMATCHED_ORDERS: Forms = [
  'لا طلبات غير مطابقة',
  'طلب واحد غير مطابق',
  'طلبان غير مطابقين',
  'طلبات غير مطابقة',
  'طلبًا غير مطابق',
  'طلب غير مطابق',
];
const PAID_ORDERS: Forms = [
  'لا طلبات مدفوعة',
  'طلب مدفوع واحد',
  'طلبان مدفوعان',
  'طلبات مدفوعة',
  'طلبًا مدفوعًا',
  'طلب مدفوع',
];
const LATE_NOTICES: Forms = [
  'لا إشعارات متأخرة',
  'إشعار متأخر واحد',
  'إشعاران متأخران',
  'إشعارات متأخرة',
  'إشعارًا متأخرًا',
  'إشعار متأخر',
];
const OF_NOTICES: Forms = ['صفر من الإشعارات', 'إشعار واحد', 'إشعارين', 'إشعارات', 'إشعارًا', 'إشعار'];
const PAYMENTS: Forms = ['لا دفعات', 'دفعة واحدة', 'دفعتان', 'دفعات', 'دفعة', 'دفعة'];
const OF_PAYMENTS: Forms = ['صفر من الدفعات', 'دفعة واحدة', 'دفعتين', 'دفعات', 'دفعة', 'دفعة'];
const FINDINGS: Forms = ['لا ملاحظات', 'ملاحظة واحدة', 'ملاحظتان', 'ملاحظات', 'ملاحظة', 'ملاحظة'];
const LINES: Forms = ['لا أسطر', 'سطر واحد', 'سطران', 'أسطر', 'سطرًا', 'سطر'];
const TIMES: Forms = ['دون أي مرة', 'مرة واحدة', 'مرتين', 'مرات', 'مرة', 'مرة'];
const OF_FAILURES: Forms = ['صفر من الإخفاقات', 'إخفاق واحد', 'إخفاقين', 'إخفاقات', 'إخفاقًا', 'إخفاق'];

const orders = (number: number) => counted(number, ORDERS);

function part({ observed, of }: WatchWords, forms: Forms, ofAll: Forms): Phrase {
  const own = counted(observed, forms);
  return of === null ? own : say`${own} من أصل ${counted(of, ofAll)}`;
}

function about({ expected }: WatchWords): Phrase {
  return say`والمتوقع نحو ${count(expected)}`;
}

/** Texts of messages in Arabic. */
export const arMessages: MessageTexts = {
  rightToLeft: true,
  between: { listed: '، ', pairs: '؛ ', label: ': ' },
  severities: { critical: 'حرجة', high: 'عالية', medium: 'متوسطة', low: 'منخفضة' },
  outcomes: {
    MATCHED: 'مطابقة',
    MISMATCH: 'غير مطابقة',
    ORPHAN: 'بلا طلب',
    REVERSED: 'ملغاة بعد الدفع',
    FAILED: 'فاشلة',
    REJECTED: 'مرفوضة',
    EXPIRED: 'منتهية الصلاحية',
    STUCK: 'عالقة',
    PENDING: 'قيد الانتظار',
  },
  noRegion: 'بلا منطقة',
  allRegions: 'كل المناطق',
  moment: (date, time, zone) => say`${date}، الساعة ${time} (${zone})`,
  dayAndTime: (date, time) => `الساعة ${time} يوم ${date}`,
  links: { version: 'ملفات هذا الإصدار', reports: 'التقارير' },
  findings: {
    subject: (severity, number, regions) =>
      say`ملاحظات جديدة (خطورتها ${[severity]}): ${counted(number, FINDINGS)}، ${regions}`,
    intro: (asOf) => say`ملاحظات جديدة كما في ${asOf}:`,
    group: (name, severity, { orders: number, region, date }) =>
      say`${[name]} (خطورة ${[severity]})، ${region}، ${date}: ${orders(number)}`,
    requested: (sums) => say`المبلغ المطلوب: ${sums}`,
    differences: (sums) => say`فرق المبلغ المدفوع: ${sums}`,
    examples: (examples) => say`على سبيل المثال: ${examples}`,
    more: (groups) => say`وهناك أيضًا ${counted(groups, LINES)}؛ والتقارير تضم كل شيء.`,
  },
  recovered: {
    subject: (number, regions) => say`ملاحظات زالت: ${counted(number, FINDINGS)}، ${regions}`,
    intro: (asOf) => say`ملاحظات سبق التنبيه إليها ثم زالت، كما في ${asOf}:`,
    paid: ({ orders: number, region, date }) =>
      say`${counted(number, STUCK_ORDERS)} بتاريخ ${date} (${region}) ${chosen(
        number,
        'دُفع في النهاية',
        'دُفعا في النهاية',
        'دُفعت في النهاية',
      )}`,
    well: (name, { orders: number, region, date }) =>
      say`${[name]}، ${region}، ${date}: زالت الملاحظة عن ${counted(number, OF_ORDERS)}`,
  },
  night: {
    subject: (region, date, number) => say`${region}، ${date}: نتيجة المطابقة، ${orders(number)}`,
    provisionalSubject: (region, date, number) =>
      say`${region}، ${date}: نتيجة مبدئية للمطابقة، ${orders(number)}`,
    asOf: (asOf) => say`الوضع كما في ${asOf}.`,
    isNew: (version) => say`نُشر الإصدار ${version}.`,
    isUnchanged: (version) => say`لم يتغير شيء: الإصدار ${version} ما زال ساريًا.`,
    isNone: 'لا إصدار لهذا التاريخ.',
    provisionalUntil: (until) => say`مبدئي: السجلات متوفرة حتى ${until} فقط.`,
    provisional: 'مبدئي: لا يُعرف إلى أي وقت تتوفر السجلات.',
    gap: (kind, { from, to, expected, orders: number, money }) =>
      say`مبدئي: لا سجلات ${[{ callbacks: 'إشعارات', statements: 'كشوف', 'pay-ins': 'طلبات' }[kind]]} من ${from} إلى ${to}، والمتوقع نحو ${expected}، وينتظرها ${orders(number)}${money === undefined ? [] : say` (${money})`}.`,
    nothing: 'لا طلبات في هذا التاريخ.',
    requestedOn: (date) => say`الطلبات المقدمة في ${date} (تاريخ الطلب) وما دُفع منها بعملة الطلب:`,
    paidOn: (date) => say`المدفوعات التي تمت في ${date} (تاريخ الدفع)، بعملة الدفع، أيًّا كان تاريخ الطلب:`,
    nothingPaidOn: (date) => say`لا مدفوعات في ${date} (تاريخ الدفع).`,
    noFindings: 'لا ملاحظات.',
    columns: {
      currency: 'العملة',
      method: 'طريقة الدفع',
      outcome: 'الحالة',
      orders: 'الطلبات',
      requested: 'المطلوب',
      paid: 'المدفوع',
      refunded: 'المردود',
      unreadable: 'غير مقروء',
      finding: 'الملاحظة',
      severity: 'الخطورة',
      example: 'مثال',
    },
    stuckBefore: (number) =>
      say`${orders(number)} من تواريخ سابقة ${chosen(number, 'ما زال عالقًا', 'ما زالا عالقين', 'ما زالت عالقة')}.`,
    expired: (number, sums) =>
      say`انتهت صلاحية ${counted(number, OF_ORDERS)} دون دفع منذ آخر رسالة ليلية${sums === undefined ? [] : say`، المبلغ المطلوب: ${sums}`}.`,
    restated: 'تواريخ صدر لها إصدار جديد منذ آخر رسالة ليلية:',
    restatedDate: (date, region, version) => say`${date}، ${region}: الإصدار ${version}`,
    notAttached: (reports) => say`لم يُرفق ما يلي لكبر حجمه أو لعدم العثور عليه: ${reports}.`,
  },
  jobs: {
    failedSubject: ({ job, region }, code) => say`المهمة ${job} (${region}) تخفق: ${code}`,
    failed: ({ job, region, failures }, dueAt) =>
      say`المهمة ${job} (${region})، المقررة في ${dueAt}، أخفقت ${counted(failures, TIMES)}.`,
    wellSubject: ({ job, region }) => say`المهمة ${job} (${region}) تعمل من جديد`,
    well: ({ job, region, failures }, dueAt) =>
      say`المهمة ${job} (${region})، المقررة في ${dueAt}، نجحت بعد ${counted(failures, OF_FAILURES)}.`,
    labels: {
      date: 'التاريخ',
      fault: 'الخطأ',
      where: 'الموضع',
      found: 'ما وُجد',
      expected: 'المتوقع',
      remedy: 'المطلوب عمله',
      retryAt: 'المحاولة التالية',
    },
  },
  watch: {
    merchant: (id) => say`التاجر ${id}`,
    everything: 'كل المدفوعات',
    raised: {
      silent: (words) =>
        say`${words.who}: توقفت المدفوعات منذ ${words.since}، والمتوقع نحو ${counted(words.expected, OF_PAYMENTS)}، ${
          words.observed === 0 ? ['ولم يصل شيء'] : say`ووصلت ${counted(words.observed, PAYMENTS)}`
        }`,
      paid_share: (words) =>
        say`${words.who}: ${part(words, PAID_ORDERS, OF_ORDERS)} منذ ${words.since}، ${about(words)}`,
      stuck: (words) =>
        say`${words.who}: ${part(words, STUCK_ORDERS, OF_ORDERS)} منذ ${words.since}، ${about(words)}`,
      late_share: (words) =>
        say`${words.who}: ${part(words, LATE_NOTICES, OF_NOTICES)} منذ ${words.since}، ${about(words)}`,
      mismatches: (words) =>
        say`${words.who}: ${part(words, MISMATCHED_ORDERS, OF_ORDERS)} منذ ${words.since}، ${about(words)}`,
    },
    ended: {
      silent: ({ who, since, at, resumedAt }) =>
        resumedAt === undefined
          ? say`${who}: انتهى عند ${at} التنبيه إلى توقف المدفوعات منذ ${since}`
          : say`${who}: عادت المدفوعات بعد توقفها منذ ${since}؛ ووصل أولها منذ ذلك الحين عند ${resumedAt}`,
      paid_share: ({ who, since, at }) =>
        say`${who}: عادت نسبة الطلبات المدفوعة إلى المعتاد عند ${at} بعد انخفاضها منذ ${since}`,
      stuck: ({ who, since, at }) =>
        say`${who}: عاد عدد الطلبات العالقة إلى المعتاد عند ${at} بعد ارتفاعه منذ ${since}`,
      late_share: ({ who, since, at }) =>
        say`${who}: عادت الإشعارات تصل في وقتها عند ${at} بعد تأخرها منذ ${since}`,
      mismatches: ({ who, since, at }) =>
        say`${who}: عاد عدد الطلبات غير المطابقة إلى المعتاد عند ${at} بعد ارتفاعه منذ ${since}`,
    },
    unread: {
      records: ({ who, since }) =>
        say`${who}: لم يُقرأ أي سجل منذ ${since}، لا طلبات ولا إشعارات؛ افحص المصادر أولًا`,
      'pay-ins': ({ who, since }) =>
        say`${who}: لم يُقرأ أي طلب منذ ${since} مع أن الإشعارات قُرئت؛ افحص مصدر الطلبات أولًا`,
      ended: ({ who, since, at }) => say`${who}: عادت قراءة السجلات عند ${at} بعد انقطاعها منذ ${since}`,
    },
    topics: {
      silent: 'توقف المدفوعات',
      paid_share: 'انخفاض نسبة الطلبات المدفوعة',
      stuck: 'ارتفاع عدد الطلبات العالقة',
      late_share: 'تأخر الإشعارات',
      mismatches: 'ارتفاع عدد الطلبات غير المطابقة',
      unread: 'انقطاع قراءة السجلات',
    },
    unjudged: ({ who, since, at }, topic) =>
      say`${who}: انتهى عند ${at} التنبيه إلى ${[topic]} منذ ${since}، لكن ليس لأن كل شيء عاد إلى المعتاد`,
    waiting: (sums) => say`مبالغ في الانتظار: ${sums}`,
    concerned: (sums) => say`المبالغ المعنية: ${sums}`,
    noticed: (moment) => say`لوحظ ذلك في: ${moment}`,
    chance: (percent) => say`لو كان كل شيء كالمعتاد لكان احتمال حدوث هذا ${percent}.`,
  },
  missedPayment: {
    subject: (orderNo) => say`مدفوع وفق كشف الحساب: ${orderNo}`,
    body: (orderNo, merchantId, money) =>
      say`الطلب ${orderNo} للتاجر ${merchantId} مدفوع وفق كشف حساب مزوّد الخدمة${money === undefined ? [] : say`: ${money}`}. لم يُسجَّل أي إشعار.`,
  },
  test: {
    subject: (channel) => say`اختبار القناة ${channel}`,
    body: (channel) => say`هذا اختبار للقناة ${channel}. لم يحدث شيء ولا يلزم عمل شيء.`,
  },
};
