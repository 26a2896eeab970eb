import { parseWrittenTime } from '../normalise/instant.ts';
import { readEpoch } from '../normalise/read-time.ts';
import { readDate } from '../normalise/stated-date.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { plain } from '../terminal-text.ts';
import { numberReader, withoutDirectionMarks, withWesternDigits } from './cells/read-number.ts';
import { dateReader, timeReader } from './cells/time-forms.ts';
import { fittingFormats, formOfMost } from './cells/unread-cells.ts';

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

type Reader = (text: string) => string | undefined;

/**
 * The form of amounts and times in which every text can be read. Where another form reads a text differently, both are shown.
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
  const forms = [
    amountForm(fittingFormats('amount', all).length > 0 ? all : written(amounts)),
    timeForm(written(times), written(dates)),
  ];
  return {
    format: Object.assign({}, ...forms.map(({ format }) => format)),
    open: forms.flatMap(({ open }) => open),
    isRead: forms.every(({ isRead }) => isRead),
  };
}

function amountForm(texts: readonly string[]): ProposedForms {
  if (texts.length === 0) return NOTHING;
  const [best, ...others] = fittingFormats('amount', texts);
  if (best === undefined) {
    const read = numberReader({});
    const strange = texts.find((text) => read(text) === undefined)!;
    return {
      format: {},
      open: [
        `No known form reads every amount, such as ${plain(strange)}: set decimal and group, or export plain numbers.`,
      ],
      isRead: false,
    };
  }
  const readings = [best, ...others].map((form) => ({ said: amountText(form), read: numberReader(form) }));
  return { format: best, open: differing('Amounts', 'decimal and group', texts, readings), isRead: true };
}

/** Times without a form are written as in a log. With one for some columns, the others need one too. */
function timeForm(times: readonly string[], dates: readonly string[]): ProposedForms {
  if (times.every(isLogTime) && dates.every(isLogDate)) return NOTHING;
  const ofTimes = formOf(times, 'time');
  const read = dateReader(ofTimes.format.times ?? []);
  if (dates.every((text) => read(westernText(text)) !== undefined)) return ofTimes;
  const ofDates = formOf(dates, 'date');
  const both = [ofTimes, ofDates].flatMap(({ format }) => format.times ?? []);
  return {
    format: {
      ...{ ...ofTimes.format, ...ofDates.format },
      ...(both.length > 1 ? { times: both } : {}),
    },
    open: [...ofTimes.open, ...ofDates.open],
    isRead: ofTimes.isRead && ofDates.isRead,
  };
}

function formOf(texts: readonly string[], as: 'time' | 'date'): ProposedForms {
  if (texts.length === 0) return NOTHING;
  const [best, ...others] = fittingFormats(as, texts);
  if (best === undefined) {
    return { format: {}, open: [unreadText(texts, as)], isRead: false };
  }
  const readings = [best, ...others].map(({ times }) => {
    const read = timeReader(times!);
    return { said: `times: ${[times!].flat()[0]}`, read: (text: string) => read(westernText(text)) };
  });
  return { format: best, open: differing('Times', 'times', texts, readings), isRead: true };
}

/** Says which text no form reads that reads the others. */
function unreadText(texts: readonly string[], as: 'time' | 'date'): string {
  const most = formOfMost(texts);
  if (most !== undefined)
    return `No known form reads every ${as}: ${most.form} does not read ${plain(most.unread)}. Set times.`;
  const isLog = as === 'time' ? isLogTime : isLogDate;
  const strange = texts.find((text) => !isLog(text)) ?? texts[0]!;
  return `No known form reads every ${as}, such as ${plain(strange)}: set times.`;
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
    const other = others.find(({ read }) => read(text) !== first);
    if (other === undefined) continue;
    const ways = [best!, other].map(({ said, read }) => `${read(text)} (${said})`).join(' or ');
    return [`${what} such as ${plain(text)} may be ${ways}: check ${settings}.`];
  }
  return [];
}

function amountText({ decimal = '.', group }: TableFormat): string {
  return `decimal: "${decimal}"${group === undefined ? '' : `, group: "${group}"`}`;
}

function westernText(text: string): string {
  return withWesternDigits(withoutDirectionMarks(text));
}

/** Whether a text is read without any form, as in a log. */
function isLogTime(text: string): boolean {
  return (parseWrittenTime(text) ?? readEpoch(text)) !== undefined;
}

function isLogDate(text: string): boolean {
  return readDate(text) !== undefined;
}
