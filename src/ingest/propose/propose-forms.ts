import { parseWrittenTime } from '../../normalise/instant.ts';
import { readEpoch } from '../../normalise/read-time.ts';
import { readDate } from '../../normalise/stated-date.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import { plain } from '../../terminal-text.ts';
import type { UnreadAs } from '../cells/cell-reader.ts';
import { numberReader, westernText } from '../cells/read-number.ts';
import { dateReader } from '../cells/time-forms.ts';
import { fittingFormats, formsOfMost, readerOf } from '../cells/unread-cells.ts';

/** The texts of a statement's columns that are amounts, times and dates. */
export interface StatedTexts {
  readonly amounts: readonly string[];
  readonly times: readonly string[];
  readonly dates: readonly string[];
}

/** How they are written, and what a person has to decide. */
export interface ProposedForms {
  readonly format: TableFormat;
  readonly open: readonly string[];
  /** Whether there is a form for all of them. */
  readonly isRead: boolean;
}

const NOTHING: ProposedForms = { format: {}, open: [], isRead: true };
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const ADD_FORM = 'add its form to times';

type Reader = (text: string) => string | undefined;

/**
 * The form of amounts and times in which most texts can be read, and a text that it does not read. Where another form reads a text
 * differently, both are shown.
 * @param ofFooter amounts of the footer, which count where they are written as the others
 * @param isBook whether numbers are those of a workbook, which need no form
 */
export function proposeForms(
  { amounts, times, dates }: StatedTexts,
  ofFooter: readonly string[],
  isBook: boolean,
): ProposedForms {
  const written = (texts: readonly string[]) => (isBook ? texts.filter((text) => !NUMBER.test(text)) : texts);
  const all = written([...amounts, ...ofFooter]);
  const isWhole = fittingFormats('amount', all).length > 0;
  const hasForm = fittingFormats('amount', written(amounts)).length > 0;
  const forms = [
    formOf(isWhole || !hasForm ? all : written(amounts), 'amount'),
    timeForm(written(times), written(dates)),
  ];
  return {
    format: Object.assign({}, ...forms.map(({ format }) => format)),
    open: forms.flatMap(({ open }) => open),
    isRead: forms.every(({ isRead }) => isRead),
  };
}

/** Whether a form reads every text of a kind that a proposal reads, so that it can be set instead. */
export function readsAsMuch(
  form: TableFormat,
  as: UnreadAs,
  { amounts, times, dates }: StatedTexts,
  proposed: TableFormat,
): boolean {
  const isTime = as === 'time' || as === 'date';
  const texts = isTime ? [...times, ...dates] : amounts;
  const [before, after] = [proposed, form].map((one) =>
    isTime ? timesOrDates(one.times ?? []) : numberReader({ ...proposed, ...one }),
  );
  return texts.every((text) => before!(text) === undefined || after!(text) !== undefined);
}

