import { expect, it } from 'vitest';
import { calibrate } from '../../../src/books/calibrate/calibrate.ts';
import { CALIBRATE_SCHEMA, calibrateJson } from '../../../src/books/calibrate/calibrate-json.ts';
import { calibrateText } from '../../../src/books/calibrate/calibrate-text.ts';
import type { Question } from '../../../src/books/calibrate/question.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { formatInstant, parseWrittenTime } from '../../../src/normalise/instant.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { write } from '../../ingest/reading.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DATE = '2026-11-19';
const AT = instantOf('2026-11-20T12:00:00Z');
const IN_USE = parseSettings({});
const DAY = [...dayLines({ date: DATE, seed: 11, orders: 300 })].map(({ line }) => line);
const EGYPT = { currency: 'EGP', method: 'FAWRY' };

const read = (store: Store, lines: readonly string[], settings = IN_USE) =>
  ingest(store, settings, {
    paths: [write(temporaryFolder(), 'a.ndjson', lines.map((line) => `${line}\n`).join(''))],
    readAt: AT,
  });

/** The day with the times of callbacks written without an offset, by a clock so many hours ahead of UTC. */
function byClock(hours: number): string[] {
  return DAY.map((line) => {
    if (!line.includes('"receivedAt"')) return line;
    return line.replace(/"transactionTime":"([^"]+)"/, (_all, text: string) => {
      const { localSeconds, offsetSeconds } = parseWrittenTime(text)!;
      // The day has callbacks of Egypt without an offset already, by the clock of the region.
      const seconds = localSeconds - (offsetSeconds ?? 7200) + hours * 3600;
      return `"transactionTime":"${formatInstant({ seconds, micros: 0 }).slice(0, 19)}"`;
    });
  });
}

