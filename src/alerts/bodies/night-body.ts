import type { CoverageGap } from '../../coverage/coverage.ts';
import type { Outcome } from '../../reconcile/rules/outcome.ts';
import { type Phrase, say } from '../../texts/phrase.ts';
import type { NightFacts } from '../alert.ts';
import { reportsLink } from './findings-body.ts';
import type { Block, Column, MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/**
 * The day's summary of a region: published version, whether it is complete, sums by currency, outcomes, findings,
 * orders that are still stuck, and dates that the run restated.
 * @param notAttached names of reports that should be attached to the mail but are not
 */
export function nightBody(
  facts: NightFacts,
  wording: Wording,
  notAttached: readonly string[] = [],
): MessageBody {
  const { texts, formats, region, zoneOf } = wording;
  const orders = facts.outcomes.reduce((sum, outcome) => sum + outcome.orders, 0);
  const subject = facts.isProvisional ? texts.night.provisionalSubject : texts.night.subject;
  return {
    subject: subject(region(facts.region), formats.date(facts.date), orders),
    blocks: [
      words(texts.night.asOf(wording.moment(facts.asOf, zoneOf(facts.region)))),
      words(versionPhrase(facts, wording)),
      ...provisional(facts, wording),
      ...(orders === 0
        ? [words([texts.night.nothing])]
        : [words(texts.night.requestedOn(formats.date(facts.date))), ...outcomeTables(facts, wording)]),
      ...paidTable(facts, wording),
      ...findingTable(facts, wording),
      ...(facts.stuckBefore === 0 ? [] : [words(texts.night.stuckBefore(facts.stuckBefore))]),
      ...expired(facts, wording),
      ...restated(facts, wording),
      ...(notAttached.length === 0 ? [] : [words(texts.night.notAttached(wording.listed(notAttached)))]),
      ...versionLink(facts, wording),
    ],
  };
}

const words = (phrase: Phrase): Block => ({ kind: 'words', words: phrase });

function versionPhrase({ version, isNew }: NightFacts, { texts, formats }: Wording): Phrase {
  if (version === null) return [texts.night.isNone];
  return (isNew ? texts.night.isNew : texts.night.isUnchanged)(formats.count(version));
}

function provisional(facts: NightFacts, wording: Wording): Block[] {
  const { isProvisional, isReached = false, gaps = [] } = facts;
  if (!isProvisional) return [];
  return [
    ...(isReached ? [] : reach(facts, wording)),
    ...gaps.map((gap) => words(gapPhrase(gap, facts, wording))),
  ];
}

function gapPhrase(
  gap: CoverageGap,
  { region }: NightFacts,
  { texts, moment, zoneOf, formats, sums }: Wording,
): Phrase {
  const money = gap.waiting.flatMap(({ currency, minor }) =>
    currency === null ? [] : [{ currency, minor }],
  );
  return texts.night.gap(gap.kind, {
    from: moment(gap.from, zoneOf(region)),
    to: moment(gap.to, zoneOf(region)),
    expected: formats.count(gap.expected),
    orders: gap.waiting.reduce((sum, one) => sum + one.orders, 0),
    money: money.length === 0 ? undefined : sums(money),
  });
}

function reach({ completeUntil, region }: NightFacts, wording: Wording): Block[] {
  const { night } = wording.texts;
  if (completeUntil === null) return [words([night.provisional])];
  return [words(night.provisionalUntil(wording.moment(completeUntil, wording.zoneOf(region))))];
}

/** Sums of the payments of the date by method and currency. */
function paidTable({ paid, date }: NightFacts, { texts, formats }: Wording): Block[] {
  if (paid === undefined) return [];
  if (paid.length === 0) return [words(texts.night.nothingPaidOn(formats.date(date)))];
  const { columns } = texts.night;
  const hasUnreadable = paid.some(({ unreadable }) => unreadable > 0);
  const money = (currency: string | null, minor: string) =>
    currency === null ? [] : say`${formats.money({ currency, minor })}`;
  const rows = paid.map(({ paymentMethod, currency, orders, paidMinor, refundedMinor, unreadable }) => [
    say`${paymentMethod ?? '-'}`,
    say`${formats.count(orders)}`,
    money(currency, paidMinor),
    money(currency, refundedMinor),
    ...(hasUnreadable ? [say`${formats.count(unreadable)}`] : []),
  ]);
  return [
    words(texts.night.paidOn(formats.date(date))),
    {
      kind: 'table',
      columns: [
        column(columns.method),
        figure(columns.orders),
        figure(columns.paid),
        figure(columns.refunded),
        ...(hasUnreadable ? [figure(columns.unreadable)] : []),
      ],
      rows,
    },
  ];
}

/** Sums by currency, then by outcome. */
function outcomeTables({ outcomes }: NightFacts, wording: Wording): Block[] {
  const { texts, formats } = wording;
  const { columns } = texts.night;
  const money = (currency: string | null, minor: bigint | string) =>
    currency === null ? [] : say`${formats.money({ currency, minor: String(minor) })}`;
  const currencies = [...new Set(outcomes.map(({ currency }) => currency))].filter((one) => one !== null);
  const sums = currencies.map((currency) => {
    const own = outcomes.filter((outcome) => outcome.currency === currency);
    const sum = (field: 'requestedMinor' | 'paidMinor') =>
      own.reduce((total, outcome) => total + BigInt(outcome[field]), 0n);
    const orders = own.reduce((total, outcome) => total + outcome.orders, 0);
    return [
      say`${currency}`,
      say`${formats.count(orders)}`,
      money(currency, sum('requestedMinor')),
      money(currency, sum('paidMinor')),
    ];
  });
  const figures = [figure(columns.orders), figure(columns.requested), figure(columns.paid)];
  const rows = outcomes.map(({ outcome, currency, orders, requestedMinor, paidMinor }) => [
    [texts.outcomes[outcome as Outcome] ?? outcome],
    say`${formats.count(orders)}`,
    money(currency, requestedMinor),
    money(currency, paidMinor),
  ]);
  return [
    ...(sums.length === 0
      ? []
      : [{ kind: 'table' as const, columns: [column(columns.currency), ...figures], rows: sums }]),
    { kind: 'table', columns: [column(columns.outcome), ...figures], rows },
  ];
}

function findingTable({ findings }: NightFacts, wording: Wording): Block[] {
  const { texts, formats } = wording;
  const { columns } = texts.night;
  if (findings.length === 0) return [words([texts.night.noFindings])];
  const rows = findings.map(({ code, severity, orders, example }) => [
    [wording.finding(code)],
    [texts.severities[severity]],
    say`${formats.count(orders)}`,
    say`${example}`,
  ]);
  return [
    {
      kind: 'table',
      columns: [
        column(columns.finding),
        column(columns.severity),
        figure(columns.orders),
        column(columns.example),
      ],
      rows,
    },
  ];
}

/** All orders together, with their requested amounts by currency. */
function expired({ expired: totals = [] }: NightFacts, { texts, sums }: Wording): Block[] {
  if (totals.length === 0) return [];
  const orders = totals.reduce((sum, total) => sum + total.orders, 0);
  const money = totals.flatMap(({ currency, requestedMinor }) =>
    currency === null ? [] : [{ currency, minor: requestedMinor }],
  );
  return [words(texts.night.expired(orders, money.length === 0 ? undefined : sums(money)))];
}

function restated({ restated: dates }: NightFacts, { texts, formats, region }: Wording): Block[] {
  if (dates.length === 0) return [];
  const items = dates.map((one) => ({
    title: texts.night.restatedDate(formats.date(one.date), region(one.region), formats.count(one.version)),
    lines: [],
  }));
  return [words([texts.night.restated]), { kind: 'list', items }];
}

function versionLink({ date, region, version }: NightFacts, wording: Wording): Block[] {
  if (version === null) return reportsLink(wording);
  const url = wording.link(date, region, `v${version}`);
  return url === undefined ? [] : [{ kind: 'link', label: wording.texts.links.version, url }];
}

function column(name: string): Column {
  return { name, isFigure: false };
}

function figure(name: string): Column {
  return { name, isFigure: true };
}
