import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

interface SignInTexts {
  readonly title: string;
  readonly name: string;
  readonly password: string;
  readonly signIn: string;
  /** A button that leads to the OpenID provider. */
  readonly withProvider: string;
  readonly or: string;
  readonly wrong: string;
  wait(seconds: string): Phrase;
  readonly ended: string;
  readonly signedOut: string;
  /** The person is known at the provider, but no group there has a role here. */
  readonly noRole: string;
  readonly userDisabled: string;
  readonly providerFailed: string;
  readonly providerDown: string;
  readonly clockOff: string;
  /** The answer of the provider is too late, or belongs to another browser. */
  readonly providerStale: string;
}

export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = {
  en: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    signIn: 'Sign in',
    withProvider: "Sign in with the company's account",
    or: 'or',
    wrong: 'Name and password do not match, or the user is disabled.',
    wait: (seconds) =>
      say`Too many attempts. Try again in ${seconds} ${[seconds === '1' ? 'second' : 'seconds']}.`,
    ended: 'The session has ended. Sign in to continue where you were.',
    signedOut: 'You have signed out.',
    noRole: "None of your groups at the company's account has a role here. An administrator can change that.",
    userDisabled: 'Your user is disabled here. An administrator can change that.',
    providerDown:
      "The company's sign-in service cannot be reached at the moment. Try again in a few seconds.",
    clockOff:
      "The clocks of the company's sign-in service and of this page differ too much. Contact the operator.",
    providerStale:
      'This sign-in took longer than ten minutes, or was started in another window. Start it again.',
    providerFailed: "Signing in with the company's account failed. Try again, or contact the operator.",
  },
  pt: {
    title: 'Entrar',
    name: 'Nome',
    password: 'Senha',
    signIn: 'Entrar',
    withProvider: 'Entrar com a conta da empresa',
    or: 'ou',
    wrong: 'Nome e senha não conferem, ou o usuário está desativado.',
    wait: (seconds) =>
      say`Muitas tentativas. Tente de novo em ${seconds} ${[seconds === '1' ? 'segundo' : 'segundos']}.`,
    ended: 'A sessão terminou. Entre para continuar de onde parou.',
    signedOut: 'Você saiu do sistema.',
    noRole:
      'Nenhum dos seus grupos na conta da empresa tem um perfil aqui. Um administrador pode mudar isso.',
    userDisabled: 'Seu usuário está desativado aqui. Um administrador pode mudar isso.',
    providerDown:
      'O serviço de login da empresa não está acessível no momento. Tente de novo em alguns segundos.',
    clockOff:
      'Os relógios do serviço de login da empresa e desta página estão muito diferentes. Avise quem opera o sistema.',
    providerStale: 'Este login levou mais de dez minutos ou foi iniciado em outra janela. Comece de novo.',
    providerFailed:
      'Não foi possível entrar com a conta da empresa. Tente de novo ou avise quem opera o sistema.',
  },
  ar: {
    title: 'تسجيل الدخول',
    name: 'الاسم',
    password: 'كلمة المرور',
    signIn: 'تسجيل الدخول',
    withProvider: 'تسجيل الدخول بحساب الشركة',
    or: 'أو',
    wrong: 'الاسم وكلمة المرور غير متطابقين، أو أن المستخدم معطَّل.',
    wait: (seconds) => say`محاولات كثيرة. المدة حتى المحاولة التالية بالثواني: ${seconds}.`,
    ended: 'انتهت الجلسة. سجّل الدخول لتتابع من حيث كنت.',
    signedOut: 'تم تسجيل خروجك.',
    noRole: 'لا يوجد لأي من مجموعاتك في حساب الشركة دور هنا. يمكن للمسؤول تغيير ذلك.',
    userDisabled: 'المستخدم الخاص بك معطَّل هنا. يمكن للمسؤول تغيير ذلك.',
    providerDown: 'لا يمكن الوصول إلى خدمة دخول الشركة حاليًا. حاول مرة أخرى بعد ثوانٍ.',
    clockOff: 'الفرق بين ساعة خدمة دخول الشركة وساعة هذه الصفحة كبير جدًا. أبلغ من يدير النظام.',
    providerStale: 'استغرق تسجيل الدخول هذا أكثر من عشر دقائق، أو بدأ في نافذة أخرى. ابدأ من جديد.',
    providerFailed: 'تعذّر تسجيل الدخول بحساب الشركة. حاول مرة أخرى، أو أبلغ من يدير النظام.',
  },
};
