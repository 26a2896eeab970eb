import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

export interface AccountTexts {
  readonly title: string;
  readonly name: string;
  readonly role: string;
  readonly merchants: string;
  readonly allMerchants: string;
  readonly origin: string;
  /** Where a person signs in. */
  readonly origins: Readonly<Record<'password' | 'oidc' | 'proxy', string>>;
  readonly signOut: string;
  readonly sessions: string;
  readonly address: string;
  readonly browser: string;
  readonly since: string;
  readonly lastSeen: string;
  readonly thisOne: string;
  readonly everywhere: string;
  readonly everywhereHint: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly present: string;
  readonly wanted: string;
  readonly repeated: string;
  readonly change: string;
  readonly changed: string;
  readonly differ: string;
  readonly wrong: string;
  readonly tokens: string;
  readonly tokensHint: string;
  readonly tokenName: string;
  readonly days: string;
  readonly make: string;
  readonly made: string;
  readonly ends: string;
  readonly lastUsed: string;
  readonly never: string;
  readonly state: string;
  readonly valid: string;
  readonly expired: string;
  readonly revoked: string;
  readonly revoke: string;
  /** The same for people who hear only the button. */
  revokeOf(name: string): string;
  readonly newToken: string;
  readonly shownOnce: string;
  readonly howToUse: string;
  readonly back: string;
  wait(seconds: string): Phrase;
}

