import { describe, expect, it } from 'vitest';
import { judgeRegion, type RegionCounts } from '../../../src/operations/watch/judge-region.ts';
import { changesOf, type OpenAlarm } from '../../../src/operations/watch/lifecycle.ts';
import type { Judgement } from '../../../src/operations/watch/places.ts';
import { SLOTS } from '../../../src/operations/watch/stretches.ts';
import { emptyGroup, type Group, type Line } from '../../../src/operations/watch/tally.ts';
import { MEASURES } from '../../../src/settings/watch.ts';
import { instant } from '../../export/books.ts';

const WEEKS = 4;
const BOUNDS = { least: 10, oneIn: 1_000_000 };

/** In each slot ten orders, of which seven are paid, each of them at once. */
const PER_SLOT: Readonly<Record<Line, number>> = {
  ...{ payments: 7, timed: 7, late: 0, compared: 7, mismatched: 0 },
  ...{ requested: 10, paid: 7, due: 10, met: 7 },
};

type Change = (line: Line, slot: number, usual: number, week: number) => number;

function group(
  paymentMethod: string,
  merchantId: string,
  change: Change = (_line, _slot, usual) => usual,
): Group {
  const made = emptyGroup(paymentMethod, merchantId, WEEKS);
  for (const [line, counts] of Object.entries(made.lines)) {
    counts.forEach((_zero, at) => {
      const week = Math.floor(at / SLOTS);
      const usual = PER_SLOT[line as Line];
      counts[at] = change(line as Line, at % SLOTS, usual, week);
    });
  }
  return made;
}

const TOLD: readonly Line[] = ['payments', 'timed', 'late', 'compared', 'mismatched'];
const isTold = (line: Line) => TOLD.includes(line);

/** No payment in the newest slots. */
const silent =
  (slots: number): Change =>
  (line, slot, usual, week) =>
    week === 0 && slot < slots && isTold(line) ? 0 : usual;

/** Half of the orders are not paid. */
const halved: Change = (line, _slot, usual, week) =>
  week === 0 && (line === 'paid' || line === 'payments') ? Math.floor(usual / 2) : usual;

function alarmsOf(groups: readonly Group[], more: Partial<RegionCounts> = {}): string[] {
  return judgeRegion({ weeks: WEEKS, groups, payInsFrom: 0, ...more }, MEASURES, BOUNDS)
    .filter(({ verdict, isCovered }) => verdict.state === 'unusual' && !isCovered)
    .map(({ measure, paymentMethod, merchantId, unread }) =>
      [measure, paymentMethod, merchantId, ...(unread === undefined ? [] : [unread])].join(' '),
    );
}

describe('one fault gives one alarm, at the widest place', () => {
  it.each<[string, Group[], string[]]>([
    ['all is as it was', [group('FAWRY', 'A'), group('WALLET', 'A')], []],
    ['a merchant is silent', [group('FAWRY', 'A', silent(9)), group('FAWRY', 'B')], ['silent FAWRY A']],
    [
      'a method is',
      [group('FAWRY', 'A', silent(9)), group('FAWRY', 'B', silent(8)), group('WALLET', 'A')],
      ['silent FAWRY all'],
    ],
    [
      'all methods are',
      [group('FAWRY', 'A', silent(9)), group('WALLET', 'A', silent(9))],
      ['silent all all'],
    ],
    ['the only method is', [group('PIX', 'A', silent(9)), group('PIX', 'B', silent(9))], ['silent PIX all']],
    [
      'one merchant is paid half as often',
      [group('PIX', 'A', halved), group('PIX', 'B')],
      ['paid_share PIX A'],
    ],
    ['all merchants are', [group('PIX', 'A', halved), group('PIX', 'B', halved)], ['paid_share PIX all']],
  ])('where %s', (_about, groups, expected) => {
    expect(alarmsOf(groups)).toEqual(expected);
  });

  it('where neither pay-ins nor callbacks come, they are not read', () => {
    const unread: Change = (line, slot, usual, week) =>
      week === 0 && slot < 12 && (isTold(line) || line === 'requested' || line === 'paid') ? 0 : usual;
    expect(alarmsOf([group('FAWRY', 'A', unread), group('WALLET', 'B', unread)])).toEqual([
      'silent all all records',
    ]);
  });

  it('where only pay-ins do not come, these are not; where they are usually read later, nothing is missing', () => {
    const unread: Change = (line, slot, usual, week) =>
      week === 0 && slot < 12 && (line === 'requested' || line === 'paid') ? 0 : usual;
    expect(alarmsOf([group('PIX', 'A', unread)])).toEqual(['silent all all pay-ins']);
    expect(alarmsOf([group('PIX', 'A', unread)], { payInsFrom: 11 })).toEqual([]);
  });
});

