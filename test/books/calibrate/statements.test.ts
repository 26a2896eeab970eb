import { expect, it } from 'vitest';
import { calibrate } from '../../../src/books/calibrate/calibrate.ts';
import { CALIBRATE_SCHEMA, calibrateJson } from '../../../src/books/calibrate/calibrate-json.ts';
import { calibrateText } from '../../../src/books/calibrate/calibrate-text.ts';
import type { Question } from '../../../src/books/calibrate/question.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import type { Store } from '../../../src/database/store.ts';
import { formatInstant, parseWrittenTime } from '../../../src/normalise/instant.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { lines, read, write } from '../../ingest/reading.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { onEngines } from '../../support/engines.ts';
import { wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instantOf('2026-11-20T12:00:00Z');
const DAY = [...dayLines({ date: '2026-11-19', seed: 7, orders: 120, scenarios: 'clean' })].map(
  ({ line }) => line,
);

interface Paid {
  readonly orderNo: string;
  readonly tradeNo: string;
  /** In major units. */
  readonly amount: string;
  /** In epoch seconds. */
  readonly at: number;
}

/** The trades of Brazil's callbacks; the day writes their amounts in minor units and their times with an offset. */
const PAID: readonly Paid[] = DAY.flatMap((line) => {
  const { body } = JSON.parse(line);
  if (body?.status !== 'SUCCESS' || body.money.currency !== 'BRL') return [];
  const { localSeconds, offsetSeconds } = parseWrittenTime(body.transactionTime)!;
  const { orderNo, tradeNo } = body;
  const amount = (Number(body.money.amount) / 100).toFixed(2);
  return [{ orderNo, tradeNo, amount, at: localSeconds - offsetSeconds! }];
});

const asMajor = ({ amount }: Paid) => amount;
const asMinor = ({ amount }: Paid) => amount.replace('.', '');

/** A statement of all trades, with times by a clock so many hours ahead of UTC, and a row that no callback has. */
function statement(name: string, hours: number, amountOf: (paid: Paid) => string = asMajor): string {
  const rows = PAID.map((paid) => {
    const time = formatInstant({ seconds: paid.at + hours * 3600, micros: 0 }).slice(0, 19);
    return `${paid.tradeNo},${amountOf(paid)},BRL,${time}`;
  });
  return write(
    temporaryFolder(),
    `${name}.csv`,
    lines('trade_no,gross,currency,completed_at', ...rows, 'T-ELSEWHERE,7.00,BRL,2026-11-19 10:00:00'),
  );
}

const settingsWith = (tables: Readonly<Record<string, object>>) =>
  parseSettings({
    map: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [name, { kind: 'statement', ...table }]),
    ),
  });
const IN_USE = settingsWith({ portal: {} });

async function stored(store: Store, ...statements: readonly string[]): Promise<void> {
  const log = write(temporaryFolder(), 'a.ndjson', lines(...DAY));
  await read(store, [log, ...statements], { settings: settingsWith({ portal: {}, other: {} }) });
}

async function asked(store: Store, settings = IN_USE, region = 'BR'): Promise<Question[]> {
  return (await calibrate(store, settings, { region })).filter(({ table }) => table !== null);
}

