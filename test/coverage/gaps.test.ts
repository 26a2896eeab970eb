/** Stretches without records that were to be expected: they make a date provisional until something fills them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { provisionalDates, provisionalText } from '../../src/books/run/provisional-text.ts';
import { type ReconcileResult, reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../src/books/run/renormalise.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { withdraw } from '../../src/books/withdraw/withdraw.ts';
import { declareNothingLogged } from '../../src/coverage/declare-nothing-logged.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { createRandom } from '../../src/simulate/random.ts';
import { feed, instant } from '../export/books.ts';
import { snapshotOf } from '../operations/monitor/watched-books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { at, BEGINS, callbacks, HOUR, hours, payInAt, payIns } from './logged-hours.ts';

const DATE = '2026-11-19';
const MORNING = '2026-11-21T12:00:00Z';
const SETTINGS = parseSettings({});

/** The date, the evening before it, and the morning after. */
const ALL = hours(-6, 30);

async function ground(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  return {
    store,
    out,
    read: (name: string, lines: readonly string[]) => feed(store, join(folder, 'logs', name), lines, MORNING),
    run: (settings = SETTINGS, asOf = MORNING, dates = [DATE]) =>
      reconcileDates(store, settings, { dates, asOf: instant(asOf), startedAt: instant(asOf), out }),
    manifest: (version: number | string = 'latest') =>
      JSON.parse(readFileSync(join(out, DATE, 'BR', String(version), 'manifest.json'), 'utf8')),
  };
}

const coverageOf = (result: ReconcileResult, date = DATE) =>
  result.summaries.find((summary) => summary.region === 'BR' && summary.date === date)!.coverage;

