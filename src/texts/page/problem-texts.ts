import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** One answer that is no page: what it is, and what to do. */
interface Problem {
  readonly title: string;
  readonly remedy: string;
}

export type ProblemKind =
  | 'notFound'
  | 'forbidden'
  | 'formStale'
  | 'foreignRequest'
  | 'tooLarge'
  | 'signInNeeded'
  | 'busy'
  | 'unavailable'
  | 'invalid'
  | 'notInForm'
  | 'failed';

interface ProblemTexts extends Readonly<Record<ProblemKind, Problem>> {
  /** The code under which the documentation explains a fault. */
  code(code: string): Phrase;
  readonly again: string;
  readonly back: string;
}

export const PROBLEM_TEXTS: Readonly<Record<Language, ProblemTexts>> = {
  en: {
    notFound: { title: 'Page not found', remedy: 'Check the address, or start from the overview.' },
    forbidden: {
      title: 'You may not do this',
      remedy: 'Your role or your merchants do not include it. An administrator can change that.',
    },
    formStale: {
      title: 'The form is no longer valid',
      remedy: 'It was opened in another session. Go back, reload the page and send the form again.',
    },
    foreignRequest: {
      title: 'The request came from another site',
      remedy: 'Open the page itself and use its links and buttons.',
    },
    tooLarge: { title: 'The request is too large', remedy: 'Choose less at once.' },
    signInNeeded: { title: 'Sign in first', remedy: 'The session has ended, or there was none.' },
    busy: {
      title: 'A run is in progress',
      remedy: 'The data can be read when the run has ended. This page reloads by itself.',
    },
    unavailable: {
      title: 'The database cannot be reached',
      remedy: 'This page reloads by itself until the database is available.',
    },
    invalid: { title: 'The request is not understood', remedy: 'Correct what is named.' },
    notInForm: { title: 'The file cannot be made in this form', remedy: 'Download it as CSV.' },
    failed: {
      title: 'Something went wrong',
      remedy: 'The log of the program shows the cause. Try again, or contact the operator.',
    },
    code: (code) => say`Error code: ${code}`,
    again: 'Try again',
    back: 'Back',
  },
  pt: {
    notFound: { title: 'Página não encontrada', remedy: 'Confira o endereço ou comece pela visão geral.' },
    forbidden: {
      title: 'Você não tem permissão para isto',
      remedy: 'Seu perfil ou seus lojistas não incluem isto. Um administrador pode mudar isso.',
    },
    formStale: {
      title: 'O formulário não é mais válido',
      remedy: 'Ele foi aberto em outra sessão. Volte, recarregue a página e envie de novo.',
    },
    foreignRequest: {
      title: 'A requisição veio de outro site',
      remedy: 'Abra a própria página e use os links e botões dela.',
    },
    tooLarge: { title: 'A requisição é grande demais', remedy: 'Escolha menos itens de uma vez.' },
    signInNeeded: { title: 'É preciso entrar', remedy: 'A sessão terminou ou não existia.' },
    busy: {
      title: 'Há uma execução em andamento',
      remedy: 'Os dados poderão ser lidos quando ela terminar. Esta página se recarrega sozinha.',
    },
    unavailable: {
      title: 'O banco de dados não pode ser acessado',
      remedy: 'Esta página se recarrega sozinha até que o banco de dados esteja disponível.',
    },
    invalid: { title: 'A requisição não foi entendida', remedy: 'Corrija o que é indicado.' },
    notInForm: { title: 'O arquivo não pode ser gerado neste formato', remedy: 'Baixe-o como CSV.' },
    failed: {
      title: 'Algo deu errado',
      remedy: 'O log do programa mostra a causa. Tente de novo ou avise quem opera o sistema.',
    },
    code: (code) => say`Código do erro: ${code}`,
    again: 'Tentar de novo',
    back: 'Voltar',
  },
  ar: {
    notFound: { title: 'الصفحة غير موجودة', remedy: 'تحقق من العنوان، أو ابدأ من النظرة العامة.' },
    forbidden: {
      title: 'لا يُسمح لك بهذا',
      remedy: 'لا يشمله دورك أو التجار المسموح لك بهم. يمكن للمسؤول تغيير ذلك.',
    },
    formStale: {
      title: 'النموذج لم يعد صالحًا',
      remedy: 'فُتح في جلسة أخرى. ارجع وأعد تحميل الصفحة ثم أرسله مرة أخرى.',
    },
    foreignRequest: {
      title: 'أُرسل هذا من موقع آخر',
      remedy: 'افتح الصفحة نفسها واستخدم روابطها وأزرارها.',
    },
    tooLarge: { title: 'حجم ما أُرسل كبير جدًا', remedy: 'اختر عددًا أقل في المرة الواحدة.' },
    signInNeeded: { title: 'سجّل الدخول أولًا', remedy: 'انتهت الجلسة أو لم تكن موجودة.' },
    busy: {
      title: 'هناك تشغيل جارٍ',
      remedy: 'يمكن قراءة البيانات بعد انتهائه. تُعيد هذه الصفحة تحميل نفسها.',
    },
    unavailable: {
      title: 'لا يمكن الوصول إلى قاعدة البيانات',
      remedy: 'تُعيد هذه الصفحة تحميل نفسها حتى تتاح قاعدة البيانات.',
    },
    invalid: { title: 'لم يُفهم ما أُرسل', remedy: 'صحّح ما هو مذكور.' },
    notInForm: { title: 'لا يمكن إنشاء الملف بهذه الصيغة', remedy: 'نزّله بصيغة CSV.' },
    failed: {
      title: 'حدث خطأ ما',
      remedy: 'يبيّن سجل البرنامج السبب. حاول مرة أخرى، أو أبلغ من يدير النظام.',
    },
    code: (code) => say`رمز الخطأ: ${code}`,
    again: 'حاول مرة أخرى',
    back: 'رجوع',
  },
};
