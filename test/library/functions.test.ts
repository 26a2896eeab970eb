/** What the library does beside reading, judging and reporting. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inSnakeCase } from '../../src/cli/snake-case.ts';
import {
  close,
  type Fault,
  findings,
  ingest,
  type ListedFinding,
  normaliseLine,
  openStore,
  order,
  reconcile,
  reportRows,
  verify,
} from '../../src/index.ts';
import { run } from '../cli/command.ts';
import { DAY, DAY_AFTER, LINES, workingFolder, writeLog } from '../cli/past-day.ts';
import { collected } from '../support/collected.ts';
import { type Engine, onEngines } from '../support/engines.ts';

const STUCK = { order: 'ORDER00002', code: 'STUCK_PROCESSING' };

/** A published day, with its store and the command on it. */
async function published(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const settings = { ...database.settings, out: join(cwd, 'reports') };
  await reconcile({ date: DAY, asOf: DAY_AFTER, in: [join(cwd, 'logs')], settings });
  const json = async (...words: string[]) =>
    JSON.parse((await run([...words, '--json', ...database.options], { cwd })).stdout);
  return { cwd, settings, json };
}

const listed = (options: Parameters<typeof findings.list>[0]): Promise<ListedFinding[]> =>
  collected(findings.list(options));

const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Fault) => error,
  );

