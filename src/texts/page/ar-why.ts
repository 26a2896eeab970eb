import { type Phrase, say } from '../phrase.ts';
import { about, phrases, type StuckKind, type WhyFacts, type WhyTexts } from './why-parts.ts';

const SETTLES = say`القرار بشأن ملاحظاته ينهيها ويبقى في سجل التدقيق، أما حالة الطلب فلا تتغير.`;
const PAYS = say`الإشعار بالدفع يجعله مطابقًا أو غير مطابق، مهما تأخر وصوله.`;
const STATED = say`يفيد كشف حساب الخدمة بأنه دُفع، ولم يُسجَّل أي إشعار بالدفع.`;

const STUCK: Readonly<Record<StuckKind, (facts: WhyFacts) => Phrase>> = {
  paid_in_statement: () => STATED,
  accepted: () => say`قبلته الخدمة، ولم يُسجَّل أي إشعار منذ ذلك الحين.`,
  refused: ({ codes }) =>
    say`رفضته الخدمة${about(codes, (known) => say` (الرمز ${known})`) ?? []}، ولم يصل رد على طلب مرسل آخر، ولم يُسجَّل أي إشعار منذ ذلك الحين.`,
  no_response: () => say`لم يُسجَّل أي رد ولا إشعار منذ ذلك الحين.`,
  processing: () => say`تفيد الإشعارات بأنه قيد المعالجة، ولا يفيد أي منها بأنه دُفع.`,
  unknown_status: ({ statuses }) =>
    say`حالة أحد الإشعارات ليست في أي قائمة من قوائم الإعدادات${about(statuses, (known) => say`: ${known}`) ?? []}.`,
  unverified: () => say`لم تُسجَّل منذ ذلك الحين إلا إشعارات تعذّر التحقق من توقيعها.`,
};

const STUCK_REMEDY: Readonly<Record<StuckKind, Phrase>> = {
  paid_in_statement: say`ابحث عن الإشعار في سجلات نقطة الاستقبال لديك. إن لم تجده فاطلب من الخدمة إرساله من جديد.`,
  accepted: say`اطلب النتيجة من الخدمة، وتأكد من أن إشعاراتها تصل وتُسجَّل.`,
  refused: say`اسأل الخدمة هل قُبل الطلب المرسل الذي بلا رد.`,
  no_response: say`تأكد من أن الردود والإشعارات في تلك الفترة سُجِّلت وقُرئت. تعرض صفحة البيانات إلى أي وقت تصل السجلات.`,
  processing: say`اطلب النتيجة النهائية من الخدمة.`,
  unknown_status: say`إذا كانت الحالة تعني الدفع أو الفشل أو الإلغاء فأضفها إلى الإعداد ${'statuses'}، وسيعيد التشغيل التالي تقييم الطلب.`,
  unverified: say`إذا كانت الإشعارات حقيقية فأصلح التحقق من التوقيعات، ثم سجّلها من جديد على أنها موثَّقة.`,
};

