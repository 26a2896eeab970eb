import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

type Action =
  | 'resolve'
  | 'accept'
  | 'write-off'
  | 'assign'
  | 'note'
  | 'reopen'
  | 'approve'
  | 'decline'
  | 'undo';

/** What is missing in a form that decides. */
export type Missing =
  | 'nothingChosen'
  | 'noAction'
  | 'noText'
  | 'noNote'
  | 'tooLong'
  | 'personTooLong'
  | 'tooMany'
  | 'changed'
  | 'busy';

/** Deciding about findings: the form, what was decided, and what was refused. */
export interface DecisionTexts {
  readonly title: string;
  readonly action: string;
  readonly chooseAction: string;
  readonly actions: Readonly<Record<Action, string>>;
  /** What was done, of a finding. */
  readonly done: Readonly<Record<Action | 'request-write-off', string>>;
  readonly text: string;
  readonly textHint: string;
  readonly person: string;
  readonly personHint: string;
  readonly decide: string;
  readonly missing: Readonly<Record<Missing, string>>;
  readonly confirmTitle: string;
  allMatching(count: string): Phrase;
  tooMany(count: string, most: string): Phrase;
  concerned(findings: string, orders: string): Phrase;
  readonly amounts: string;
  readonly amountsHint: string;
  readonly amount: string;
  readonly unreadable: string;
  decideAll(count: string): string;
  /** Where the session had ended when a decision was sent. */
  readonly notDecided: string;
  readonly decidedTitle: string;
  /** What was done to how many findings, and by whom. */
  decided(done: string, count: string, who: string): Phrase;
  readonly waits: string;
  approvers(names: string): Phrase;
  readonly noApprover: string;
  readonly undo: string;
  readonly undone: string;
  readonly backToList: string;
  readonly backToOrder: string;
  readonly listed: string;
  readonly columns: Readonly<Record<'decision' | 'who' | 'at' | 'why', string>>;
  readonly nobody: string;
}