onEngines('the library', (engine) => {
  it('lists, shows and decides about findings as the commands do', async () => {
    const { settings, json } = await published(engine);
    const said = (await json('findings', 'list')).findings;
    const store = await openStore(settings);
    const on = { settings, store };
    const all = await listed(on);
    expect(all).toEqual(said);
    expect(all.map(({ order_no, code }) => `${order_no} ${code}`)).toContain('ORDER00002 STUCK_PROCESSING');
    expect(await listed({ ...on, severity: 'high' })).toMatchObject([{ code: 'ORPHAN_CALLBACK' }]);
    expect(await listed({ ...on, month: '2024-10' })).toEqual([]);
    expect(await listed({ ...on, from: DAY })).toEqual(all);

    const decision = { action: 'resolve', which: STUCK, text: 'asked the bank', by: 'ana', ...on } as const;
    const dry = await findings.decide({ ...decision, dryRun: true });
    expect(await listed(on)).toEqual(all);
    const decided = await findings.decide(decision);
    expect(decided).toEqual(dry);
    expect(decided).toMatchObject([
      { order_no: 'ORDER00002', before: { state: 'open' }, after: { state: 'resolved' } },
    ]);
    expect(await caught(findings.decide(decision))).toMatchObject({ code: 'FINDING_CLOSED' });
    expect(await listed({ ...on, state: 'resolved' })).toMatchObject([{ state: 'resolved' }]);
    const reopening = {
      action: 'reopen',
      which: { region: 'BR' },
      all: true,
      text: 'not so',
      by: 'ana',
    } as const;
    expect(await findings.decide({ ...reopening, ...on })).toHaveLength(1);
    const lives = await findings.show({ ...STUCK, ...on });
    expect(lives[0]!.events.map(({ what, who }) => [what, who])).toEqual([
      ['opened', null],
      ['resolve', 'ana'],
      ['reopen', 'ana'],
    ]);
    await store.close();
    expect(lives).toEqual(await json('findings', 'show', STUCK.order, STUCK.code));
  });

  it('lets a write-off above the limit wait for another person, and undoes decisions', async () => {
    const { settings: given } = await published(engine);
    const settings = { ...given, decisions: { writeOffLimits: { BRL: 0 } } };
    const store = await openStore(settings);
    await store.session((session) =>
      session.script(`insert into users (name, name_key, role, origin, created_at)
                      values ('bruno', 'bruno', 'approver', 'password', '2024-11-01')`),
    );
    const on = { settings, store };
    const decision = { which: STUCK, text: 'never paid', by: 'ana', ...on } as const;
    const request = { by: 'ana', reason: 'never paid', currency: 'BRL', amount_minor: '12345' };
    expect(await findings.decide({ ...decision, action: 'write-off' })).toMatchObject([
      { action: 'request-write-off', after: { state: 'open', awaiting: request } },
    ]);
    expect(await listed({ ...on, awaiting: true })).toMatchObject([{ code: STUCK.code, awaiting: request }]);
    expect(await caught(findings.decide({ ...decision, action: 'approve' }))).toMatchObject({
      code: 'APPROVAL_NEEDED_BY_ANOTHER',
    });
    expect(await caught(findings.decide({ ...decision, action: 'decline', text: '' }))).toMatchObject({
      code: 'ARGUMENT_INVALID',
    });
    const approval = { which: { region: 'BR' }, all: true, by: 'bruno', ...on } as const;
    expect(await findings.decide({ ...approval, action: 'approve' })).toMatchObject([
      {
        before: { awaiting: request },
        after: { state: 'written-off', reason: 'never paid', awaiting: null },
      },
    ]);
    expect(await findings.decide({ ...approval, action: 'undo' })).toMatchObject([
      { action: 'undo', after: { state: 'open', awaiting: request } },
    ]);
    expect(await caught(findings.decide({ ...approval, action: 'undo' }))).toMatchObject({
      code: 'NOTHING_TO_UNDO',
    });
    await store.close();
  });

  it('tells an order and verifies what is published', async () => {
    const { cwd, settings, json } = await published(engine);
    const said = await json('order', 'ORDER00001');
    const store = await openStore(settings);
    const on = { settings, store };
    expect(inSnakeCase(await order({ orderNo: 'ORDER00001', ...on }))).toEqual(said);
    expect(await caught(order({ orderNo: 'ORDER00001', merchant: 'M9', ...on }))).toMatchObject({
      code: 'ORDER_UNKNOWN',
      detail: {
        found: 'no order of merchant M9',
        expected: expect.stringMatching(/^merchant \S+$/),
        remedy: expect.not.stringContaining('--'),
      },
    });
    for (const call of [
      () => findings.show({ order: 'order00001', ...on }),
      () =>
        findings.decide({
          ...{ action: 'note', which: { order: 'order00001', code: 'AMOUNT_MISMATCH' } },
          ...{ text: 'x', by: 'ana', ...on },
        }),
      () => reconcile({ date: DAY, asOf: '2024-11-20T00:00:00Z', ...on }),
    ]) {
      expect((await caught(call())) as Fault).toMatchObject({
        code: expect.stringMatching(/^(FINDING_UNKNOWN|AS_OF_TOO_EARLY)$/),
        detail: { remedy: expect.not.stringMatching(/--[a-z]|payin-recon /) },
      });
    }
    const checked = await verify({ date: DAY, ...on });
    expect(checked.ok).toBe(true);
    expect(checked.results.map(({ subject }) => subject)).toContain(`${DAY} BR v1`);
    expect((await verify(on)).results.length).toBeLessThan(checked.results.length);
    writeFileSync(join(cwd, 'reports', DAY, 'BR/v1/orders.csv'), 'changed');
    const broken = await verify({ date: DAY, region: 'BR', ...on });
    expect(broken.ok).toBe(false);
    expect(broken.results.flatMap(({ deviations }) => deviations).map(({ where }) => where)).toContain(
      `${DAY}/BR/v1/orders.csv`,
    );
    await store.close();
  });

  it('closes a period and opens it again', async () => {
    const { settings } = await published(engine);
    const store = await openStore(settings);
    const request = { through: DAY, by: 'carla', reason: 'booked', region: 'BR', settings, store };
    const refused = await caught(close({ ...request, through: '2999-01-01' }));
    expect(refused).toMatchObject({
      code: 'CLOSING_TOO_EARLY',
      detail: { where: 'close({ through }) 2999-01-01' },
    });
    expect(await close({ ...request, dryRun: true })).toEqual(await close(request));
    const again = await caught(close(request));
    expect(again).toMatchObject({ code: 'CLOSED_ALREADY' });
    expect(await close({ ...request, reopen: true, reason: 'wrong file' })).toEqual({
      regions: [{ region: 'BR', before: DAY, after: null }],
      notReady: [],
    });
    await store.close();
  });

  it('ends where its signal is aborted, and keeps what was whole', async () => {
    const { cwd, settings } = await published(engine);
    const reason = new Error('the user left');
    const over = AbortSignal.abort(reason);
    const paths = [join(cwd, 'logs')];
    const interrupted = { code: 'INTERRUPTED', detail: { found: 'the signal was aborted', cause: reason } };
    for (const work of [
      ingest({ paths, settings, signal: over }),
      reconcile({ date: DAY, settings, signal: over }),
      order({ orderNo: 'ORDER00001', settings, signal: over }),
      verify({ settings, signal: over }),
      listed({ settings, signal: over }),
    ]) {
      expect(await caught(work)).toMatchObject(interrupted);
    }

    const store = await openStore(settings);
    const controller = new AbortController();
    const rows = reportRows({ name: 'orders', date: DAY, settings, store, signal: controller.signal });
    const read = async () => {
      for await (const _row of rows) controller.abort(reason);
    };
    expect(await caught(read())).toMatchObject(interrupted);

    // While a file is read: nothing of it is kept, and the store is free.
    const large = join(cwd, 'large.ndjson');
    const many = Array.from({ length: 10_000 }, (_, index) => LINES[0]!.replace('ORDER00001', `N${index}`));
    writeLog(large, many);
    const later = new AbortController();
    const reading = caught(ingest({ paths: [large], settings, store, signal: later.signal }));
    setTimeout(() => later.abort(reason), 0);
    expect(await reading).toMatchObject(interrupted);
    expect(await caught(order({ orderNo: 'N7', settings, store }))).toMatchObject({ code: 'ORDER_UNKNOWN' });
    expect(await ingest({ paths: [large], settings, store })).toMatchObject([
      { accepted: 10_000, unchanged: false },
    ]);
    await store.close();
  });
});

it('reads one line as reading would', () => {
  expect(normaliseLine(LINES[0]!)).toMatchObject({
    kind: 'pay-in',
    record: { orderNo: 'ORDER00001', region: 'BR', amountMinor: 20000n },
  });
  expect(normaliseLine(LINES[1]!, { kind: 'callbacks' })).toMatchObject({
    kind: 'callback',
    record: { orderNo: 'ORDER00001', status: 'SUCCESS' },
  });
  expect(normaliseLine('{"a": NaN}')).toMatchObject({ kind: 'rejected', rejection: { reason: 'not_json' } });
  const settings = { logs: { zone: 'America/Sao_Paulo' } };
  expect(normaliseLine(LINES[0]!, { settings })).toMatchObject({ kind: 'pay-in' });
});
