import type { Language } from '../formats.ts';

export interface UsersTexts {
  readonly title: string;
  readonly user: string;
  readonly added: string;
  readonly state: string;
  readonly enabled: string;
  readonly disabled: string;
  readonly add: string;
  readonly addHint: string;
  readonly origin: string;
  readonly withPassword: string;
  readonly byProxy: string;
  readonly limit: string;
  readonly all: string;
  readonly some: string;
  readonly perLine: string;
  readonly noMerchant: string;
  readonly access: string;
  readonly save: string;
  /** Instead of the form, for users of an OpenID provider. */
  readonly fromProvider: string;
  /** Title of the answer to a form that showed an earlier state of the user, and why nothing was saved. */
  readonly notChanged: string;
  readonly changedMeanwhile: string;
  readonly sessions: string;
  readonly noSessions: string;
  readonly endSessions: string;
  readonly newPassword: string;
  readonly newPasswordHint: string;
  readonly makePassword: string;
  readonly disable: string;
  readonly disableHint: string;
  readonly enable: string;
  readonly enableHint: string;
  readonly password: string;
  readonly shownOnce: string;
  readonly toUser: string;
  readonly toUsers: string;
}

export const USERS_TEXTS: Readonly<Record<Language, UsersTexts>> = {
  en: {
    title: 'Users',
    user: 'User',
    added: 'Added',
    state: 'State',
    enabled: 'may sign in',
    disabled: 'disabled',
    add: 'Add a user',
    addHint: 'Users of an OpenID provider are added when they sign in for the first time.',
    origin: 'Signs in',
    withPassword: 'with a password, which is generated and shown once',
    byProxy: 'at the trusted proxy, which names the user',
    limit: 'Merchants',
    all: 'All merchants',
    some: 'Only these:',
    perLine: 'One in each line',
    noMerchant: 'Name at least one merchant, or choose all.',
    access: 'Role and merchants',
    save: 'Save',
    fromProvider: 'Role and merchants come from the groups at the OpenID provider.',
    notChanged: 'Nothing was changed',
    changedMeanwhile:
      'Somebody has changed this user since the page was shown. The user is now as shown here. Look at the user, then change what is still needed.',
    sessions: 'Sessions',
    noSessions: 'None',
    endSessions: 'End all sessions',
    newPassword: 'New password',
    newPasswordHint: 'It is generated and shown once. All sessions of the user end.',
    makePassword: 'Generate a password',
    disable: 'Disable the user',
    disableHint: 'The user cannot sign in any more. Sessions end, and access tokens are revoked.',
    enable: 'Enable the user',
    enableHint: 'The user can sign in again. Revoked access tokens stay revoked.',
    password: 'Password',
    shownOnce: 'Give it to the user now. It cannot be shown again. The user can change it under Account.',
    toUser: 'To the user',
    toUsers: 'All users',
  },
  pt: {
    title: 'Usuários',
    user: 'Usuário',
    added: 'Adicionado',
    state: 'Estado',
    enabled: 'pode entrar',
    disabled: 'desativado',
    add: 'Adicionar um usuário',
    addHint: 'Usuários de um provedor OpenID são adicionados quando entram pela primeira vez.',
    origin: 'Forma de entrada',
    withPassword: 'com uma senha, que é gerada e mostrada uma vez',
    byProxy: 'pelo proxy confiável, que informa o usuário',
    limit: 'Lojistas',
    all: 'Todos os lojistas',
    some: 'Somente estes:',
    perLine: 'Um por linha',
    noMerchant: 'Informe pelo menos um lojista ou escolha todos.',
    access: 'Perfil e lojistas',
    save: 'Salvar',
    fromProvider: 'O perfil e os lojistas vêm dos grupos no provedor OpenID.',
    notChanged: 'Nada foi alterado',
    changedMeanwhile:
      'Alguém alterou este usuário depois que a página foi exibida. Os dados atuais estão abaixo. Confira-o e altere o que ainda for necessário.',
    sessions: 'Sessões',
    noSessions: 'Nenhuma',
    endSessions: 'Encerrar todas as sessões',
    newPassword: 'Nova senha',
    newPasswordHint: 'Ela é gerada e mostrada uma vez. Todas as sessões do usuário são encerradas.',
    makePassword: 'Gerar uma senha',
    disable: 'Desativar o usuário',
    disableHint: 'O usuário não pode mais entrar. As sessões terminam e os tokens de acesso são revogados.',
    enable: 'Ativar o usuário',
    enableHint: 'O usuário pode entrar de novo. Tokens revogados continuam revogados.',
    password: 'Senha',
    shownOnce:
      'Entregue-a ao usuário agora. Ela não pode ser mostrada de novo. O usuário pode alterá-la em Conta.',
    toUser: 'Ir para o usuário',
    toUsers: 'Todos os usuários',
  },
  ar: {
    title: 'المستخدمون',
    user: 'المستخدم',
    added: 'أُضيف في',
    state: 'الوضع',
    enabled: 'يمكنه الدخول',
    disabled: 'معطَّل',
    add: 'إضافة مستخدم',
    addHint: 'يُضاف مستخدمو مزوّد OpenID عند دخولهم لأول مرة.',
    origin: 'طريقة الدخول',
    withPassword: 'بكلمة مرور تُنشأ وتُعرض مرة واحدة',
    byProxy: 'عبر الخادم الوكيل الموثوق الذي يحدد المستخدم',
    limit: 'التجار',
    all: 'كل التجار',
    some: 'هؤلاء فقط:',
    perLine: 'تاجر في كل سطر',
    noMerchant: 'اذكر تاجرًا واحدًا على الأقل، أو اختر الكل.',
    access: 'الدور والتجار',
    save: 'حفظ',
    fromProvider: 'يأتي الدور والتجار من المجموعات لدى مزوّد OpenID.',
    notChanged: 'لم يتغير شيء',
    changedMeanwhile:
      'غيّر شخص ما هذا المستخدم بعد عرض الصفحة. تظهر هنا بياناته الحالية. راجعها، ثم غيّر ما لا يزال لازمًا.',
    sessions: 'الجلسات',
    noSessions: 'لا توجد',
    endSessions: 'إنهاء كل الجلسات',
    newPassword: 'كلمة مرور جديدة',
    newPasswordHint: 'تُنشأ وتُعرض مرة واحدة. تنتهي كل جلسات المستخدم.',
    makePassword: 'إنشاء كلمة مرور',
    disable: 'تعطيل المستخدم',
    disableHint: 'لن يستطيع المستخدم الدخول بعد الآن. تنتهي الجلسات وتُلغى رموز الوصول.',
    enable: 'تفعيل المستخدم',
    enableHint: 'يستطيع المستخدم الدخول مرة أخرى. تبقى الرموز الملغاة ملغاة.',
    password: 'كلمة المرور',
    shownOnce: 'سلّمها إلى المستخدم الآن. لا يمكن عرضها مرة أخرى. يمكن للمستخدم تغييرها من صفحة الحساب.',
    toUser: 'إلى المستخدم',
    toUsers: 'كل المستخدمين',
  },
};
