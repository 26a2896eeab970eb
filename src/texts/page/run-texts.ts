import type { Language } from '../formats.ts';
import { type Phrase, say } from '../phrase.ts';

/** What a run that somebody starts on the page says. */
interface RunTexts {
  readonly heading: string;
  readonly hint: string;
  readonly closedHint: string;
  readonly region: string;
  readonly date: string;
  readonly button: string;
  readonly refusedDate: string;
  readonly refusedFuture: string;
  readonly refusedRegion: string;
  readonly refusedLocked: string;
  readonly theRun: string;
  readonly started: string;
  title(region: string, date: string): string;
  startedBy(who: string): Phrase;
  readonly states: Readonly<Record<'running' | 'done' | 'failed', string>>;
  readonly steps: string;
  readonly isClosed: string;
  readonly waiting: string;
  readonly judging: string;
  publishing(dates: string): string;
  published(date: string, parts: string): string;
  /** A region's version and what became of it. */
  part(region: string, version: string | undefined, state: string): string;
  readonly versionStates: Readonly<Record<string, string>>;
  readonly end: string;
  readonly changed: string;
  readonly nothingChanged: string;
  readonly result: string;
  toDate(region: string, date: string): Phrase;
  readonly failed: string;
  readonly toData: string;
}

export const RUN_TEXTS: Readonly<Record<Language, RunTexts>> = {
  en: {
    heading: 'Reconcile a date again',
    hint: 'Judges all orders with what has been read and publishes a new version of the dates that changed.',
    closedHint:
      'A closed date does not change: what differs there is reported as adjustments of an open date.',
    region: 'Region',
    date: 'Business date',
    button: 'Reconcile again',
    refusedDate: 'Enter a date of the calendar.',
    refusedFuture: 'This date has not begun in its region yet.',
    refusedRegion: 'Choose one of the regions.',
    refusedLocked: 'Another run is in progress. Start it again when that one has ended.',
    theRun: 'Show that run',
    started: 'Runs that were started here',
    title: (region, date) => `Reconcile ${region}, ${date}`,
    startedBy: (who) => say`Started by ${who}`,
    states: { running: 'in progress', done: 'done', failed: 'failed' },
    steps: 'Steps so far',
    isClosed:
      'This date is closed. Its version stays; what differs is reported as adjustments of an open date.',
    waiting: 'The run has begun.',
    judging: 'Judging what is new or open',
    publishing: (dates) => `Publishing, dates to check: ${dates}`,
    published: (date, parts) => `${date}: ${parts}`,
    part: (region, version, state) =>
      `${region}${version === undefined ? '' : ` version ${version}`} ${state}`,
    versionStates: {
      new: 'new',
      unchanged: 'unchanged',
      restored: 'restored in the folder',
      closed: 'closed, not changed',
    },
    end: 'The run has ended.',
    changed: 'What changed',
    nothingChanged: 'Nothing changed: the published versions stay as they are.',
    result: 'Result',
    toDate: (region, date) => say`Show ${region}, ${date}`,
    failed: 'The run failed. What it had published before stays; nothing else was changed.',
    toData: 'Back to data',
  },
  pt: {
    heading: 'Conciliar uma data de novo',
    hint: 'Avalia todos os pedidos com o que foi lido e publica uma nova versão das datas que mudaram.',
    closedHint: 'Uma data fechada não muda: o que difere é informado como ajustes de uma data aberta.',
    region: 'Região',
    date: 'Data do pedido',
    button: 'Conciliar de novo',
    refusedDate: 'Digite uma data do calendário.',
    refusedFuture: 'Esta data ainda não começou na sua região.',
    refusedRegion: 'Escolha uma das regiões.',
    refusedLocked: 'Há outra execução em andamento. Inicie de novo quando ela terminar.',
    theRun: 'Ver essa execução',
    started: 'Execuções iniciadas aqui',
    title: (region, date) => `Conciliar ${region}, ${date}`,
    startedBy: (who) => say`Iniciada por ${who}`,
    states: { running: 'em andamento', done: 'concluída', failed: 'falhou' },
    steps: 'Passos até agora',
    isClosed:
      'Esta data está fechada. A versão dela permanece; o que difere é informado como ajustes de uma data aberta.',
    waiting: 'A execução começou.',
    judging: 'Avaliando o que é novo ou está em aberto',
    publishing: (dates) => `Publicando, datas a conferir: ${dates}`,
    published: (date, parts) => `${date}: ${parts}`,
    part: (region, version, state) =>
      `${region}${version === undefined ? '' : ` versão ${version}`} ${state}`,
    versionStates: {
      new: 'nova',
      unchanged: 'sem mudança',
      restored: 'restaurada na pasta',
      closed: 'fechada, sem mudança',
    },
    end: 'A execução terminou.',
    changed: 'O que mudou',
    nothingChanged: 'Nada mudou: as versões publicadas continuam valendo.',
    result: 'Resultado',
    toDate: (region, date) => say`Ver ${region}, ${date}`,
    failed: 'A execução falhou. O que ela já havia publicado permanece; nada mais foi mudado.',
    toData: 'Voltar aos dados',
  },
  ar: {
    heading: 'إعادة مطابقة تاريخ',
    hint: 'يُعاد تقييم كل الطلبات بما قُرئ، ويُنشر إصدار جديد للتواريخ التي تغيّرت.',
    closedHint: 'التاريخ المغلق لا يتغير: يُعرض ما يختلف فيه كتسويات في تاريخ مفتوح.',
    region: 'المنطقة',
    date: 'تاريخ الطلب',
    button: 'إعادة المطابقة',
    refusedDate: 'أدخل تاريخًا صحيحًا.',
    refusedFuture: 'لم يبدأ هذا التاريخ في منطقته بعد.',
    refusedRegion: 'اختر إحدى المناطق.',
    refusedLocked: 'هناك تشغيل آخر جارٍ. ابدأ من جديد بعد انتهائه.',
    theRun: 'عرض ذلك التشغيل',
    started: 'عمليات تشغيل بدأت من هنا',
    title: (region, date) => `مطابقة ${date}، المنطقة ${region}`,
    startedBy: (who) => say`بدأه ${who}`,
    states: { running: 'جارٍ', done: 'تم', failed: 'أخفق' },
    steps: 'الخطوات حتى الآن',
    isClosed: 'هذا التاريخ مغلق. يبقى إصداره كما هو، ويُعرض ما يختلف كتسويات في تاريخ مفتوح.',
    waiting: 'بدأ التشغيل.',
    judging: 'تقييم ما هو جديد أو مفتوح',
    publishing: (dates) => `النشر، عدد التواريخ المطلوب فحصها: ${dates}`,
    published: (date, parts) => `${date}: ${parts}`,
    part: (region, version, state) =>
      `${region}${version === undefined ? '' : ` الإصدار ${version}`} ${state}`,
    versionStates: {
      new: 'جديد',
      unchanged: 'دون تغيير',
      restored: 'أُعيد إلى المجلد',
      closed: 'مغلق ولم يتغير',
    },
    end: 'انتهى التشغيل.',
    changed: 'ما تغيّر',
    nothingChanged: 'لم يتغير شيء: الإصدارات المنشورة باقية كما هي.',
    result: 'النتيجة',
    toDate: (region, date) => say`عرض ${region}، ${date}`,
    failed: 'أخفق التشغيل. يبقى ما نشره قبل ذلك، ولم يتغير أي شيء آخر.',
    toData: 'العودة إلى البيانات',
  },
};
