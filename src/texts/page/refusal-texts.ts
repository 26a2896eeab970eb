import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** Why decisions about findings were refused. */
interface RefusalTexts {
  readonly title: string;
  readonly nothingDecided: string;
  readonly refused: Readonly<Record<RefusalCode, string>>;
  more(count: string): Phrase;
}

export type RefusalCode =
  | 'FINDING_UNKNOWN'
  | 'FINDING_CLOSED'
  | 'FINDING_OPEN'
  | 'FINDING_WAITING'
  | 'FINDING_NOT_WAITING'
  | 'REQUEST_CHANGED'
  | 'VALUES_CHANGED'
  | 'DECIDED_MEANWHILE'
  | 'APPROVAL_NEEDED_BY_ANOTHER'
  | 'NOT_PERMITTED'
  | 'NOTHING_TO_UNDO';

export const REFUSAL_TEXTS: Readonly<Record<Language, RefusalTexts>> = {
  en: {
    title: 'Nothing was decided',
    nothingDecided: 'None of the chosen findings was changed.',
    refused: {
      FINDING_UNKNOWN: 'One or more of the chosen findings do not exist, or do not exist any more.',
      FINDING_CLOSED: 'These findings are already closed.',
      FINDING_OPEN: 'These findings are already open.',
      FINDING_WAITING: 'The write-off of these findings already waits for approval.',
      FINDING_NOT_WAITING: 'No write-off of these findings waits for approval.',
      REQUEST_CHANGED: 'Another write-off waits for approval than the page showed. Look at it first.',
      VALUES_CHANGED:
        'At least one of these findings has other values than the page showed, or another amount to write off. Look at them first.',
      DECIDED_MEANWHILE:
        'Something was decided or noted about these findings since the page was shown. Look at it first.',
      APPROVAL_NEEDED_BY_ANOTHER:
        'You requested the write-off of these findings yourself. Another person has to approve it.',
      NOT_PERMITTED: 'You may not approve the write-off of these findings.',
      NOTHING_TO_UNDO: 'The newest decision about these findings cannot be undone.',
    },
    more: (count) => say`And ${count} more.`,
  },
  pt: {
    title: 'Nada foi decidido',
    nothingDecided: 'Nenhuma das ocorrências escolhidas foi alterada.',
    refused: {
      FINDING_UNKNOWN: 'Uma ou mais das ocorrências escolhidas não existem ou não existem mais.',
      FINDING_CLOSED: 'Estas ocorrências já estão encerradas.',
      FINDING_OPEN: 'Estas ocorrências já estão abertas.',
      FINDING_WAITING: 'A baixa destas ocorrências já aguarda aprovação.',
      FINDING_NOT_WAITING: 'Nenhuma baixa destas ocorrências aguarda aprovação.',
      REQUEST_CHANGED: 'A baixa que aguarda aprovação não é a que a página mostrou. Confira-a primeiro.',
      VALUES_CHANGED:
        'Pelo menos uma destas ocorrências tem valores diferentes dos que a página mostrou, ou outro valor a baixar. Confira-as primeiro.',
      DECIDED_MEANWHILE:
        'Houve uma decisão ou anotação sobre estas ocorrências depois que a página foi exibida. Confira-a primeiro.',
      APPROVAL_NEEDED_BY_ANOTHER:
        'Você mesmo solicitou a baixa destas ocorrências. Outra pessoa precisa aprová-la.',
      NOT_PERMITTED: 'Você não pode aprovar a baixa destas ocorrências.',
      NOTHING_TO_UNDO: 'A última decisão sobre estas ocorrências não pode ser desfeita.',
    },
    more: (count) => say`E mais ${count}.`,
  },
  ar: {
    title: 'لم يُتخذ أي قرار',
    nothingDecided: 'لم تتغير أي من الملاحظات المختارة.',
    refused: {
      FINDING_UNKNOWN: 'واحدة أو أكثر من الملاحظات المختارة غير موجودة أو لم تعد موجودة.',
      FINDING_CLOSED: 'هذه الملاحظات مغلقة بالفعل.',
      FINDING_OPEN: 'هذه الملاحظات مفتوحة بالفعل.',
      FINDING_WAITING: 'شطب هذه الملاحظات في انتظار الموافقة بالفعل.',
      FINDING_NOT_WAITING: 'لا يوجد شطب لهذه الملاحظات في انتظار الموافقة.',
      REQUEST_CHANGED: 'الشطب الذي ينتظر الموافقة ليس هو الذي عرضته الصفحة. راجعه أولًا.',
      VALUES_CHANGED:
        'قيم إحدى هذه الملاحظات على الأقل ليست هي التي عرضتها الصفحة، أو تغيّر المبلغ الذي سيُشطب. راجعها أولًا.',
      DECIDED_MEANWHILE: 'سُجّل قرار أو تعليق بشأن هذه الملاحظات بعد عرض الصفحة. راجعه أولًا.',
      APPROVAL_NEEDED_BY_ANOTHER: 'أنت من طلب شطب هذه الملاحظات. يجب أن يوافق عليه شخص آخر.',
      NOT_PERMITTED: 'لا يُسمح لك بالموافقة على شطب هذه الملاحظات.',
      NOTHING_TO_UNDO: 'لا يمكن التراجع عن آخر قرار بشأن هذه الملاحظات.',
    },
    more: (count) => say`ملاحظات أخرى: ${count}.`,
  },
};
