/** Expected files that come without records, and declarations among files that are missing, in whatever order. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { declareNothingLogged } from '../../src/coverage/declare-nothing-logged.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { feed, instant } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { at, BEGINS, callbacks, HOUR, hours, payIns } from './logged-hours.ts';

const DATE = '2026-11-19';
const MORNING = '2026-11-21T12:00:00Z';
const OWN = { name: 'callbacks-{yyyy-MM-dd-HH}.ndjson', region: 'BR', kind: 'callbacks' };
const SETTINGS = parseSettings({ ingest: { expect: [OWN] } });
const SILENT = [10, 11, 12, 13];

async function ground(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  let expected: number[] = [];
  const read = (name: string, lines: readonly string[]) =>
    feed(store, join(folder, 'logs', name), lines, MORNING);
  await read('pay-ins.ndjson', payIns(hours(-6, 30)));
  return {
    ...{ store, read },
    readHours: async (some: readonly number[]) => {
      for (const hour of some) {
        const name = new Date(BEGINS + (hour - 3) * HOUR).toISOString().slice(0, 13).replace('T', '-');
        await read(`callbacks-${name}.ndjson`, SILENT.includes(hour) ? [] : callbacks([hour]));
      }
    },
    gaps: async (settings = SETTINGS, moment = at(30)) => {
      const asOf = instant(moment);
      const request = { dates: [DATE], asOf, startedAt: asOf, out: join(folder, 'out'), region: 'BR' };
      const { summaries } = await reconcileDates(store, settings, request);
      const found = summaries[0]!.coverage.gaps!;
      expected = found.map((gap) => gap.expected);
      return found.map(({ kind, from, to, files }) => [kind, from, to, files]);
    },
    /** How many records were expected in each of these gaps. */
    expected: () => expected,
  };
}

const LOUD = hours(-6, 30).filter((hour) => !SILENT.includes(hour));