describe('the traffic of a day', () => {
  it('that is three times the usual makes no alarm of a pause that is short on others', () => {
    const busy: Change = (line, slot, usual, week) => {
      if (week > 0) return usual;
      return slot < 3 && isTold(line) ? 0 : usual * 3;
    };
    expect(alarmsOf([group('PIX', 'A', busy)])).toEqual([]);
  });

  it.each([
    [19, ['silent PIX all']],
    [20, []],
  ])(
    'counts as usual, although it is low, where fewer than 20 orders are expected: %i',
    (orders, expected) => {
      const few: Change = (line, slot, usual, week) => {
        if (line === 'requested') return slot < (week === 0 ? 4 : orders) ? 1 : 0;
        return isTold(line) ? silent(9)(line, slot, usual, week) : 0;
      };
      expect(alarmsOf([group('PIX', 'A', few)])).toEqual(expected);
    },
  );
});

describe('nothing is told', () => {
  it('of a merchant that is new', () => {
    const since =
      (weeks: number): Change =>
      (line, slot, usual, week) =>
        week > weeks ? 0 : silent(36)(line, slot, usual, week);
    const others = group('PIX', 'B');
    expect(alarmsOf([group('PIX', 'A', since(1)), others])).toEqual([]);
    expect(alarmsOf([group('PIX', 'A', since(2)), others])).toEqual(['silent PIX A']);
  });

  it('of fewer payments on a holiday, when fewer orders are requested as well', () => {
    const holiday: Change = (line, slot, usual, week) =>
      (week === 0 ? Math.floor(usual / 5) : usual) * Number(week !== 0 || slot % 3 > 0 || !isTold(line));
    expect(alarmsOf([group('PIX', 'A', holiday)])).toEqual([]);
  });

  it('of pay-ins that pause on a holiday, when there were fewer before as well', () => {
    const pausing =
      (traffic: number): Change =>
      (line, slot, usual, week) => {
        if (week > 0) return usual;
        return slot < 3 && (line === 'requested' || line === 'paid') ? 0 : Math.floor(usual * traffic);
      };
    expect(alarmsOf([group('PIX', 'A', pausing(1))])).toEqual(['silent all all pay-ins']);
    expect(alarmsOf([group('PIX', 'A', pausing(0.3))])).toEqual([]);
  });

  it('of a week after a sale: the week with most is left out', () => {
    const sale: Change = (line, slot, usual, week) =>
      (week === 1 ? usual * 40 : slot % 24 === 0 ? usual : 0) *
      Number(week !== 0 || slot > 11 || !isTold(line));
    expect(alarmsOf([group('PIX', 'A', sale)])).toEqual([]);
  });

  it('of an empty region', () => {
    expect(alarmsOf([])).toEqual([]);
    expect(alarmsOf([emptyGroup('PIX', 'A', WEEKS)])).toEqual([]);
  });
});

