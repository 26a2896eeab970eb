import { FAULTS } from '../../errors.ts';
import type { Language } from '../formats.ts';

interface FaultText {
  readonly title: string;
  readonly remedy: string;
}

/** Faults that people meet on the page; the others are shown in English. */
export const FAULTS_OF_PAGES = [
  'PASSWORD_REFUSED',
  'USER_EXISTS',
  'SUBJECT_CHANGED',
  'USER_NAME_INVALID',
  'USER_NOT_LOCAL',
  'LAST_ADMIN',
  'TOKEN_INVALID',
  'FINDING_UNKNOWN',
  'FINDING_CLOSED',
  'FINDING_OPEN',
  'FINDING_WAITING',
  'FINDING_NOT_WAITING',
  'APPROVAL_NEEDED_BY_ANOTHER',
  'NOT_PERMITTED',
  'NOTHING_TO_UNDO',
  'ORDER_UNKNOWN',
  'NOTHING_REPORTED',
  'VERSION_PURGED',
  'FILE_CHANGED',
  'STORE_LOCKED',
  'DATE_IN_FUTURE',
  'WORKBOOK_LIMIT',
  'PARQUET_LIMIT',
  'ARGUMENT_INVALID',
] as const;

type PageFault = (typeof FAULTS_OF_PAGES)[number];
type Texts = Readonly<Record<PageFault, FaultText>>;

const pt: Texts = {
  PASSWORD_REFUSED: {
    title: 'A senha não foi aceita',
    remedy: 'Escolha outra: 12 caracteres ou mais, que não seja comum e sem o nome do usuário.',
  },
  USER_EXISTS: {
    title: 'Já existe um usuário com este nome, ou com um nome que só difere em maiúsculas e minúsculas',
    remedy: 'Escolha outro nome ou altere o usuário que já o tem.',
  },
  SUBJECT_CHANGED: {
    title: 'O provedor OpenID identifica este usuário de outra forma do que antes (issuer ou subject)',
    remedy:
      'Se for a mesma pessoa, peça a um administrador que execute o comando user relink com este nome e entre de novo.',
  },
  USER_NAME_INVALID: {
    title: 'O nome de usuário não é válido',
    remedy: 'Informe um nome de 1 a 64 caracteres visíveis, sem espaço no início nem no fim.',
  },
  USER_NOT_LOCAL: {
    title: 'O usuário entra por outro sistema, e isto é definido lá',
    remedy: 'Altere no provedor OpenID ou no proxy, ou desative o usuário aqui.',
  },
  LAST_ADMIN: {
    title: 'O usuário é o último administrador sem limite de lojistas',
    remedy: 'Torne outro usuário administrador primeiro.',
  },
  TOKEN_INVALID: {
    title: 'O token de acesso não é deste usuário ou não pode ser criado assim',
    remedy: 'Dê ao token um nome e uma validade de até 365 dias. A página da conta lista os seus tokens.',
  },
  FINDING_UNKNOWN: {
    title: 'A ocorrência não existe',
    remedy: 'Confira o número do pedido (maiúsculas e zeros à esquerda contam) e o lojista.',
  },
  FINDING_CLOSED: {
    title: 'A ocorrência já está encerrada',
    remedy: 'Deixe-a como está ou reabra-a primeiro.',
  },
  FINDING_OPEN: { title: 'A ocorrência já está aberta', remedy: 'Não há nada a reabrir.' },
  FINDING_WAITING: {
    title: 'A baixa da ocorrência já aguarda aprovação',
    remedy: 'Outra pessoa precisa aprová-la ou recusá-la.',
  },
  FINDING_NOT_WAITING: {
    title: 'A ocorrência não aguarda aprovação',
    remedy: 'A lista de ocorrências mostra as que aguardam aprovação.',
  },
  APPROVAL_NEEDED_BY_ANOTHER: {
    title: 'Ninguém pode aprovar uma baixa que solicitou',
    remedy: 'Peça a aprovação a outro aprovador ou desfaça a solicitação.',
  },
  NOT_PERMITTED: {
    title: 'A pessoa não tem permissão para isto',
    remedy: 'Peça a alguém com permissão, ou a um administrador que mude o perfil.',
  },
  NOTHING_TO_UNDO: {
    title: 'Não há decisão a desfazer',
    remedy: 'Só a última decisão pode ser desfeita, e só uma vez. Em vez disso, decida de novo.',
  },
  ORDER_UNKNOWN: {
    title: 'Não se conhece nenhum pedido com este número',
    remedy: 'Confira o número; maiúsculas e zeros à esquerda contam.',
  },
  NOTHING_REPORTED: {
    title: 'Não há relatório desta data, ou não existe esta versão ou este relatório',
    remedy: 'Escolha outra data, versão ou relatório, ou concilie a data primeiro.',
  },
  VERSION_PURGED: {
    title: 'Os dados desta versão foram removidos',
    remedy: 'Use os arquivos publicados ou uma cópia deles; não é possível gerá-los de novo.',
  },
  FILE_CHANGED: {
    title: 'Um arquivo publicado foi alterado ou removido',
    remedy: 'Avise quem opera o sistema: a pasta da versão precisa ser restaurada.',
  },
  STORE_LOCKED: {
    title: 'Há outra execução em andamento',
    remedy: 'Espere que ela termine e tente de novo.',
  },
  DATE_IN_FUTURE: {
    title: 'A data ainda não começou',
    remedy: 'Escolha uma data que já começou.',
  },
  WORKBOOK_LIMIT: {
    title: 'O relatório não cabe em uma planilha Excel',
    remedy: 'Baixe-o como CSV, que não tem esse limite.',
  },
  PARQUET_LIMIT: {
    title: 'Um número não cabe em uma coluna de um arquivo Parquet',
    remedy: 'Baixe-o como CSV, que não tem esse limite.',
  },
  ARGUMENT_INVALID: {
    title: 'O período ou outro valor informado não é válido',
    remedy: 'Corrija o valor. Em um período, a última data não pode ser anterior à primeira.',
  },
};