onEngines('files that are expected', (engine) => {
  it('and come without a record fill their hours, whether before or after what is around them', async () => {
    const before = await ground(engine);
    await before.readHours(SILENT);
    await before.readHours(LOUD);
    expect(await before.gaps()).toEqual([]);

    const after = await ground(engine);
    await after.readHours(LOUD);
    expect(await after.gaps()).toEqual([['callbacks', at(10), at(14), 4]]);
    await after.readHours(SILENT);
    expect(await after.gaps()).toEqual([]);
  });

  it('and come one after the other leave what they leave when they come at once', async () => {
    const one = await ground(engine);
    await one.readHours([...LOUD, 10, 13]);
    expect(await one.gaps()).toEqual([['callbacks', at(11), at(13), 2]]);
    await one.readHours([11]);
    expect(await one.gaps()).toEqual([['callbacks', at(12), at(13), 1]]);

    const all = await ground(engine);
    await all.readHours([11, 10, 13, ...LOUD]);
    expect(await all.gaps()).toEqual(await one.gaps());
  });

  it('say nothing of other kinds and hours, and nothing before their kind is known', async () => {
    const { readHours, gaps } = await ground(engine);
    await readHours(LOUD.filter((hour) => hour !== 20 && hour !== 21));
    const unknown = parseSettings({ ingest: { expect: [{ ...OWN, kind: 'pay-ins' }] } });
    await readHours(SILENT);
    expect(await gaps(unknown)).toContainEqual(['callbacks', at(9, 58), at(14, 1), 0]);
    expect(await gaps()).toEqual([['callbacks', at(20), at(22), 2]]);
  });

  it('say nothing where their lines are rejected, known already, or of something else', async () => {
    const { read, readHours, gaps } = await ground(engine);
    await readHours(LOUD);
    // A run that knew them as missing leaves none of its gaps in the place of the silence.
    expect(await gaps()).toEqual([['callbacks', at(10), at(14), 4]]);
    const [known] = callbacks([9]);
    await read('callbacks-2026-11-19-10.ndjson', [known!.replaceAll('orderNo', 'order_no')]);
    await read('callbacks-2026-11-19-11.ndjson', [known!]);
    await read('callbacks-2026-11-19-12.ndjson', payIns([40]));
    expect(await gaps()).toContainEqual(['callbacks', at(9, 58), at(14, 1), 0]);
  });

  it('explain a silence no more when they have come one by one without news, in whatever order', async () => {
    const { read, readHours, gaps } = await ground(engine);
    await readHours(LOUD);
    await gaps();
    const known = callbacks([9]);
    const silence = ['callbacks', at(9, 58), at(14, 1), 0];
    const came = async (hour: number) => {
      await read(`callbacks-2026-11-19-${hour}.ndjson`, known.slice(hour - 10, hour - 9));
      return gaps();
    };
    expect(await came(11)).toEqual([
      silence,
      ['callbacks', at(10), at(11), 1],
      ['callbacks', at(12), at(14), 2],
    ]);
    expect(await came(13)).toHaveLength(3);
    expect(await came(12)).toEqual([silence, ['callbacks', at(10), at(11), 1]]);
    expect(await came(10)).toEqual([silence]);
  });

  it('explain a silence and no longer do also where two servers have files of the same hours', async () => {
    const { read, readHours, gaps } = await ground(engine);
    const two = parseSettings({ ingest: { expect: [OWN, { ...OWN, name: `b-${OWN.name}` }] } });
    const known = callbacks([9]);
    const readOther = async (some: readonly number[]) => {
      for (const hour of some) {
        const name = new Date(BEGINS + (hour - 3) * HOUR).toISOString().slice(0, 13).replace('T', '-');
        await read(`b-callbacks-${name}.ndjson`, known.slice(hour % 10, (hour % 10) + 1));
      }
    };
    await readHours(LOUD);
    await readOther(LOUD);
    const [silence, missing] = [
      ['callbacks', at(9, 58), at(14, 1), 0],
      ['callbacks', at(10), at(14), 4],
    ];
    expect(await gaps(two, at(10, 30))).toEqual([silence]);
    expect(await gaps(two)).toEqual([missing, missing]);
    for (const hour of SILENT) await read(`callbacks-2026-11-19-${hour}.ndjson`, known.slice(0, 1));
    await readOther(SILENT);
    expect(await gaps(two)).toEqual([silence]);
  });

  it('explain a silence that an earlier as-of showed before they were due', async () => {
    const { readHours, gaps } = await ground(engine);
    await readHours(LOUD);
    expect(await gaps(SETTINGS, at(10, 30))).toEqual([['callbacks', at(9, 58), at(14, 1), 0]]);
    expect(await gaps()).toEqual([['callbacks', at(10), at(14), 4]]);
  });

  it('and are missing next to each other leave out those of which nothing was logged', async () => {
    const { store, readHours, gaps } = await ground(engine);
    await readHours(LOUD);
    await declareNothingLogged(store, {
      ...{ kind: 'callback', region: 'BR', reason: 'maintenance', who: 'ana', at: instant(MORNING) },
      ...{ from: instant(at(11)), to: instant(at(13)) },
    });
    expect(await gaps()).toEqual([
      ['callbacks', at(10), at(11), 1],
      ['callbacks', at(13), at(14), 1],
    ]);
  });

  it('and are missing next to hours without records lack as many records as usual', async () => {
    const { store, readHours, gaps, expected } = await ground(engine);
    await readHours(LOUD);
    await gaps();
    const [all] = expected();
    await readHours([10]);
    expect(await gaps()).toEqual([['callbacks', at(11), at(14), 3]]);
    expect(expected()).toEqual([(3 * all!) / 4]);
    await declareNothingLogged(store, {
      ...{ kind: 'callback', region: 'BR', reason: 'maintenance', who: 'ana', at: instant(MORNING) },
      ...{ from: instant(at(12)), to: instant(at(13)) },
    });
    await gaps();
    expect(expected()).toEqual([all! / 4, all! / 4]);
  });
});