describe('an alarm', () => {
  const AT = instant('2026-11-20T12:00:00Z');
  const judgement = (state: Judgement['verdict']['state'], more: Partial<Judgement> = {}): Judgement => ({
    ...{ measure: 'silent', paymentMethod: 'PIX', merchantId: 'all', isCovered: false },
    verdict: { state, observed: 0, of: null, expected: 40, probability: 1e-9, firstSlot: 0, endSlot: 12 },
    ...more,
  });
  const open: OpenAlarm = {
    measure: 'silent',
    paymentMethod: 'PIX',
    merchantId: 'all',
    heldAt: instant('2026-11-20T11:45:00Z'),
  };
  const changed = (alarms: OpenAlarm[], judgements: Judgement[], at = AT, ended = [] as never[]) => {
    const { raised, held, ended: over } = changesOf(alarms, ended, judgements, at);
    return [raised.length, held.length, over.length];
  };

  it('is raised once, holds while it is unusual or unclear, and ends when it is as usual', () => {
    expect(changed([], [judgement('unusual')])).toEqual([1, 0, 0]);
    expect(changed([open], [judgement('unusual')])).toEqual([0, 1, 0]);
    expect(changed([open], [judgement('unclear')])).toEqual([0, 0, 0]);
    expect(changed([open], [judgement('usual')])).toEqual([0, 0, 1]);
  });

  it('stays while a wider one tells it, and is forgotten after a day of which nothing can be told', () => {
    expect(changed([open], [judgement('usual', { isCovered: true })])).toEqual([0, 0, 0]);
    expect(changed([open], [], instant('2026-11-21T11:45:00Z'))).toEqual([0, 0, 0]);
    expect(changed([open], [], instant('2026-11-21T11:45:01Z'))).toEqual([0, 0, 1]);
  });

  it.each([
    [
      'a share that is neither usual nor unusual',
      'paid_share',
      [judgement('unclear', { measure: 'paid_share' })],
    ],
    ['a share of which there is nothing to compare', 'paid_share', []],
    ['a silence of which there is nothing to compare', 'silent', []],
  ] as const)('ends after a day without being usual again: %s', (_about, measure, judgements) => {
    const alarm = { ...open, measure };
    const [end] = changesOf([alarm], [], judgements, instant('2026-11-21T11:45:01Z')).ended;
    expect(end).toEqual({ alarm, isUsual: false });
  });

  it('ends as usual where it is judged so, also after more than a day', () => {
    const endAt = (at: string) => changesOf([open], [], [judgement('usual')], instant(at)).ended;
    expect(endAt('2026-11-20T12:00:00Z')).toEqual([{ alarm: open, isUsual: true }]);
    expect(endAt('2026-11-22T12:00:00Z')).toEqual([{ alarm: open, isUsual: true }]);
  });

  it.each([
    [undefined, 'records'],
    ['records', undefined],
    ['records', 'pay-ins'],
    ['pay-ins', 'records'],
  ] as const)('of %s ends where another of the same place takes its place: %s', (before, now) => {
    const ofKind = (unread: typeof before) => (unread === undefined ? {} : { unread });
    const alarm = { ...open, ...ofKind(before) };
    const other = judgement('unusual', ofKind(now));
    const same = judgement('unusual', ofKind(before));
    const ended = [{ alarm, isUsual: false }];
    expect(changesOf([alarm], [], [other], AT)).toEqual({ raised: [other], held: [], ended });
    const held = [{ alarm, judgement: same }];
    expect(changesOf([alarm], [], [same], AT)).toEqual({ raised: [], held, ended: [] });
  });

  it('is not raised of what another told already', () => {
    const share = judgement('unusual', { measure: 'paid_share', merchantId: 'A' });
    const stuck = judgement('unusual', { measure: 'stuck', merchantId: 'A' });
    expect(changed([open], [share])).toEqual([0, 0, 0]);
    expect(changed([], [share, stuck])).toEqual([1, 0, 0]);
    const lately = [{ ...open, endedAt: instant('2026-11-20T05:00:00Z') }];
    expect(changesOf([], lately, [share], AT).raised).toEqual([]);
    expect(changesOf([], lately, [share], instant('2026-11-20T12:00:01Z')).raised).toEqual([share]);
    expect(changesOf([], lately, [stuck], instant('2026-11-21T17:00:00Z')).raised).toEqual([]);
    expect(changesOf([], lately, [{ ...share, paymentMethod: 'FAWRY' }], AT).raised).toHaveLength(1);
  });
});
