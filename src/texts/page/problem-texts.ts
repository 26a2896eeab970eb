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
  | 'failed';

interface ProblemTexts extends Readonly<Record<ProblemKind, Problem>> {
  /** The code under which the documentation explains a fault. */
  code(code: string): Phrase;
  readonly again: string;
  readonly back: string;
}

export const PROBLEM_TEXTS: Readonly<Record<Language, ProblemTexts>> = {
  en: {
    notFound: { title: 'There is nothing here', remedy: 'Check the address, or start from the overview.' },
    forbidden: {
      title: 'You may not do this',
      remedy: 'Your role or your merchants do not include it. An administrator can change that.',
    },
    formStale: {
      title: 'The form is no longer valid',
      remedy: 'It was opened in another session. Go back, load the page again and send it once more.',
    },
    foreignRequest: {
      title: 'The request came from another site',
      remedy: 'Open the page itself and use its links and buttons.',
    },
    tooLarge: { title: 'The request is too large', remedy: 'Choose less at once.' },
    signInNeeded: { title: 'Sign in first', remedy: 'The session has ended, or there was none.' },
    busy: {
      title: 'A run is in progress',
      remedy: 'The data can be read again when it has ended. This page loads itself again.',
    },
    unavailable: {
      title: 'The database cannot be reached',
      remedy: 'This page loads itself again and comes back when the database does.',
    },
    invalid: { title: 'The request is not understood', remedy: 'Correct what is named.' },
    failed: {
      title: 'Something went wrong',
      remedy: 'The log of the program says what. Try it again, or tell who runs it.',
    },
    code: (code) => say`Error code: ${code}`,
    again: 'Try again',
    back: 'Back',
  },
  pt: {
    notFound: { title: 'Não há nada aqui', remedy: 'Confira o endereço ou comece pela visão geral.' },
    forbidden: {
      title: 'Você não tem permissão para isto',
      remedy: 'Seu perfil ou seus lojistas não o incluem. Um administrador pode mudar isso.',
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
    signInNeeded: { title: 'Entre primeiro', remedy: 'A sessão terminou ou não existia.' },
    busy: {
      title: 'Há uma execução em andamento',
      remedy: 'Os dados poderão ser lidos quando ela terminar. Esta página se recarrega sozinha.',
    },
    unavailable: {
      title: 'O banco de dados não pode ser acessado',
      remedy: 'Esta página se recarrega sozinha e volta quando o banco de dados voltar.',
    },
    invalid: { title: 'A requisição não foi entendida', remedy: 'Corrija o que é indicado.' },
    failed: {
      title: 'Algo deu errado',
      remedy: 'O log do programa diz o quê. Tente de novo ou avise quem o opera.',
    },
    code: (code) => say`Código do erro: ${code}`,
    again: 'Tentar de novo',
    back: 'Voltar',
  },
  ar: {
    notFound: { title: 'لا يوجد شيء هنا', remedy: 'تحقق من العنوان، أو ابدأ من النظرة العامة.' },
    forbidden: {
      title: 'لا يُسمح لك بهذا',
      remedy: 'دورك أو تجارك لا يشملونه. يمكن للمسؤول تغيير ذلك.',
    },
    formStale: {
      title: 'النموذج لم يعد صالحًا',
      remedy: 'فُتح في جلسة أخرى. ارجع وأعد تحميل الصفحة ثم أرسله مرة أخرى.',
    },
    foreignRequest: {
      title: 'جاء الطلب من موقع آخر',
      remedy: 'افتح الصفحة نفسها واستخدم روابطها وأزرارها.',
    },
    tooLarge: { title: 'الطلب كبير جدًا', remedy: 'اختر عددًا أقل في المرة الواحدة.' },
    signInNeeded: { title: 'سجّل الدخول أولًا', remedy: 'انتهت الجلسة أو لم تكن موجودة.' },
    busy: {
      title: 'هناك تشغيل جارٍ',
      remedy: 'يمكن قراءة البيانات بعد انتهائه. تُعيد هذه الصفحة تحميل نفسها.',
    },
    unavailable: {
      title: 'لا يمكن الوصول إلى قاعدة البيانات',
      remedy: 'تُعيد هذه الصفحة تحميل نفسها وتعود عندما تعود قاعدة البيانات.',
    },
    invalid: { title: 'الطلب غير مفهوم', remedy: 'صحّح ما هو مذكور.' },
    failed: {
      title: 'حدث خطأ ما',
      remedy: 'يذكر سجل البرنامج ما حدث. حاول مرة أخرى، أو أبلغ من يديره.',
    },
    code: (code) => say`رمز الخطأ: ${code}`,
    again: 'حاول مرة أخرى',
    back: 'رجوع',
  },
};
