import { REPORTS } from '../../reports/all.ts';
import { unitOf } from '../../reports/columns.ts';
import type { Report } from '../../reports/report.ts';
import { EXIT, FAULTS } from '../errors.ts';
import { REJECTIONS } from '../normalise/rejection.ts';
import { RULES } from '../reconcile/rules/all.ts';
import { OUTCOMES } from '../reconcile/rules/outcome.ts';
import type { Rule } from '../reconcile/rules/rule.ts';
import { wrapped } from '../terminal-text.ts';
import { HELP_LISTS } from './help-lists.ts';

/** A topic of `payin-recon help NAME`: a catalogue's list, or one entry of it. */
export interface HelpTopic {
  readonly name: string;
  /** One line without a full stop. */
  readonly title: string;
  text(width: number): string;
}

const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done, whatever was found',
  findings: 'there are findings of the severity of --fail-on or higher',
  usage: 'usage or settings',
  failed: 'the run failed and published nothing, or verify found a deviation',
  unreachable: 'database or files not available',
  locked: 'another run holds the lock',
  interrupted: 'interrupted by Ctrl+C, SIGTERM or SIGHUP',
};

/** The lists. Their single entries are topics too, but are not listed in the help. */
export const LISTS: readonly HelpTopic[] = [
  list('outcomes', () => Object.entries(OUTCOMES)),
  list('findings', () =>
    RULES.map((rule) => [
      `${rule.code} (${rule.severity}${rule.contradictsPayment ? ', blocks match' : ''})`,
      rule.when,
    ]),
  ),
  list('rejections', () =>
    Object.entries(REJECTIONS).map(([reason, { title, remedy }]) => [reason, `${title}. ${remedy}`]),
  ),
  list('reports', () => REPORTS.map(({ name, title, grain }) => [name, `${title}. One row per ${grain}.`])),
  list('errors', () =>
    Object.entries(FAULTS).map(([code, { exitCode, title }]) => [`${code} (exit code ${exitCode})`, title]),
  ),
  list('exit-codes', exitCodes),
];

/** The documentation page about the same list. */
function pageOf(list: string): string {
  return `docs/reference/${list === 'exit-codes' ? 'errors' : list}.md`;
}

const ENTRIES: readonly HelpTopic[] = [
  ...Object.entries(OUTCOMES).map(([name, when]) =>
    entry(name, 'an outcome', [
      `Holds when: ${when}.`,
      `An order has exactly one outcome, the first of these that holds: ${Object.keys(OUTCOMES).join(', ')}.`,
    ]),
  ),
  ...RULES.map(ruleTopic),
  ...Object.entries(REJECTIONS).map(([name, { title, remedy }]) =>
    entry(name, 'a reason why a line is rejected', [`${title}.`, `To do: ${remedy}`]),
  ),
  ...Object.entries(FAULTS).map(([name, { exitCode, title, remedy }]) =>
    entry(name, `an error, exit code ${exitCode}`, [`${title}.`, `To do: ${remedy}`]),
  ),
  ...REPORTS.map(reportTopic),
];

const TOPICS: readonly HelpTopic[] = [...LISTS, ...ENTRIES];

/** Unique names: `findings`, for example, is both a list and a report. */
export const TOPIC_NAMES: readonly string[] = [...new Set(TOPICS.map(({ name }) => name))];

/** The text of every topic with this name; case, `-` and `_` do not matter. Undefined if there is none. */
export function explain(name: string, width: number): string | undefined {
  const found = TOPICS.filter((topic) => spelled(topic.name) === spelled(name));
  if (found.length === 0) return undefined;
  return found.map((topic) => `${wrapped(topic.title, width)}\n\n${topic.text(width)}`).join('\n\n\n');
}

/** A name in the form in which names are compared. */
export function spelled(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

function list(name: keyof typeof HELP_LISTS, entries: () => ReadonlyArray<readonly string[]>): HelpTopic {
  return {
    name,
    title: HELP_LISTS[name],
    text: (width) => `${definitions(entries(), width)}\n\nSee ${pageOf(name)}.`,
  };
}

function entry(name: string, what: string, paragraphs: readonly string[]): HelpTopic {
  const text = (width: number) => paragraphs.map((paragraph) => wrapped(paragraph, width)).join('\n\n');
  return { name, title: `${name}, ${what}`, text };
}

function ruleTopic({ code, severity, contradictsPayment, explanation, when, remedy }: Rule): HelpTopic {
  return entry(code, `a finding of ${severity} severity`, [
    explanation,
    `Holds when: ${when}.`,
    ...(contradictsPayment ? ['It blocks a match: a paid order that has it is a MISMATCH.'] : []),
    `To do: ${remedy}`,
  ]);
}

function reportTopic({ name, title, grain, fact, columns }: Report): HelpTopic {
  const kind = fact
    ? 'A fact: if its content changes, a new version is written.'
    : 'A state: it shows the orders as known at the as-of of its version.';
  return {
    name,
    title: `${name}.csv, a report`,
    text: (width) =>
      `${wrapped(`${title}. One row per ${grain}. ${kind}`, width)}\n\n${definitions(
        columns.map((column) => [`${column.name} (${unitOf(column)})`, column.meaning]),
        width,
      )}`,
  };
}

/** The exit codes, each with its meaning and its errors. */
export function exitCodes(): string[][] {
  return Object.entries(EXIT).map(([name, code]) => {
    const faults = Object.entries(FAULTS).filter(([, { exitCode }]) => exitCode === code);
    const meaning = EXIT_MEANINGS[name as keyof typeof EXIT];
    const named = faults.map(([fault]) => fault).join(', ');
    return [String(code), named === '' ? meaning : `${meaning}: ${named}`];
  });
}

function definitions(entries: ReadonlyArray<readonly string[]>, width: number): string {
  return entries.map(([name, text]) => `  ${name}\n      ${wrapped(text!, width, '      ')}`).join('\n');
}