onEngines('a gap', (engine) => {
  it('in the middle of a date makes it provisional, is named with what waits, and goes with what fills it', async () => {
    const { store, out, read, run, manifest } = await ground(engine);
    await read('pay-ins.ndjson', payIns(ALL));
    await read('callbacks.ndjson', callbacks([...hours(-6, 10), ...hours(14, 30)]));
    const result = await run();
    const gap = { kind: 'callbacks', from: at(9, 58), to: at(14, 1), expected: 81, file: null, files: 0 };
    const waiting = [{ currency: 'BRL', orders: 80, minor: '1600000' }];
    expect(coverageOf(result)).toMatchObject({
      provisional: true,
      callbacksCoverage: true,
      gaps: [{ ...gap, waiting }],
    });
    expect(manifest()).toMatchObject({
      provisional: true,
      coverage: { gaps: [{ kind: 'callbacks', from: gap.from, to: gap.to, records_expected: 81, waiting }] },
    });
    expect(provisionalText(provisionalDates(result.summaries))).toBe(
      `Provisional: ${DATE} BR, no callbacks from ${gap.from} to ${gap.to}: about 81 records expected, 80 orders waiting (BRL 16,000.00)`,
    );
    const watched = { region: 'BR', kind: 'callback' };
    const seconds = (Date.parse(gap.to) - Date.parse(gap.from)) / 1000;
    expect((await snapshotOf(store)).gaps).toContainEqual({ ...watched, gaps: 1, seconds });
    await read('found.ndjson', callbacks(hours(10, 14)));
    const filled = await run(SETTINGS, '2026-11-21T13:00:00Z');
    expect(coverageOf(filled)).toMatchObject({ provisional: false, gaps: [] });
    expect(manifest()).toMatchObject({ version: 2, provisional: false, coverage: { gaps: [] } });
    expect((await snapshotOf(store)).gaps).toContainEqual({ ...watched, gaps: 0, seconds: 0 });
    // The first version is written again as it was.
    const looked = await verify(store, SETTINGS, { out, dates: [DATE], region: 'BR' });
    expect(deviationsOf(looked)).toEqual([]);
  });

  it('is where a renormalise moves its records, whichever run was between', async () => {
    const { store, out, read, run } = await ground(engine);
    const corrected = parseSettings({ logs: { zone: 'America/Sao_Paulo' } });
    const local = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/("(?:sentAt|receivedAt)":"[^"]*)Z"/, '$1"'));
    await read('pay-ins.ndjson', local(payIns(ALL)));
    await read('callbacks.ndjson', local(callbacks([...hours(-6, 10), ...hours(14, 30)])));
    const gapsOf = (result: ReconcileResult) =>
      coverageOf(result).gaps!.map(({ from, to }) => `${from} ${to}`);
    expect(gapsOf(await run())).toEqual([`${at(9, 58)} ${at(14, 1)}`]);
    expect(gapsOf(await run(corrected))).toEqual([`${at(9, 58)} ${at(14, 1)}`]);
    const now = instant(MORNING);
    const { restated } = await renormalise(store, corrected, { asOf: now, startedAt: now, out });
    expect(gapsOf(restated!)).toEqual([`${at(12, 58)} ${at(17, 1)}`]);
  });

  it('opens again when the source that filled it is withdrawn', async () => {
    const { store, out, read, run } = await ground(engine);
    await read('pay-ins.ndjson', payIns(ALL));
    await read('callbacks.ndjson', callbacks([...hours(-6, 10), ...hours(14, 30)]));
    await read('found.ndjson', callbacks(hours(10, 14)));
    expect(coverageOf(await run()).gaps).toEqual([]);
    const at13 = instant('2026-11-21T13:00:00Z');
    const why = { who: 'ana', reason: 'of another shop', at: at13, asOf: at13 };
    const { restated } = await withdraw(store, SETTINGS, { source: 'found.ndjson', ...why, out });
    expect(coverageOf(restated!).gaps).toMatchObject([{ from: at(9, 58), to: at(14, 1), expected: 81 }]);
    const looked = await verify(store, SETTINGS, { out, dates: [DATE], region: 'BR' });
    expect(deviationsOf(looked)).toEqual([]);
  });

  it('goes when somebody declares that there was nothing to log, with a reason in the audit trail', async () => {
    const { store, read, run } = await ground(engine);
    await read('pay-ins.ndjson', payIns(ALL));
    await read('callbacks.ndjson', callbacks([...hours(-6, 10), ...hours(14, 30)]));
    await run();
    const declared = {
      kind: 'callback',
      region: 'BR',
      reason: 'bank holiday',
      who: 'ana',
      at: instant(MORNING),
    } as const;
    const half = { ...declared, from: instant(at(9)), to: instant(at(12)) };
    expect(await declareNothingLogged(store, half)).toBe(1);
    expect(coverageOf(await run()).gaps).toMatchObject([{ from: at(12), to: at(14, 1) }]);
    await declareNothingLogged(store, { ...declared, from: instant(at(12)), to: instant(at(15)) });
    expect(coverageOf(await run())).toMatchObject({ provisional: false, gaps: [] });
    const entries = await store.session(({ db }) =>
      db.selectFrom('audit_entries').select(['who', 'action', 'region', 'reason']).orderBy('entry').execute(),
    );
    expect(entries[0]).toEqual({
      who: 'ana',
      action: 'nothing-logged',
      region: 'BR',
      reason: 'bank holiday',
    });
  });

  it('is there again when such a declaration is taken back, and goes when it is declared again', async () => {
    const { store, read, run } = await ground(engine);
    await read('pay-ins.ndjson', payIns(ALL));
    await read('callbacks.ndjson', callbacks([...hours(-6, 10), ...hours(14, 30)]));
    const stretch = (from: number, to: number) => ({
      from: instant(at(from)),
      to: { ...instant(at(to)), micros: 500_000 },
    });
    const declared = (more: object = {}) =>
      declareNothingLogged(store, {
        ...{ kind: 'callback', region: 'BR', reason: 'bank holiday', who: 'ana', at: instant(MORNING) },
        ...{ ...stretch(9, 15), ...more },
      });
    await declared();
    expect(coverageOf(await run()).gaps).toEqual([]);
    for (const other of [{ region: 'EG' }, { kind: 'pay-in' }, stretch(9, 14)]) {
      const fault = await declared({ ...other, isTakenBack: true }).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'USAGE', detail: { where: '--nothing-logged' } });
    }
    expect(coverageOf(await run()).gaps).toEqual([]);
    await declared({ isTakenBack: true, reason: 'another region was meant' });
    expect(coverageOf(await run()).gaps).toMatchObject([{ kind: 'callbacks', to: at(14, 1) }]);
    await expect(declared({ isTakenBack: true })).rejects.toMatchObject({
      detail: { expected: 'a declaration of this region and kind, of which there is none' },
    });
    await declared();
    expect(coverageOf(await run()).gaps).toEqual([]);
  });

  it('at either end of a date belongs to it, and one around midnight to both dates', async () => {
    const { read, run } = await ground(engine);
    await read('pay-ins.ndjson', payIns([...hours(-6, 0), ...hours(3, 22), ...hours(26, 30)]));
    await read('callbacks.ndjson', callbacks(ALL));
    const result = await run(SETTINGS, MORNING, [DATE, '2026-11-20']);
    const stretches = (date: string) =>
      coverageOf(result, date).gaps!.map(({ kind, from, to }) => [kind, from, to]);
    const morning = ['pay-ins', at(0, -3), at(3)];
    const night = ['pay-ins', at(21, 57), at(26)];
    expect(stretches(DATE)).toEqual([morning, night]);
    expect(stretches('2026-11-20')).toEqual([night]);
    // Callbacks without a pay-in record wait for it.
    expect(coverageOf(result).gaps![0]!.waiting).toMatchObject([{ currency: 'BRL' }]);
  });

  it('of a date without any pay-ins is one', async () => {
    const { read, run } = await ground(engine);
    await read('pay-ins.ndjson', payIns([...hours(-6, 0), ...hours(24, 30)]));
    await read('callbacks.ndjson', callbacks([...hours(-6, 0), ...hours(24, 30)]));
    const gaps = coverageOf(await run()).gaps!;
    expect(gaps.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['pay-ins', at(0, -3), at(24)],
      ['callbacks', at(0, -2), at(24, 1)],
    ]);
  });

  it('of an expected file is one, however little was to be expected', async () => {
    const { read, run, manifest } = await ground(engine);
    const settings = parseSettings({
      ingest: {
        expect: ['callbacks-{yyyy-MM-dd-HH}.ndjson', { name: 'pay-ins-{yyyyMMdd}.ndjson', region: 'BR' }],
      },
    });
    await read('pay-ins-20261118.ndjson', payIns(hours(-6, 0)));
    await read('pay-ins-20261119.ndjson', payIns(hours(0, 24)));
    await read('pay-ins-20261120.ndjson', payIns(hours(24, 30)));
    for (const hour of ALL) {
      if (hour === 4 || hour === 5 || hour === 8) continue;
      const local = new Date(BEGINS + hour * HOUR - 3 * HOUR).toISOString();
      // A file that is there and has nothing is no gap by itself.
      const lines = hour === 6 ? [] : callbacks([hour]).slice(0, 3);
      await read(`callbacks-${local.slice(0, 10)}-${local.slice(11, 13)}.ndjson`, lines);
    }
    const early = await run(settings, at(30));
    expect(coverageOf(early).gaps).toMatchObject([
      { kind: 'callbacks', from: at(4), to: at(6), file: 'callbacks-2026-11-19-04.ndjson', files: 2 },
      { kind: 'callbacks', from: at(8), to: at(9), file: 'callbacks-2026-11-19-08.ndjson', files: 1 },
    ]);
    expect(manifest().coverage.gaps[0]).toMatchObject({
      missing_file: 'callbacks-2026-11-19-04.ndjson',
      missing_files: 2,
    });
    await read('callbacks-2026-11-19-04.ndjson', []);
    await read('late/callbacks-2026-11-19-05.ndjson', callbacks([5]).slice(0, 3));
    await read('callbacks-2026-11-19-08.ndjson', callbacks([8]).slice(0, 3));
    expect(coverageOf(await run(settings, at(31))).gaps).toEqual([]);
  });

  it('with a stray record inside is one, also when the records come one after the other', async () => {
    const { read, run } = await ground(engine);
    const gap = { kind: 'callbacks', from: at(9, 58), to: at(14, 1) };
    await read('pay-ins.ndjson', payIns(ALL));
    await read('callbacks.ndjson', callbacks(hours(-6, 10)));
    await run();
    await read('stray.ndjson', callbacks([12]).slice(0, 1));
    await run();
    await read('later.ndjson', callbacks(hours(14, 20)));
    expect(coverageOf(await run()).gaps).toMatchObject([gap]);
    await read('last.ndjson', callbacks(hours(20, 30)));
    expect(coverageOf(await run()).gaps).toMatchObject([gap]);
  });

  it('is judged by as many hours after it, whether or not a run was made minutes after the logs resumed', async () => {
    const { read, run } = await ground(engine);
    const minute = 60_000;
    const [stopped, resumed] = [BEGINS + 6 * HOUR, BEGINS + 10 * HOUR + 6 * minute];
    const times = (from: number, to: number) =>
      Array.from({ length: Math.ceil((to - from) / 36_000) }, (_, index) => from + index * 36_000);
    await read('before.ndjson', times(BEGINS - 6 * HOUR, stopped).map(payInAt));
    const first = [8, 4, 2].map((minutes) => payInAt(resumed - minutes * minute));
    await read('resumed.ndjson', first);
    await run(SETTINGS, at(10, 5));
    await read('after.ndjson', times(resumed, BEGINS + 26 * HOUR).map(payInAt));
    const gap = { kind: 'pay-ins', from: '2026-11-19T08:59:24Z', to: at(9, 58), file: null };
    expect(coverageOf(await run()).gaps).toMatchObject([gap]);
  });

  it('with a stray record inside is one, also if a silence of the other kind reaches into it and out of six hours', async () => {
    const { read, run } = await ground(engine);
    await read('pay-ins.ndjson', [
      ...payIns([...hours(-30, 6), ...hours(12, 19)]),
      ...payIns([7]).slice(16, 17),
    ]);
    await read('callbacks.ndjson', callbacks([...hours(-30, 8), ...hours(13, 19)]));
    const gaps = coverageOf(await run()).gaps;
    expect(gaps).toMatchObject([
      { kind: 'pay-ins', from: at(5, 57), to: at(12) },
      { kind: 'callbacks', from: at(7, 58), to: at(13, 1) },
    ]);
    await read('later.ndjson', [...payIns(hours(19, 30)), ...callbacks(hours(19, 30))]);
    expect(coverageOf(await run()).gaps).toEqual(gaps);
  });

  it('of five days is compared with whole weeks, whether or not a run was made when the logs resumed', async () => {
    const { read, run } = await ground(engine);
    const each2nd = (from: number, to: number) => payIns(hours(from, to)).filter((_, at) => at % 40 === 0);
    await read('weeks.ndjson', each2nd(-38 * 24, -5 * 24));
    await read('resumed.ndjson', each2nd(1, 2));
    const whole = coverageOf(await run(SETTINGS, at(1, 58))).gaps;
    expect(whole).toMatchObject([{ kind: 'pay-ins' }]);
    await read('later.ndjson', each2nd(2, 30));
    expect(coverageOf(await run()).gaps).toEqual(whole);
  });

  it('is found the same, whether records come at once or bit by bit', async () => {
    const random = createRandom(7, 3);
    random.seek(0);
    const left = ALL.filter((hour) => ![7, 8, 15, 16, 17].includes(hour));
    const files = left.flatMap((hour) => [
      { name: `p${hour}.ndjson`, lines: payIns([hour]) },
      ...(hour === 20 || hour === 21 ? [] : [{ name: `c${hour}.ndjson`, lines: callbacks([hour]) }]),
    ]);
    const bits = await ground(engine);
    const shuffled = files.map((file) => ({ file, key: random.unit() })).sort((a, b) => a.key - b.key);
    for (const [index, { file }] of shuffled.entries()) {
      await bits.read(file.name, file.lines);
      if (index % 12 === 0) await bits.run();
    }
    const whole = await ground(engine);
    for (const { name, lines } of files) await whole.read(name, lines);
    const gaps = coverageOf(await whole.run()).gaps;
    expect(gaps).toHaveLength(5);
    expect(coverageOf(await bits.run()).gaps).toEqual(gaps);
  });
});