async function asked(store: Store, topic: Question['topic'], region: string, settings = IN_USE) {
  const found = (await calibrate(store, settings, {})).filter(
    (one) => one.topic === topic && one.region === region,
  );
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** The settings with what the best reading says. */
function corrected(settings: Settings, { readings }: Question): Settings {
  const texts = Object.entries(readings[0]!.settings).map(([path, value]) => `${path}=${value}`);
  return changeSettings(settings, texts).settings;
}

onEngines('calibrate', (engine) => {
  it('finds that the settings agree best where the clock is that of the region', async () => {
    const store = await engine.emptied();
    await read(store, byClock(-3));
    const brazil = await asked(store, 'callback_offset', 'BR');
    expect(brazil.verdict).toBe('in_use');
    expect(brazil.readings[0]).toMatchObject({ isInUse: true, settings: {} });
    expect(brazil.compared).toBeGreaterThan(100);
    expect(brazil.readings[0]!.agree / brazil.compared).toBeGreaterThan(0.95);
  });

  it.each([
    [8, '+08:00', 'Etc/GMT-8'],
    [0, 'UTC', 'UTC'],
    [-5, '-05:00', 'Etc/GMT+5'],
  ])('finds a clock %i hours ahead of UTC, and its settings agree then', async (hours, name, zone) => {
    const store = await engine.emptied();
    await read(store, byClock(hours));
    const state = await wholeStateOf(store);
    const egypt = await asked(store, 'callback_offset', 'EG');
    expect(await wholeStateOf(store)).toEqual(state);
    expect(egypt.verdict).toBe('other');
    expect(egypt.readings[0]).toMatchObject({ name, settings: { 'regions.EG.zone': zone } });

    const settings = corrected(IN_USE, egypt);
    const text = calibrateText([egypt], IN_USE);
    expect(text).toContain(`zone: ${zone}`);
    expect(text).toContain(`what-if --set regions.EG.zone=${zone}`);
    await renormalise(store, settings, { asOf: AT, startedAt: AT, out: temporaryFolder() });
    const again = await asked(store, 'callback_offset', 'EG', settings);
    expect(again.readings[0]).toMatchObject({ isInUse: true, agree: egypt.readings[0]!.agree });
  });

  it('leaves the settings in use where only a part of their own reading, which no setting selects, agrees as often', async () => {
    const store = await engine.emptied();
    // By the zone, the second would be after the callback was received; by UTC, it is before the request.
    const texts = ['2026-11-19T10:05:30', '2026-11-19T11:30:00'];
    const lines = texts.flatMap((text, at) => {
      const order = { orderNo: `ORDER0000${at}`, tradeNo: `T${at}` };
      const callback = callbackLine(order).replace(
        /"transactionTime":"[^"]+"/,
        `"transactionTime":"${text}"`,
      );
      return [payInLine(order), callback];
    });
    await read(store, lines);
    const brazil = await asked(store, 'callback_offset', 'BR');
    const rival = brazil.readings.find(({ name }) => name === 'America/Sao_Paulo')!;
    expect(rival).toMatchObject({ isInUse: false, agree: brazil.readings[0]!.agree, settings: {} });
    expect(brazil).toMatchObject({ compared: 2, verdict: 'in_use' });
    expect(calibrateText([brazil], IN_USE)).toContain('The settings agree best.');
  });

  it('asks nothing about times with an offset', async () => {
    const store = await engine.emptied();
    await read(store, DAY.filter((line) => /[+-]\d\d:\d\d"/.test(line)).slice(0, 50));
    await read(store, [payInLine(), callbackLine()]);
    const [brazil] = await calibrate(store, IN_USE, { region: 'BR' });
    expect(brazil!.topic).toBe('amount_unit');
  });

  it('finds the unit that fractions prove, and its settings agree then', async () => {
    const wrong = changeSettings(IN_USE, ['regions.EG.amountUnit=minor', 'regions.EG.decimals=0']).settings;
    const store = await engine.emptied();
    await read(store, DAY, wrong);
    const egypt = await asked(store, 'amount_unit', 'EG', wrong);
    expect(egypt.verdict).toBe('other');
    expect(egypt.readings[0]).toMatchObject({
      name: 'major',
      settings: { 'regions.EG.amountUnit': 'major', 'regions.EG.decimals': 2 },
    });
    const [best, inUse] = egypt.readings;
    expect(inUse!.isInUse).toBe(true);
    expect(inUse!.unreadable).toBeGreaterThan(10);
    expect(inUse!.example).toMatchObject({ readAs: null, text: expect.stringContaining('.') });
    const right = corrected(wrong, egypt);
    expect((await asked(store, 'amount_unit', 'EG', right)).readings[0]).toMatchObject({
      ...{ isInUse: true, agree: best!.agree },
    });
    expect((await asked(store, 'amount_unit', 'EG', right)).verdict).toBe('in_use');
  });

  it('does not decide by whole numbers, which are equal in either unit', async () => {
    const store = await engine.emptied();
    const amounts = ['100', '2500', '75'];
    const lines = amounts.flatMap((amount, at) => {
      const order = { ...EGYPT, orderNo: `EG0000000${at}`, tradeNo: `E${at}`, amount };
      return [payInLine(order), callbackLine(order)];
    });
    await read(store, lines);
    const egypt = await asked(store, 'amount_unit', 'EG');
    expect(egypt).toMatchObject({ compared: 3, alone: 0, verdict: 'undecided' });
    expect(egypt.readings.map(({ name, agree }) => [name, agree])).toEqual([
      ['major', 3],
      ['minor', 3],
    ]);
    expect(calibrateText([egypt], IN_USE)).toContain('The records do not decide between these readings.');
  });

  it('names requests and callbacks of different units, for which there is no setting', async () => {
    const store = await engine.emptied();
    const order = { ...EGYPT, orderNo: 'EG00000001', tradeNo: 'E1' };
    await read(store, [
      payInLine({ ...order, amount: '1050' }),
      callbackLine({ ...order, amount: '10.50' }),
      callbackLine({ ...EGYPT, orderNo: 'EG00000009', tradeNo: 'E9', amount: '3' }),
    ]);
    const egypt = await asked(store, 'amount_unit', 'EG');
    expect(egypt).toMatchObject({ compared: 1, alone: 1, verdict: 'other' });
    expect(egypt.readings[0]).toMatchObject({ name: 'requests minor, callbacks major', settings: {} });
    expect(calibrateText([egypt], IN_USE)).toContain('No setting reads so.');
  });

  it('says that there is nothing to compare in an empty store, in its documented form', async () => {
    const store = await engine.emptied();
    const questions = await calibrate(store, IN_USE, {});
    expect(questions.map(({ verdict }) => verdict)).toEqual(['nothing', 'nothing', 'nothing', 'nothing']);
    expect(CALIBRATE_SCHEMA.parse(calibrateJson(questions))).toEqual(calibrateJson(questions));
    await read(store, DAY);
    const json = calibrateJson(await calibrate(store, IN_USE, {}));
    expect(CALIBRATE_SCHEMA.parse(json)).toEqual(json);
  });
});