export const DECISION_TEXTS: Readonly<Record<Language, DecisionTexts>> = {
  en: {
    title: 'Decide',
    action: 'Decision',
    chooseAction: 'Choose…',
    actions: {
      resolve: 'Resolve',
      accept: 'Accept',
      'write-off': 'Write off',
      assign: 'Assign',
      note: 'Add a note',
      reopen: 'Reopen',
      approve: 'Approve the write-off',
      decline: 'Decline the write-off',
      undo: 'Undo the newest decision',
    },
    done: {
      resolve: 'Resolved',
      accept: 'Accepted',
      'write-off': 'Written off',
      assign: 'Assigned',
      note: 'Note added',
      reopen: 'Reopened',
      approve: 'Write-off approved',
      decline: 'Write-off declined',
      undo: 'Undone',
      'request-write-off': 'Write-off requested',
    },
    text: 'Reason or note',
    textHint: 'Required to resolve, accept, write off or decline, and for a note.',
    person: 'Assign to',
    personHint: 'Only for “Assign”. Empty: nobody.',
    decide: 'Decide about the chosen findings',
    missing: {
      nothingChosen: 'No finding was chosen. Choose at least one.',
      noAction: 'No decision was chosen. Choose what to do.',
      noText: 'A reason is needed for this decision. It is kept in the audit trail.',
      noNote: 'The note is empty. Write one.',
      tooLong: 'The text is too long. Write at most 2,000 characters.',
      personTooLong: 'The name of the person is too long. Write at most 200 characters.',
      busy: 'A run is in progress, so nothing was decided. Send the form again when it has ended.',
      tooMany: 'Too many findings. At most 10,000 can be decided at once.',
      changed:
        'The findings of the filter, their amounts or the decisions about them have changed since they were shown. Nothing was decided. Check and decide again.',
    },
    confirmTitle: 'Decide about all findings of the filter',
    allMatching: (count) => say`Decide about all findings that match this filter: ${count}`,
    tooMany: (count, most) =>
      say`${count} findings match this filter. At most ${most} can be decided at once. Narrow the filter.`,
    concerned: (findings, orders) => say`Findings: ${findings}. Orders: ${orders}.`,
    amounts: 'Money concerned, by currency',
    amountsHint:
      'What writing off gives up. For a wrong amount or several payments, that is the difference between paid and requested, if there is one; for refunds above the payment, what was returned; otherwise the greater of the requested and the paid amount. Callbacks without an order count with their sum. Each order counts once, with the greatest amount of its findings.',
    amount: 'Amount',
    unreadable: 'Orders whose amount cannot be read',
    decideAll: (count) => `Decide about all (${count})`,
    notDecided: 'The session had ended, so nothing was decided. Send the decision again.',
    decidedTitle: 'Decided',
    decided: (done, count, who) => say`${done}: ${count}. Decided by ${who}.`,
    waits:
      'The amount is above the limit for one person. The write-off waits until a second person approves it.',
    approvers: (names) => say`These people may approve it: ${names}.`,
    noApprover: 'No other user may approve it. An administrator can add one.',
    undo: 'Undo these decisions',
    undone:
      'These decisions cannot be undone together any more: some of the findings were decided about again.',
    backToList: 'Back to the list',
    backToOrder: 'Back to the order',
    listed: 'Findings that were decided about',
    columns: { decision: 'Decision', who: 'By', at: 'When', why: 'Reason or note' },
    nobody: 'nobody',
  },
  pt: {
    title: 'Decidir',
    action: 'Decisão',
    chooseAction: 'Escolha…',
    actions: {
      resolve: 'Resolver',
      accept: 'Aceitar',
      'write-off': 'Dar baixa',
      assign: 'Atribuir',
      note: 'Incluir anotação',
      reopen: 'Reabrir',
      approve: 'Aprovar a baixa',
      decline: 'Recusar a baixa',
      undo: 'Desfazer a última decisão',
    },
    done: {
      resolve: 'Resolução',
      accept: 'Aceitação',
      'write-off': 'Baixa efetuada',
      assign: 'Atribuição',
      note: 'Anotação incluída',
      reopen: 'Reabertura',
      approve: 'Baixa aprovada',
      decline: 'Baixa recusada',
      undo: 'Decisão desfeita',
      'request-write-off': 'Baixa solicitada',
    },
    text: 'Motivo ou anotação',
    textHint: 'Necessário para resolver, aceitar, dar baixa, recusar e anotar.',
    person: 'Atribuir a',
    personHint: 'Só para “Atribuir”. Vazio: ninguém.',
    decide: 'Decidir sobre as ocorrências escolhidas',
    missing: {
      nothingChosen: 'Nenhuma ocorrência foi escolhida. Escolha ao menos uma.',
      noAction: 'Nenhuma decisão foi escolhida. Escolha o que fazer.',
      noText: 'Esta decisão precisa de um motivo. Ele fica na trilha de auditoria.',
      noNote: 'A anotação está vazia. Escreva uma.',
      tooLong: 'O texto é longo demais. Escreva no máximo 2.000 caracteres.',
      personTooLong: 'O nome da pessoa é longo demais. Escreva no máximo 200 caracteres.',
      busy: 'Há uma execução em andamento, e nada foi decidido. Envie o formulário de novo quando ela terminar.',
      tooMany: 'Ocorrências demais. No máximo 10.000 podem ser decididas de uma vez.',
      changed:
        'As ocorrências que atendem ao filtro, seus valores ou as decisões sobre elas mudaram desde que a página foi exibida. Nada foi decidido. Confira e decida de novo.',
    },
    confirmTitle: 'Decidir sobre todas as ocorrências do filtro',
    allMatching: (count) => say`Decidir sobre todas as ocorrências que atendem a este filtro: ${count}`,
    tooMany: (count, most) =>
      say`Ocorrências que atendem a este filtro: ${count}. Máximo de uma vez: ${most}. Restrinja o filtro.`,
    concerned: (findings, orders) => say`Ocorrências: ${findings}. Pedidos: ${orders}.`,
    amounts: 'Valores envolvidos, por moeda',
    amountsHint:
      'O que se perde com a baixa. Para valor errado ou vários pagamentos, é a diferença entre o pago e o solicitado, se houver; para estornos acima do pagamento, o que foi devolvido; nos demais casos, o maior entre o valor solicitado e o pago. Notificações sem pedido contam com a sua soma. Cada pedido conta uma vez, com o maior valor das suas ocorrências.',
    amount: 'Valor',
    unreadable: 'Pedidos com valor ilegível',
    decideAll: (count) => `Decidir sobre todas (${count})`,
    notDecided: 'A sessão tinha terminado e nada foi decidido. Envie a decisão de novo.',
    decidedTitle: 'Decidido',
    decided: (done, count, who) => say`${done}: ${count}. Decidido por ${who}.`,
    waits:
      'O valor está acima do limite de uma só pessoa. A baixa aguarda a aprovação de uma segunda pessoa.',
    approvers: (names) => say`Estas pessoas podem aprová-la: ${names}.`,
    noApprover: 'Nenhum outro usuário pode aprová-la. Um administrador pode adicionar um.',
    undo: 'Desfazer estas decisões',
    undone:
      'Não é mais possível desfazer estas decisões juntas: sobre algumas ocorrências já se decidiu de novo.',
    backToList: 'Voltar à lista',
    backToOrder: 'Voltar ao pedido',
    listed: 'Ocorrências decididas',
    columns: { decision: 'Decisão', who: 'Por', at: 'Quando', why: 'Motivo ou anotação' },
    nobody: 'ninguém',
  },
  ar: {
    title: 'اتخاذ قرار',
    action: 'القرار',
    chooseAction: 'اختر…',
    actions: {
      resolve: 'حل',
      accept: 'قبول',
      'write-off': 'شطب',
      assign: 'إسناد',
      note: 'إضافة تعليق',
      reopen: 'إعادة فتح',
      approve: 'الموافقة على الشطب',
      decline: 'رفض الشطب',
      undo: 'التراجع عن آخر قرار',
    },
    done: {
      resolve: 'تم الحل',
      accept: 'تم القبول',
      'write-off': 'تم الشطب',
      assign: 'تم الإسناد',
      note: 'أُضيف تعليق',
      reopen: 'أُعيد الفتح',
      approve: 'تمت الموافقة على الشطب',
      decline: 'رُفض الشطب',
      undo: 'تم التراجع',
      'request-write-off': 'طُلب الشطب',
    },
    text: 'السبب أو التعليق',
    textHint: 'مطلوب للحل والقبول والشطب ورفض الشطب والتعليق.',
    person: 'إسناد إلى',
    personHint: 'لقرار «إسناد» فقط. فارغ: لا أحد.',
    decide: 'اتخاذ القرار بشأن الملاحظات المختارة',
    missing: {
      nothingChosen: 'لم تُختر أي ملاحظة. اختر واحدة على الأقل.',
      noAction: 'لم يُختر أي قرار. اختر ما يجب عمله.',
      noText: 'هذا القرار يحتاج إلى سبب يُحفظ في سجل التدقيق.',
      noNote: 'التعليق فارغ. اكتب تعليقًا.',
      tooLong: 'النص طويل جدًا. الحد الأقصى 2,000 حرف.',
      personTooLong: 'اسم الشخص طويل جدًا. الحد الأقصى 200 حرف.',
      busy: 'هناك تشغيل جارٍ، فلم يُتخذ أي قرار. أرسل النموذج مرة أخرى بعد انتهائه.',
      tooMany: 'عدد الملاحظات كبير جدًا. الحد الأقصى 10,000 في المرة الواحدة.',
      changed:
        'تغيّرت الملاحظات المطابقة للتصفية أو مبالغها أو القرارات بشأنها منذ عرضها. لم يُتخذ أي قرار. راجعها ثم قرر مرة أخرى.',
    },
    confirmTitle: 'اتخاذ قرار بشأن كل ملاحظات التصفية',
    allMatching: (count) => say`اتخاذ قرار بشأن كل الملاحظات المطابقة لهذه التصفية: ${count}`,
    tooMany: (count, most) =>
      say`عدد الملاحظات المطابقة لهذه التصفية ${count}. الحد الأقصى في المرة الواحدة ${most}. ضيّق التصفية.`,
    concerned: (findings, orders) => say`الملاحظات: ${findings}. الطلبات: ${orders}.`,
    amounts: 'المبالغ المعنية حسب العملة',
    amountsHint:
      'ما يُتنازل عنه بالشطب: في حالة المبلغ المختلف أو تعدد المدفوعات هو الفرق بين المدفوع والمطلوب إن وُجد، وفي حالة استرداد يتجاوز المدفوع هو المبلغ المُعاد، وفي غير ذلك هو الأكبر من المبلغين المطلوب والمدفوع. الإشعارات بلا طلب تُحسب بمجموعها. يُحسب كل طلب مرة واحدة بأكبر مبالغ ملاحظاته.',
    amount: 'المبلغ',
    unreadable: 'طلبات مبلغها غير مقروء',
    decideAll: (count) => `اتخاذ قرار بشأن الكل (${count})`,
    notDecided: 'كانت الجلسة قد انتهت، فلم يُتخذ أي قرار. أرسل القرار مرة أخرى.',
    decidedTitle: 'تم اتخاذ القرار',
    decided: (done, count, who) => say`${done}: ${count}. صاحب القرار: ${who}.`,
    waits: 'المبلغ أعلى من الحد المسموح به لشخص واحد. ينتظر الشطب موافقة شخص ثانٍ.',
    approvers: (names) => say`يمكن لهؤلاء الموافقة عليه: ${names}.`,
    noApprover: 'لا يوجد مستخدم آخر يمكنه الموافقة عليه. يمكن للمسؤول إضافته.',
    undo: 'التراجع عن هذه القرارات',
    undone: 'لم يعد ممكنًا التراجع عن هذه القرارات معًا: اتُّخذ قرار جديد بشأن بعض الملاحظات.',
    backToList: 'العودة إلى القائمة',
    backToOrder: 'العودة إلى الطلب',
    listed: 'الملاحظات التي اتُّخذ القرار بشأنها',
    columns: { decision: 'القرار', who: 'بواسطة', at: 'الوقت', why: 'السبب أو التعليق' },
    nobody: 'لا أحد',
  },
};