/** Why an order is what it is, in Arabic. */
export const arWhy: WhyTexts = {
  heading: 'سبب هذه الحالة وما قد يغيّرها',
  why: 'السبب',
  change: 'ما قد يغيّرها',
  nextRun: 'ما يُقرأ أو يُصحَّح بعد آخر تشغيل يُحسب ابتداءً من التشغيل التالي.',
  outcomes: {
    MATCHED: ({ requested, paid, difference, paidAt, others }) => ({
      why: phrases(
        about(paid, (known) =>
          difference === undefined
            ? say`دُفع مبلغ ${known}${about(paidAt, (at) => say` في ${at}`) ?? []}، كما هو مطلوب.`
            : say`دُفع مبلغ ${known}${about(requested, (asked) => say` والمطلوب ${asked}`) ?? []}. الفرق ${difference} ضمن الحد المسموح به في الإعداد ${'tolerances'}.`,
        ),
        say`لا توجد ملاحظة تمنع المطابقة.`,
        about(others, (known) => say`ملاحظات لا تمنعها: ${known}.`),
      ),
      change: [
        say`دفعة أخرى أو إشعار يناقض هذا الإشعار يجعله غير مطابق، وإشعار بحالة إلغاء يجعله ملغى بعد الدفع.`,
        say`تغيير الإعداد ${'tolerances'} أو الإعداد ${'statuses'} يسري عليه أيضًا.`,
      ],
    }),
    MISMATCH: ({ requested, paid, difference, paidAt, blocking }) => ({
      why: phrases(
        requested === undefined || paid === undefined
          ? say`دُفع الطلب، لكن لا يمكن مقارنة المبالغ.`
          : say`طُلب مبلغ ${requested} ودُفع ${paid}${about(paidAt, (at) => say` في ${at}`) ?? []}${about(difference, (known) => say`، والفرق ${known}`) ?? []}.`,
        about(blocking, (known) => say`ملاحظات تمنع المطابقة: ${known}.`),
      ),
      change: [
        say`قد تغيّر الحالةَ سجلاتٌ تُقرأ لاحقًا، مثل طلب مرسل كان ناقصًا أو إشعار مصحِّح أو إلغاء للدفعة.`,
        say`إذا كان الفرق متفقًا عليه، كالتقريب، فرفع القيمة في الإعداد ${'tolerances'} يجعله مطابقًا. وإذا فُسّرت حالة مرسلة تفسيرًا خاطئًا فصحّح الإعداد ${'statuses'}.`,
        SETTLES,
      ],
    }),
    ORPHAN: ({ paid, paidAt }) => ({
      why: phrases(
        about(paid, (known) => say`يفيد إشعار بدفع ${known}${about(paidAt, (at) => say` في ${at}`) ?? []}.`),
        say`لم يُقرأ أي سجل دفع بهذا الرقم ولهذا التاجر.`,
      ),
      change: [
        say`إذا قُرئ سجل الدفع لاحقًا صار طلبًا وقُيِّم على هذا الأساس. تأكد في صفحة البيانات من اكتمال سجلات الدفع.`,
        say`إذا سُجِّل الطلب برقم آخر أو لتاجر آخر، بما في ذلك الحروف الكبيرة والأصفار في البداية، فصحّح ذلك حيث يُسجَّل.`,
        SETTLES,
      ],
    }),
    REVERSED: ({ paid, statuses }) => ({
      why: phrases(
        say`حالة أحد الإشعارات تعني الإلغاء${about(statuses, (known) => say` (${known})`) ?? []}: أُلغيت الدفعة.`,
        about(paid, (known) => say`كان قد دُفع ${known}.`),
      ),
      change: [
        say`ما دام هذا الإشعار بين السجلات فلن تغيّر الحالةَ أيُّ دفعات لاحقة.`,
        say`إذا كانت الحالة المرسلة لا تعني إلغاء الدفعة فصحّح الإعداد ${'statuses.reversed'}.`,
        SETTLES,
      ],
    }),
    FAILED: ({ statuses }) => ({
      why: [
        say`حالة أحد الإشعارات تعني الفشل${about(statuses, (known) => say` (${known})`) ?? []}، ولا تُعرف أي دفعة.`,
      ],
      change: [PAYS, say`إذا كانت الحالة المرسلة لا تعني فشل الدفع فصحّح الإعداد ${'statuses.failed'}.`],
    }),
    REJECTED: ({ codes }) => ({
      why: [
        say`رفضته الخدمة: لكل طلب مرسل رد، ولا يحمل أي رد الرمز ${'00'}${about(codes, (known) => say` (الموجود: ${known})`) ?? []}.`,
      ],
      change: [
        say`طلب مرسل لاحق تقبله الخدمة يجعله قيد الانتظار، ثم عالقًا إن لم يُدفع.`,
        say`الإشعار بالدفع يجعله غير مطابق، لأنه دُفع رغم رفضه.`,
      ],
    }),
    EXPIRED: ({ requested, requestedAt, deadlineAt, horizonAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) =>
            say`قُدِّم الطلب${about(requested, (sum) => say` بمبلغ ${sum}`) ?? []} في ${at} ولم يصل إشعار بدفعه.`,
        ),
        about(deadlineAt, (at) => say`انقضت المهلة النهائية في ${at}.`),
        about(
          horizonAt,
          (at) => say`انتهت صلاحيته في ${at}، أي بعد المهلة بعدد الأيام في الإعداد ${'expiryHorizonDays'}.`,
        ),
      ),
      change: [
        say`أي إشعار أو سجل آخر له يُقرأ لاحقًا يعيد فتحه. ${PAYS}`,
        say`إذا كانت المدفوعات تصل كثيرًا بعد ذلك فارفع الإعداد ${'expiryHorizonDays'}.`,
      ],
    }),
    PENDING: ({ requested, requestedAt, expiresAt, deadlineAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) =>
            say`قُدِّم الطلب${about(requested, (sum) => say` بمبلغ ${sum}`) ?? []} في ${at} ولم يصل إشعار بدفعه بعد.`,
        ),
        about(expiresAt, (at) => say`يمكن للعميل الدفع حتى ${at}.`),
        about(deadlineAt, (at) => say`تُنتظر نتيجته حتى ${at} (الإعداد ${'graceSeconds'}).`),
      ),
      change: phrases(
        about(
          deadlineAt,
          (at) => say`الإشعار بالدفع قبل ${at} يجعله مطابقًا أو غير مطابق، ودونه يصبح عالقًا بعد ذلك.`,
        ),
        say`إشعار بحالة فشل يجعله فاشلًا.`,
      ),
    }),
  },
  statedOnly: { why: [STATED], change: [STUCK_REMEDY.paid_in_statement] },
  stuck: (kind, facts) => ({
    why: phrases(
      about(
        facts.requestedAt,
        (at) =>
          say`قُدِّم الطلب${about(facts.requested, (sum) => say` بمبلغ ${sum}`) ?? []} في ${at}، ولا يُعرف أنه دُفع.`,
      ),
      STUCK[kind](facts),
      about(facts.expiresAt, (at) => say`كان يمكن للعميل الدفع حتى ${at}.`),
      about(facts.deadlineAt, (at) => say`انقضت المهلة النهائية في ${at}.`),
    ),
    change: phrases(
      PAYS,
      STUCK_REMEDY[kind],
      about(facts.horizonAt, (at) => say`إذا لم يُدفع تنتهي صلاحيته في ${at}.`),
    ),
  }),
  unjudged: {
    notYet: {
      why: [say`قُرئت سجلاته، لكن لم يقيّمه أي تشغيل بعد.`],
      change: [say`يقيّمه التشغيل التالي.`],
    },
    elsewhere: {
      why: [say`ليس لهذا الرقم طلب خاص به: إشعاراته تحمل رقم معاملة لطلب آخر، وهي محسوبة هناك.`],
      change: [say`إذا قُرئ سجل دفع بهذا الرقم قيّمه التشغيل التالي كطلب.`],
    },
    unverified: {
      why: [
        say`لا يُعرف هذا الرقم إلا من إشعارات لم يُتحقَّق من توقيعها. ربما أرسلها أي شخص، ولذلك لا تحسم شيئًا.`,
      ],
      change: [STUCK_REMEDY.unverified],
    },
    stated: {
      why: [say`لا يُعرف هذا الرقم إلا من أسطر كشوف الحساب، ولم يُسجَّل له أي طلب أو إشعار.`],
      change: [say`إذا قُرئت سجلاته قيّمه التشغيل التالي.`],
    },
    gone: {
      why: [say`لم يعد أي سجل له محفوظًا، وتبقى القرارات في سجل التدقيق.`],
      change: [say`إذا قُرئت سجلاته من جديد قيّمه التشغيل التالي.`],
    },
  },
};