/** No setting reads a currency or parentheses. */
function remedyOf(amount: string): string {
  return /\d/.test(amount) && /[\p{L}\p{Sc}(]/u.test(amount)
    ? 'export plain numbers, without a currency or parentheses'
    : 'set decimal and group, or export plain numbers';
}

/** Times without a form are written as in a log. With one for some columns, the others need one too. */
function timeForm(times: readonly string[], dates: readonly string[]): ProposedForms {
  const unlike = [...times.filter((text) => !isLogTime(text)), ...dates.filter((text) => !isLogDate(text))];
  if (unlike.length === 0) return NOTHING;
  const found = formOfBoth(times, dates);
  const forms = found.format.times ?? [];
  const [readTime, readDay] = [readerOf('time', { times: forms }), timesOrDates(forms)];
  const isRead = (read: Reader) => (text: string) => read(text) !== undefined;
  const count = times.filter(isRead(readTime)).length + dates.filter(isRead(readDay)).length;
  if (count > times.length + dates.length - unlike.length) return found;
  const isAny = count > 0 || unlike.length < times.length + dates.length;
  if (!isAny) return found;
  return { format: {}, open: oddText('time', 'yyyy-MM-dd HH:mm:ss', unlike, ADD_FORM), isRead: true };
}

/** The form of times, which may be that of dates too, without the time of day. */
function formOfBoth(times: readonly string[], dates: readonly string[]): ProposedForms {
  const ofTimes = formOf(times, 'time');
  const form = [ofTimes.format.times ?? []].flat();
  const read = timesOrDates(form);
  const unread = dates.filter((text) => read(text) === undefined);
  if (unread.length === 0) return ofTimes;
  const ofDates = formOf(dates, 'date');
  const readByDates = dates.length - formsOfMost('date', dates).unread.length;
  if (dates.length - unread.length > 0 && dates.length - unread.length >= readByDates) {
    const odd = oddText('date', form.join(', '), unread, ADD_FORM);
    return { ...ofTimes, open: [...ofTimes.open, ...odd] };
  }
  const both = [...form, ...[ofDates.format.times ?? []].flat()];
  return {
    format: {
      ...{ ...ofTimes.format, ...ofDates.format },
      ...(both.length > 1 ? { times: both } : {}),
    },
    open: [...ofTimes.open, ...ofDates.open],
    isRead: ofTimes.isRead && ofDates.isRead,
  };
}

/** The form in which most texts of a kind can be read. */
function formOf(texts: readonly string[], as: 'amount' | 'time' | 'date'): ProposedForms {
  if (texts.length === 0) return NOTHING;
  const { forms, unread } = formsOfMost(as, texts);
  const [best] = forms;
  if (best === undefined) return { format: {}, open: [noFormText(texts, as)], isRead: false };
  const isAmount = as === 'amount';
  const nameOf = (form: TableFormat) => (isAmount ? amountText(form) : [form.times!].flat()[0]!);
  const readings = forms.map((form) => ({
    said: `${isAmount ? '' : 'times: '}${nameOf(form)}`,
    read: readerOf(as, form),
  }));
  const read = texts.filter((text) => !unread.includes(text));
  return {
    format: best,
    open: [
      ...oddText(as, nameOf(best), unread, isAmount ? 'export plain numbers' : ADD_FORM),
      ...(isAmount
        ? differing('Amounts', 'decimal and group', read, readings)
        : differing('Times', 'times', read, readings)),
    ],
    isRead: true,
  };
}

function noFormText(texts: readonly string[], as: 'amount' | 'time' | 'date'): string {
  return as === 'amount'
    ? `No known form reads amounts such as ${plain(texts[0]!)}: ${remedyOf(texts[0]!)}.`
    : `No known form reads every ${as}, such as ${plain(strangeOf(texts, as))}: set times.`;
}

/** A text that is not written as in a log, which would be read without a form; the first if all are. */
function strangeOf(texts: readonly string[], as: 'time' | 'date'): string {
  const isLog = as === 'time' ? isLogTime : isLogDate;
  return texts.find((text) => !isLog(text)) ?? texts[0]!;
}

/** Names a text that the form of the others does not read. */
function oddText(as: string, form: string, unread: readonly string[], otherwise: string): string[] {
  const [odd, ...others] = new Set(unread);
  if (odd === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `No known form reads every ${as}: ${form} does not read ${plain(odd)}${more}. Correct that, or ${otherwise}.`,
  ];
}

function timesOrDates(forms: string | readonly string[]): Reader {
  const read = dateReader(forms);
  return (text) => read(westernText(text));
}

/** Says which text two forms read differently, and how. */
function differing(
  what: string,
  settings: string,
  texts: readonly string[],
  readings: ReadonlyArray<{ readonly said: string; readonly read: Reader }>,
): string[] {
  const [best, ...others] = readings;
  for (const text of new Set(texts)) {
    const first = best!.read(text);
    const other = others.find(({ read }) => ![first, undefined].includes(read(text)));
    if (other === undefined) continue;
    const ways = [best!, other].map(({ said, read }) => `${read(text)} (${said})`).join(' or ');
    return [`${what} such as ${plain(text)} may be ${ways}: check ${settings}.`];
  }
  return [];
}

function amountText({ decimal = '.', group }: TableFormat): string {
  return `decimal: "${decimal}"${group === undefined ? '' : `, group: "${group}"`}`;
}

/** Whether a text is read without any form, as in a log. */
function isLogTime(text: string): boolean {
  return (parseWrittenTime(text) ?? readEpoch(text)) !== undefined;
}

function isLogDate(text: string): boolean {
  return readDate(text) !== undefined;
}