onEngines('calibrate of statements', (engine) => {
  it('asks nothing of statements where none was read', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...DAY))]);
    expect(await asked(store)).toEqual([]);
  });

  it('finds that the settings agree best where unit and zone are right', async () => {
    const store = await engine.emptied();
    await stored(store, statement('portal', -3));
    const questions = await asked(store);
    expect(questions.map(({ topic, table, region }) => [topic, table, region])).toEqual([
      ['statement_unit', 'portal', 'BR'],
      ['statement_zone', 'portal', 'BR'],
    ]);
    expect(PAID.length).toBeGreaterThan(20);
    for (const { compared, alone, verdict, readings } of questions) {
      expect([compared, alone, verdict]).toEqual([PAID.length, 1, 'in_use']);
      expect(readings[0]).toMatchObject({ isInUse: true, agree: PAID.length, settings: {} });
    }
    expect(questions[0]!.readings[1]).toMatchObject({ name: 'minor', agree: 0 });
  });

  it.each([
    [8, 'Asia/Shanghai', 'Asia/Shanghai'],
    [0, 'UTC', 'UTC'],
    [-6, '-06:00', 'Etc/GMT+6'],
  ])('finds a clock %i hours ahead of UTC, and its settings agree then', async (hours, name, zone) => {
    const store = await engine.emptied();
    await stored(store, statement('portal', hours), statement('other', -3));
    const state = await wholeStateOf(store);
    const question = (await asked(store)).find(({ topic }) => topic === 'statement_zone')!;
    expect(await wholeStateOf(store)).toEqual(state);
    expect(question).toMatchObject({ table: 'portal', verdict: 'other', compared: PAID.length, alone: 1 });
    expect(question.readings[0]).toMatchObject({
      ...{ name, agree: PAID.length, settings: { 'map.portal.zone': zone } },
    });
    const text = calibrateText([question], IN_USE);
    expect(text).toContain('BR, statement portal, zone of times');
    expect(text).toContain(`  In the table portal of map: zone: ${zone}\n`);
    expect(text).toContain(`  Try it first: payin-recon what-if --set map.portal.zone=${zone} --date DATE`);

    const right = settingsWith({ portal: { zone } });
    await renormalise(store, right, { asOf: AT, startedAt: AT, out: temporaryFolder() });
    const again = (await asked(store, right)).find(({ topic }) => topic === 'statement_zone')!;
    expect(again.verdict).toBe('in_use');
    expect(again.readings[0]).toMatchObject({ name: zone, isInUse: true, agree: PAID.length });
  });

  it('finds that every amount is 100 times too large, and what to set', async () => {
    const store = await engine.emptied();
    await stored(store, statement('portal', -3, asMinor));
    const question = (await asked(store)).find(({ topic }) => topic === 'statement_unit')!;
    expect(question).toMatchObject({ verdict: 'other', compared: PAID.length, alone: 1 });
    expect(question.readings.map(({ name, agree, isInUse }) => [name, agree, isInUse])).toEqual([
      ['minor', PAID.length, false],
      ['major', 0, true],
    ]);
    expect(question.readings[0]!.settings).toEqual({ 'map.portal.unit': 'minor' });
    expect(question.readings[1]!.example).toMatchObject({
      ...{ orderNo: PAID[0]!.orderNo, source: expect.stringMatching('portal') },
    });
    expect(calibrateText([question], IN_USE)).toContain('  In the table portal of map: unit: minor\n');
    const right = (await asked(store, settingsWith({ portal: { unit: 'minor' } })))[0]!;
    expect(right.verdict).toBe('in_use');
  });

  it('asks of each table for itself, and not of one that the settings no longer name', async () => {
    const store = await engine.emptied();
    await stored(store, statement('portal', 8), statement('other', -3, asMinor));
    const both = settingsWith({ portal: { zone: 'Asia/Shanghai' }, other: {} });
    const verdicts = (await asked(store, both)).map(({ table, topic, verdict }) => [table, topic, verdict]);
    expect(verdicts).toEqual([
      ['other', 'statement_unit', 'other'],
      ['other', 'statement_zone', 'in_use'],
      ['portal', 'statement_unit', 'in_use'],
      ['portal', 'statement_zone', 'in_use'],
    ]);
    expect((await asked(store, settingsWith({ portal: {} }))).map(({ table }) => table)).toEqual([
      ...['portal', 'portal'],
    ]);
    expect(await asked(store, both, 'EG')).toEqual([]);
  });

  it('says of lines and of files that no entry of map names that there is no table, and what to add', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const timeOf = ({ at }: Paid, hours: number) =>
      formatInstant({ seconds: at + hours * 3600, micros: 0 }).slice(0, 19);
    const [first, ...others] = PAID;
    const inLines = others.map((paid) => {
      const { tradeNo: trade_no } = paid;
      const row = { trade_no, gross: asMinor(paid), currency: 'BRL', completed_at: timeOf(paid, 8) };
      return JSON.stringify({ statement: row });
    });
    const inFile = `${first!.tradeNo},${asMinor(first!)},BRL,${timeOf(first!, 8)}`;
    await read(store, [
      write(folder, 'a.ndjson', lines(...DAY)),
      write(folder, 'rows.ndjson', lines(...inLines)),
    ]);
    const table = write(folder, 'rows.csv', lines('trade_no,gross,currency,completed_at', inFile));
    await read(store, [table], { kind: 'statement' });

    const questions = await asked(store, settingsWith({}));
    expect(questions.map(({ topic, compared, verdict }) => [topic, compared, verdict])).toEqual([
      ['statement_unit', PAID.length, 'other'],
      ['statement_zone', PAID.length, 'other'],
    ]);
    const text = calibrateText(questions, settingsWith({}));
    expect(text).not.toContain('table statement');
    expect(text).toContain('BR, statements of no table, unit of amounts');
    expect(text).toContain('  These rows were lines, or in files that no entry of map names.\n');
    expect(text).toContain('  Add an entry for them to map: statement: { kind: statement, unit: minor }\n');
    expect(text).toContain(
      '  Add an entry for them to map: statement: { kind: statement, zone: Asia/Shanghai }\n',
    );

    const added = settingsWith({ statement: { unit: 'minor', zone: 'Asia/Shanghai' } });
    await renormalise(store, added, { asOf: AT, startedAt: AT, out: folder });
    const again = await asked(store, added);
    expect(again.map(({ verdict }) => verdict)).toEqual(['in_use', 'in_use']);
    expect(again[0]!.readings[0]).toMatchObject({ name: 'minor', agree: PAID.length });
    expect(calibrateText(again, added)).toContain('BR, statement statement, unit of amounts');
  });

  it('names the source where a source says how its statement is written', async () => {
    const store = await engine.emptied();
    await stored(store, statement('portal', 8));
    const paths = [temporaryFolder()];
    const settings = parseSettings({
      sources: [{ name: 'portal', paths, kind: 'statement', unit: 'major' }],
    });
    const questions = await asked(store, settings);
    const zone = questions.find(({ topic }) => topic === 'statement_zone')!;
    expect(zone.readings[0]!.settings).toEqual({ 'sources.portal.zone': 'Asia/Shanghai' });
    expect(calibrateText([zone], settings)).toContain('  In the source portal: zone: Asia/Shanghai\n');
    const json = calibrateJson(questions);
    expect(CALIBRATE_SCHEMA.parse(json)).toEqual(json);
    expect(json.map(({ table }) => table)).toEqual(['portal', 'portal']);
  });
});
