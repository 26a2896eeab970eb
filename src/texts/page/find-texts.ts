import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What the search for orders says. */
interface FindTexts {
  readonly title: string;
  readonly label: string;
  readonly button: string;
  /** What was searched, where several orders were found. */
  found(count: string, text: string): Phrase;
  none(text: string): Phrase;
  /** Of a text whose beginning is too short to be searched for. */
  tooShort(text: string): Phrase;
  /** The list ends at the most orders that a search shows. */
  most(count: string): Phrase;
  readonly empty: string;
  readonly how: string;
  readonly hints: readonly string[];
  readonly listed: string;
  readonly exact: string;
  readonly begins: string;
  readonly match: string;
  readonly account: string;
  readonly notJudged: string;
}

export const FIND_TEXTS: Readonly<Record<Language, FindTexts>> = {
  en: {
    title: 'Find an order',
    label: 'Order number, trade number or reference',
    button: 'Search',
    found: (count, text) => say`Orders for ${text}: ${count}`,
    none: (text) =>
      say`No order has the number ${text}, and the search by the beginning of a number found none.`,
    tooShort: (text) =>
      say`No order has the number ${text}. To search by the beginning of a number, enter at least four characters.`,
    most: (count) => say`Only the first ${count} are shown. Enter more of the number.`,
    empty: 'Enter a number to search for.',
    how: 'How numbers are searched',
    hints: [
      'Upper and lower case differ, and leading zeros count: ab01, AB01 and AB1 are three numbers.',
      'Order numbers, trade numbers and payment references (account numbers) are searched.',
      'The first four characters of an order number are enough once its request was read, ' +
        'and those of a reference or trade number that reports show once its order is reconciled.',
      'Other numbers are found only in full: those of notifications and orders that are not reconciled yet, ' +
        'and trade numbers beside the one that reports show.',
      'A number is found once its log has been read. The data page shows how far the logs reach.',
    ],
    listed: 'Orders found',
    exact: 'full number',
    begins: 'begins with it',
    match: 'Match',
    account: 'Reference',
    notJudged: 'not reconciled yet',
  },
  pt: {
    title: 'Buscar um pedido',
    label: 'Número do pedido, da transação ou referência',
    button: 'Buscar',
    found: (count, text) => say`Pedidos para ${text}: ${count}`,
    none: (text) =>
      say`Nenhum pedido tem o número ${text}, e a busca pelo início de um número não encontrou nenhum.`,
    tooShort: (text) =>
      say`Nenhum pedido tem o número ${text}. Para buscar pelo início de um número, digite pelo menos quatro caracteres.`,
    most: (count) => say`São mostrados só os primeiros ${count}. Digite mais do número.`,
    empty: 'Digite um número para buscar.',
    how: 'Como os números são buscados',
    hints: [
      'Maiúsculas e minúsculas são diferentes, e zeros à esquerda contam: ab01, AB01 e AB1 são três números.',
      'A busca inclui números de pedido, números de transação e referências de pagamento (números de conta).',
      'Bastam os quatro primeiros caracteres de um número de pedido depois que a sua solicitação foi lida, ' +
        'e os de uma referência ou de um número de transação que os relatórios mostram depois que o pedido foi conciliado.',
      'Os outros números só são encontrados por inteiro: os de notificações e de pedidos ainda não conciliados, ' +
        'e números de transação além do que os relatórios mostram.',
      'Um número só é encontrado depois que o seu log foi lido. A página de dados mostra até onde vão os logs.',
    ],
    listed: 'Pedidos encontrados',
    exact: 'número completo',
    begins: 'começa com ele',
    match: 'Correspondência',
    account: 'Referência',
    notJudged: 'ainda não conciliado',
  },
  ar: {
    title: 'البحث عن طلب',
    label: 'رقم الطلب أو رقم المعاملة أو المرجع',
    button: 'بحث',
    found: (count, text) => say`عدد الطلبات المطابقة لـ ${text}: ${count}`,
    none: (text) => say`لا يوجد طلب رقمه ${text}، ولم يعثر البحث ببداية الرقم على أي طلب.`,
    tooShort: (text) => say`لا يوجد طلب رقمه ${text}. للبحث ببداية الرقم، أدخل أربعة رموز على الأقل.`,
    most: (count) => say`تُعرض أول ${count} فقط. أدخل جزءًا أكبر من الرقم.`,
    empty: 'أدخل رقمًا للبحث عنه.',
    how: 'كيف يجري البحث عن الأرقام',
    hints: [
      'الحروف الكبيرة والصغيرة مختلفة، والأصفار في البداية محسوبة: ab01 وAB01 وAB1 ثلاثة أرقام مختلفة.',
      'يشمل البحث أرقام الطلبات وأرقام المعاملات ومراجع الدفع (أرقام الحسابات).',
      'تكفي أول أربعة رموز من رقم الطلب بعد قراءة سجل تقديمه، ' +
        'ومن المرجع أو رقم المعاملة الذي تعرضه التقارير بعد مطابقة الطلب.',
      'أما الأرقام الأخرى فلا يُعثر عليها إلا كاملة: أرقام الإشعارات والطلبات التي لم تُجرَ مطابقتها بعد، ' +
        'وأرقام المعاملات غير الرقم الذي تعرضه التقارير.',
      'لا يُعثر على الرقم إلا بعد قراءة سجله. تعرض صفحة البيانات إلى أي وقت تصل السجلات.',
    ],
    listed: 'الطلبات التي عُثر عليها',
    exact: 'الرقم كاملًا',
    begins: 'يبدأ به',
    match: 'نوع التطابق',
    account: 'المرجع',
    notJudged: 'لم تُجرَ مطابقته بعد',
  },
};