const ar: Texts = {
  PASSWORD_REFUSED: {
    title: 'كلمة المرور غير مقبولة',
    remedy: 'اختر كلمة أخرى: 12 حرفًا أو أكثر، غير شائعة، ولا تتضمن اسم المستخدم.',
  },
  USER_EXISTS: {
    title: 'يوجد مستخدم بهذا الاسم، أو باسم لا يختلف عنه إلا في حالة الأحرف',
    remedy: 'اختر اسمًا آخر، أو عدّل المستخدم الذي يحمله.',
  },
  SUBJECT_CHANGED: {
    title: 'يعرّف مزوّد OpenID هذا المستخدم بمعرّف غير السابق (issuer أو subject)',
    remedy: 'إن كان الشخص نفسه، فاطلب من المسؤول تنفيذ الأمر user relink بهذا الاسم، ثم ادخل من جديد.',
  },
  USER_NAME_INVALID: {
    title: 'اسم المستخدم غير صالح',
    remedy: 'أدخل اسمًا من 1 إلى 64 حرفًا ظاهرًا، دون مسافة في أوله أو آخره.',
  },
  USER_NOT_LOCAL: {
    title: 'يدخل هذا المستخدم عبر نظام آخر، ويُحدَّد ذلك هناك',
    remedy: 'غيّره لدى مزوّد OpenID أو الخادم الوكيل، أو عطّل المستخدم هنا.',
  },
  LAST_ADMIN: {
    title: 'هذا المستخدم هو آخر مسؤول يرى كل التجار',
    remedy: 'امنح مستخدمًا آخر دور المسؤول أولًا.',
  },
  TOKEN_INVALID: {
    title: 'رمز الوصول لا يخص هذا المستخدم، أو لا يمكن إنشاؤه هكذا',
    remedy: 'حدّد للرمز اسمًا ومدة صلاحية لا تتجاوز 365 يومًا. تعرض صفحة الحساب رموزك.',
  },
  FINDING_UNKNOWN: {
    title: 'الملاحظة غير موجودة',
    remedy: 'تحقق من رقم الطلب (الأحرف الكبيرة والأصفار في البداية محسوبة) ومن التاجر.',
  },
  FINDING_CLOSED: {
    title: 'الملاحظة مغلقة بالفعل',
    remedy: 'اتركها كما هي، أو أعد فتحها أولًا.',
  },
  FINDING_OPEN: { title: 'الملاحظة مفتوحة بالفعل', remedy: 'لا يوجد ما يُعاد فتحه.' },
  FINDING_WAITING: {
    title: 'شطب الملاحظة في انتظار الموافقة بالفعل',
    remedy: 'يجب أن يوافق عليه شخص آخر أو يرفضه.',
  },
  FINDING_NOT_WAITING: {
    title: 'الملاحظة ليست في انتظار الموافقة',
    remedy: 'تعرض قائمة الملاحظات ما هو في انتظار الموافقة.',
  },
  APPROVAL_NEEDED_BY_ANOTHER: {
    title: 'لا يمكن لأحد أن يوافق على شطب طلبه بنفسه',
    remedy: 'اطلب الموافقة من معتمِد آخر، أو تراجع عن طلب الشطب.',
  },
  NOT_PERMITTED: {
    title: 'لا يُسمح لهذا الشخص بذلك',
    remedy: 'اطلب ذلك ممن لديه الصلاحية، أو اطلب من المسؤول تغيير الدور.',
  },
  NOTHING_TO_UNDO: {
    title: 'لا يوجد قرار يمكن التراجع عنه',
    remedy: 'يمكن التراجع عن آخر قرار فقط، ومرة واحدة فقط. اتخذ قرارًا جديدًا بدلًا من ذلك.',
  },
  ORDER_UNKNOWN: {
    title: 'لا يوجد طلب معروف بهذا الرقم',
    remedy: 'تحقق من الرقم؛ الأحرف الكبيرة والأصفار في البداية محسوبة.',
  },
  NOTHING_REPORTED: {
    title: 'لا يوجد تقرير لهذا التاريخ، أو لا يوجد هذا الإصدار أو هذا التقرير',
    remedy: 'اختر تاريخًا أو إصدارًا أو تقريرًا آخر، أو أجرِ مطابقة التاريخ أولًا.',
  },
  VERSION_PURGED: {
    title: 'حُذفت بيانات هذا الإصدار',
    remedy: 'استخدم الملفات المنشورة أو نسخة منها؛ لا يمكن إنشاؤها من جديد.',
  },
  FILE_CHANGED: {
    title: 'ملف منشور تغيّر أو حُذف',
    remedy: 'أبلغ من يدير النظام: يجب استعادة مجلد الإصدار.',
  },
  STORE_LOCKED: { title: 'هناك تشغيل آخر جارٍ', remedy: 'انتظر حتى ينتهي ثم حاول مرة أخرى.' },
  DATE_IN_FUTURE: { title: 'لم يبدأ هذا التاريخ بعد', remedy: 'اختر تاريخًا قد بدأ.' },
  WORKBOOK_LIMIT: {
    title: 'لا يتسع مصنف Excel لهذا التقرير',
    remedy: 'نزّله بصيغة CSV التي ليس لها هذا الحد.',
  },
  PARQUET_LIMIT: {
    title: 'لا يتسع عمود في ملف Parquet لأحد الأرقام',
    remedy: 'نزّله بصيغة CSV التي ليس لها هذا الحد.',
  },
  ARGUMENT_INVALID: {
    title: 'الفترة أو قيمة أخرى غير صالحة',
    remedy: 'صحّح القيمة. في الفترة لا يجوز أن يسبق التاريخُ الأخير التاريخَ الأول.',
  },
};

/** Faults whose own words are those of the library or the command line, not of the page. */
const en = {
  ARGUMENT_INVALID: {
    title: 'The range of dates or another value is not valid',
    remedy: 'Correct the value. The last date of a range cannot be before the first.',
  },
  WORKBOOK_LIMIT: {
    title: FAULTS.WORKBOOK_LIMIT.title,
    remedy: 'Download it as CSV, which has no such limit.',
  },
  PARQUET_LIMIT: {
    title: FAULTS.PARQUET_LIMIT.title,
    remedy: 'Download it as CSV, which has no such limit.',
  },
} as const satisfies Partial<Texts>;

export const FAULT_TEXTS: Readonly<Record<Language, Texts>> = { en: { ...FAULTS, ...en }, pt, ar };

/** The title and remedy of a fault in a language; undefined where they are those of the fault itself. */
export function faultText(language: Language, code: string): FaultText | undefined {
  const known = FAULTS_OF_PAGES.find((one) => one === code);
  if (known === undefined || (language === 'en' && !(known in en))) return undefined;
  return FAULT_TEXTS[language][known];
}
