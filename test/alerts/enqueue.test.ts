import { beforeEach, expect, it } from 'vitest';
import type { Alert, FindingsFacts } from '../../src/alerts/alert.ts';
import { enqueue } from '../../src/alerts/enqueue.ts';
import { Rollback, type Store, transaction } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { AT, HEARTBEAT, settingsWith, stored, write } from './alert-books.ts';
import { SAMPLES } from './sample-alerts.ts';

const HOOK = { kind: 'webhook', url: 'https://hooks.example/x' };
const channel = (name: string, others: Readonly<Record<string, unknown>> = {}) => ({
  ...HOOK,
  name,
  ...others,
});

onEngines('messages to channels', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.emptied();
  });

  const rows = () =>
    store.session(({ db }) => db.selectFrom('outbox').selectAll().orderBy('message_id').execute());
  const groupsOf = (facts: string) =>
    (JSON.parse(facts) as FindingsFacts).groups.map(({ code, region }) => `${code} ${region}`);

  it('are written for every channel that wants them, with the facts that it wants', async () => {
    const settings = settingsWith([
      channel('all', { severity: 'low' }),
      channel('grave'),
      channel('egypt', { regions: ['EG'] }),
      channel('stuck', { rules: ['STUCK_PROCESSING'] }),
      channel('nights', { topics: ['night'] }),
      channel('none', { regions: ['other'], severity: 'low' }),
    ]);
    expect(await write(store, settings, [SAMPLES.findings])).toBe(4);
    const written = await rows();
    expect(written.map((row) => [row.channel, row.severity, groupsOf(row.facts)])).toEqual([
      ['all', 'critical', ['MULTIPLE_PAYMENTS EG', 'STUCK_PROCESSING BR', 'AMOUNT_MISMATCH BR']],
      ['grave', 'critical', ['MULTIPLE_PAYMENTS EG', 'AMOUNT_MISMATCH BR']],
      ['egypt', 'critical', ['MULTIPLE_PAYMENTS EG']],
      ['stuck', 'medium', ['STUCK_PROCESSING BR']],
    ]);
    expect(written[0]).toMatchObject({
      key: SAMPLES.findings.key,
      topic: 'findings',
      written_at: stored(0),
      due_at: stored(0),
      attempts: 0,
      sent_at: null,
      given_up_at: null,
      last_error: null,
    });
  });

  it('about what was settled are narrowed in the same way', async () => {
    await write(store, settingsWith([channel('egypt', { regions: ['EG'] })]), [SAMPLES.recovered]);
    expect((await rows()).map(({ facts }) => groupsOf(facts))).toEqual([['MULTIPLE_PAYMENTS EG']]);
  });

  it.each<[string, Alert, string[]]>([
    ['a night goes by region, whatever its severity', SAMPLES.night, ['all', 'brazil']],
    ['a failing job goes by region, whatever its severity', SAMPLES['job-failed'], ['all', 'egypt']],
    ['a job of all regions goes to channels of any', SAMPLES['job-well'], ['all', 'egypt', 'brazil']],
    ['an alarm goes by region and severity', SAMPLES['watch-silent'], ['all', 'egypt']],
    ['an alarm that is not grave enough goes nowhere', SAMPLES['watch-stuck'], []],
    ['a test is not written', SAMPLES.test, []],
    ['a heartbeat goes to no channel of people', HEARTBEAT, []],
  ])('%s', async (_title, alert, names) => {
    const settings = settingsWith([
      channel('all'),
      channel('egypt', { regions: ['EG'] }),
      channel('brazil', { regions: ['BR'] }),
      channel('findings', { topics: ['findings'] }),
    ]);
    expect(await write(store, settings, [alert])).toBe(names.length);
    expect((await rows()).map((row) => row.channel)).toEqual(names);
  });

  it('of a heartbeat go to monitor.heartbeatUrl alone', async () => {
    const settings = settingsWith([channel('all')], { monitor: { heartbeatUrlFile: 'ping' } });
    expect(await write(store, settings, [HEARTBEAT])).toBe(1);
    expect(await rows()).toMatchObject([{ channel: 'heartbeat', topic: 'heartbeat' }]);
  });

  it('are written once by their key, however often the same is told', async () => {
    const settings = settingsWith([channel('one')]);
    expect(await write(store, settings, [SAMPLES.night, SAMPLES.night])).toBe(1);
    expect(await write(store, settings, [SAMPLES.night])).toBe(0);
    expect(await write(store, settingsWith([channel('one'), channel('two')]), [SAMPLES.night])).toBe(1);
    expect((await rows()).map((row) => row.channel)).toEqual(['one', 'two']);
  });

  it('are not there if what they tell of was not kept', async () => {
    const settings = settingsWith([channel('one')]);
    const written = await store.session((session) =>
      transaction(session, async () => new Rollback(await enqueue(session, settings, [SAMPLES.night], AT))),
    );
    expect(written).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('may be more than a statement takes', async () => {
    const many = Array.from({ length: 2501 }, (_, index) => ({ ...SAMPLES.night, key: `night ${index}` }));
    expect(await write(store, settingsWith([channel('one')]), many)).toBe(2501);
  });
});
