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
  /** The person is known elsewhere, but has no user here. */
  readonly noUser: string;
  readonly providerFailed: string;
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
    wait: (seconds) => say`Too many attempts. Try again in ${seconds} seconds.`,
    ended: 'The session has ended. Sign in to go on where you were.',
    signedOut: 'You have signed out.',
    noUser: 'You are signed in there, but have no user here. An administrator can add one.',
    providerFailed: 'Signing in with the company’s account failed. Try again, or tell who runs it.',
  },
  pt: {
    title: 'Entrar',
    name: 'Nome',
    password: 'Senha',
    signIn: 'Entrar',
    withProvider: 'Entrar com a conta da empresa',
    or: 'ou',
    wrong: 'Nome e senha não conferem, ou o usuário está desativado.',
    wait: (seconds) => say`Tentativas demais. Tente de novo em ${seconds} segundos.`,
    ended: 'A sessão terminou. Entre para continuar de onde parou.',
    signedOut: 'Você saiu.',
    noUser: 'Você entrou lá, mas não tem usuário aqui. Um administrador pode criar um.',
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
    wait: (seconds) => say`محاولات كثيرة. حاول مرة أخرى بعد ${seconds} ثانية.`,
    ended: 'انتهت الجلسة. سجّل الدخول لتتابع من حيث كنت.',
    signedOut: 'سجّلت الخروج.',
    noUser: 'سجّلت الدخول هناك، لكن ليس لديك مستخدم هنا. يمكن للمسؤول إضافته.',
    providerFailed: 'تعذّر تسجيل الدخول بحساب الشركة. حاول مرة أخرى، أو أبلغ من يدير النظام.',
  },
};