export const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en: {
    title: 'Account',
    name: 'Name',
    role: 'Role',
    merchants: 'Merchants',
    allMerchants: 'All merchants',
    origin: 'Signs in',
    origins: { password: 'with a password', oidc: "with the company's account", proxy: 'at the proxy' },
    signOut: 'Sign out',
    sessions: 'Sessions',
    address: 'Address',
    browser: 'Browser',
    since: 'Since',
    lastSeen: 'Last seen',
    thisOne: 'this one',
    everywhere: 'Sign out everywhere',
    everywhereHint: 'This ends all sessions, including this one. Access tokens stay valid.',
    password: 'Change the password',
    passwordHint: '12 characters or more, not a common one, and without your name. Other sessions end.',
    present: 'Current password',
    wanted: 'New password',
    repeated: 'Repeat the new password',
    change: 'Change the password',
    changed: 'The password was changed. All other sessions have ended.',
    differ: 'The two new passwords differ.',
    wrong: 'The current password is wrong.',
    tokens: 'Access tokens',
    tokensHint: 'A script downloads with a token in the Authorization header. It sees what you may see.',
    tokenName: 'Name of the script',
    days: 'Validity in days (at most 365)',
    make: 'Create a token',
    made: 'Created',
    ends: 'Expires',
    lastUsed: 'Last used',
    never: 'never',
    state: 'State',
    valid: 'valid',
    expired: 'expired',
    revoked: 'revoked',
    revoke: 'Revoke',
    revokeOf: (name) => `Revoke ${name}`,
    newToken: 'New access token',
    shownOnce: 'Copy it now. It is not stored and cannot be shown again.',
    howToUse: 'Use it like this:',
    back: 'Back to the account',
    wait: (seconds) =>
      say`Too many attempts. Try again in ${seconds} ${[seconds === '1' ? 'second' : 'seconds']}.`,
  },
  pt: {
    title: 'Conta',
    name: 'Nome',
    role: 'Perfil',
    merchants: 'Lojistas',
    allMerchants: 'Todos os lojistas',
    origin: 'Forma de entrada',
    origins: { password: 'com senha', oidc: 'com a conta da empresa', proxy: 'pelo proxy' },
    signOut: 'Sair',
    sessions: 'Sessões',
    address: 'Endereço',
    browser: 'Navegador',
    since: 'Desde',
    lastSeen: 'Último acesso',
    thisOne: 'esta',
    everywhere: 'Sair de todas as sessões',
    everywhereHint: 'Encerra todas as sessões, inclusive esta. Os tokens de acesso continuam válidos.',
    password: 'Alterar a senha',
    passwordHint:
      '12 caracteres ou mais, que não seja comum e sem o seu nome. As outras sessões são encerradas.',
    present: 'Senha atual',
    wanted: 'Nova senha',
    repeated: 'Repita a nova senha',
    change: 'Alterar a senha',
    changed: 'A senha foi alterada. Todas as outras sessões foram encerradas.',
    differ: 'As duas novas senhas são diferentes.',
    wrong: 'A senha atual não está correta.',
    tokens: 'Tokens de acesso',
    tokensHint: 'Um script baixa arquivos com um token no cabeçalho Authorization. Ele vê o que você vê.',
    tokenName: 'Nome do script',
    days: 'Validade em dias (no máximo 365)',
    make: 'Criar um token',
    made: 'Criado em',
    ends: 'Expira em',
    lastUsed: 'Último uso',
    never: 'nunca',
    state: 'Estado',
    valid: 'válido',
    expired: 'expirado',
    revoked: 'revogado',
    revoke: 'Revogar',
    revokeOf: (name) => `Revogar ${name}`,
    newToken: 'Novo token de acesso',
    shownOnce: 'Copie-o agora. Ele não fica guardado e não pode ser mostrado de novo.',
    howToUse: 'Use assim:',
    back: 'Voltar à conta',
    wait: (seconds) =>
      say`Muitas tentativas. Tente de novo em ${seconds} ${[seconds === '1' ? 'segundo' : 'segundos']}.`,
  },
  ar: {
    title: 'الحساب',
    name: 'الاسم',
    role: 'الدور',
    merchants: 'التجار',
    allMerchants: 'كل التجار',
    origin: 'طريقة الدخول',
    origins: { password: 'بكلمة مرور', oidc: 'بحساب الشركة', proxy: 'عبر الخادم الوكيل' },
    signOut: 'تسجيل الخروج',
    sessions: 'الجلسات',
    address: 'العنوان',
    browser: 'المتصفح',
    since: 'منذ',
    lastSeen: 'آخر نشاط',
    thisOne: 'هذه الجلسة',
    everywhere: 'تسجيل الخروج من كل الجلسات',
    everywhereHint: 'ينهي كل الجلسات، بما فيها هذه. تبقى رموز الوصول صالحة.',
    password: 'تغيير كلمة المرور',
    passwordHint: '12 حرفًا أو أكثر، غير شائعة، ولا تتضمن اسمك. تنتهي الجلسات الأخرى.',
    present: 'كلمة المرور الحالية',
    wanted: 'كلمة المرور الجديدة',
    repeated: 'كلمة المرور الجديدة مرة أخرى',
    change: 'تغيير كلمة المرور',
    changed: 'تم تغيير كلمة المرور، وانتهت كل الجلسات الأخرى.',
    differ: 'كلمتا المرور الجديدتان مختلفتان.',
    wrong: 'كلمة المرور الحالية غير صحيحة.',
    tokens: 'رموز الوصول',
    tokensHint: 'يستخدم البرنامج رمزًا في الترويسة Authorization لتنزيل الملفات، ويرى ما تراه أنت.',
    tokenName: 'اسم البرنامج',
    days: 'مدة الصلاحية بالأيام (365 على الأكثر)',
    make: 'إنشاء رمز',
    made: 'أُنشئ في',
    ends: 'ينتهي في',
    lastUsed: 'آخر استخدام',
    never: 'لم يُستخدم',
    state: 'الوضع',
    valid: 'صالح',
    expired: 'منتهٍ',
    revoked: 'ملغى',
    revoke: 'إلغاء',
    revokeOf: (name) => `إلغاء ${name}`,
    newToken: 'رمز وصول جديد',
    shownOnce: 'انسخه الآن. لا يُحفظ ولا يمكن عرضه مرة أخرى.',
    howToUse: 'طريقة الاستخدام:',
    back: 'العودة إلى الحساب',
    wait: (seconds) => say`محاولات كثيرة. المدة حتى المحاولة التالية بالثواني: ${seconds}.`,
  },
};
