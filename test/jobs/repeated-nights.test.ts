/** Nights that are made again: whether their news is sent again, and what those say that have to wait. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nightlyJob } from '../../jobs/nightly.ts';
import { closePeriod } from '../../src/books/periods/close-period.ts';
import { runJob } from '../../src/operations/schedule/run-job.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant, LATE_CALLBACK } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { dueAtMoments } from './due-at-moments.ts';

const [BRAZIL, EGYPT] = parseSettings({}).regions as NonNullable<SettingsInput['regions']>;
const FIRST = '2026-11-19T12:00:00Z';
/** All nights of 2026-11-19 are due by then, the last of them at 05:30. */
const NIGHT = '2026-11-20T05:31:00Z';

onEngines('a night', (engine) => {
  /** A schedule that has looked once, with receivers of its messages and of its heartbeat. */
  async function ground(more: SettingsInput = {}) {
    const hook = await httpReceiver();
    const call = await httpReceiver();
    const moments = await dueAtMoments(engine, {
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['night', 'jobs'] }] },
      monitor: { heartbeatUrl: call.url },
      ...more,
    });
    await moments.at(FIRST);
    return {
      ...moments,
      facts: () => hook.received.map(({ body }) => JSON.parse(body).facts),
      texts: () => hook.received.map(({ body }): string => JSON.parse(body).text),
      heartbeats: () => call.received.length,
    };
  }
  const nights = (facts: ReadonlyArray<{ topic: string; region: string; asOf: string }>) =>
    facts.flatMap(({ topic, region, asOf }) => (topic === 'night' ? [`${region} ${asOf}`] : []));

  it('that a clock made early is sent again once, however often it is made again, and calls no second heartbeat', async () => {
    const { at, facts, heartbeats, workingDirectory } = await ground();
    // The clock is 15 hours ahead: at 05:00, it says that the night of Brazil is due too.
    expect(await at('2026-11-20T20:00:00Z')).toEqual([]);
    const early = ['EG 2026-11-20 20:00:00+00', 'BR 2026-11-20 20:00:00+00'];
    expect(nights(facts())).toEqual(early);
    expect(heartbeats()).toBe(1);
    expect(await at('2026-11-20T05:01:00Z')).toEqual([]);

    expect(await at('2026-11-20T05:30:00Z')).toMatchObject([{ code: 'AS_OF_TOO_EARLY' }]);
    expect(heartbeats()).toBe(1);
    writeLog(join(workingDirectory, 'day.ndjson'), [...EVIDENCE, LATE_CALLBACK]);
    expect(await at('2026-11-20T20:01:00Z')).toEqual([]);
    const again = ['BR 2026-11-20 20:01:00+00'];
    expect(nights(facts())).toEqual([...early, ...again]);
    // As long as the clocks of two machines differ, each takes it from the other.
    for (const moment of ['2026-11-20T05:02:00Z', '2026-11-20T20:02:00Z', '2026-11-20T20:10:00Z']) {
      expect(await at(moment)).toEqual([]);
      writeLog(join(workingDirectory, `late-${moment.slice(11, 13)}.ndjson`), [LATE_CALLBACK]);
    }
    expect(nights(facts())).toEqual([...early, ...again]);
    expect(heartbeats()).toBe(1);
  });

  it('that a clock made early only at its second attempt is sent again too', async () => {
    const { at, facts, database } = await ground({ regions: [BRAZIL!] });
    const change = async (text: string) => {
      const store = await database.open();
      await store.session((session) => session.script(text));
      await store.close();
    };
    await change('alter table versions rename to versions_away');
    expect(await at('2026-11-20T19:00:00Z')).not.toEqual([]);
    await change('alter table versions_away rename to versions');
    expect(await at('2026-11-20T20:00:00Z')).toEqual([]);
    expect(await at('2026-11-20T05:01:00Z')).toEqual([]);
    expect(await at('2026-11-20T20:01:00Z')).toEqual([]);
    const ofBrazil = nights(facts()).filter((night) => night.startsWith('BR'));
    expect(ofBrazil).toEqual(['BR 2026-11-20 20:00:00+00', 'BR 2026-11-20 20:01:00+00']);
  });

  it('that a later time is published of is reported at once, once, with what to do', async () => {
    const { at, facts } = await ground({ regions: [BRAZIL!] });
    await at('2026-11-22T05:31:00Z');
    await at('2026-11-20T05:20:00Z');
    for (const moment of ['2026-11-20T05:30:00Z', '2026-11-20T05:31:00Z', '2026-11-20T05:36:00Z']) {
      expect(await at(moment)).toMatchObject([{ code: 'AS_OF_TOO_EARLY' }]);
    }
    expect(facts().filter(({ topic }) => topic === 'jobs')).toMatchObject([
      {
        ...{ job: 'nightly', region: 'BR', date: '2026-11-19', failures: 1 },
        fault: {
          ...{ code: 'AS_OF_TOO_EARLY', where: '2026-11-19 BR v1' },
          found: 'an earlier time on the clock of this machine',
          expected: '2026-11-22T05:31:00Z or later',
          remedy: expect.stringContaining('The night is tried again by itself'),
        },
      },
    ]);
  });

  it('that somebody starts again is sent again, and calls no heartbeat', async () => {
    const { at, facts, heartbeats, settings, workingDirectory } = await ground({ regions: [BRAZIL!] });
    const moment = '2026-11-20T05:30:00Z';
    await at(moment);
    const sent = ['other 2026-11-20 05:30:00+00', 'BR 2026-11-20 05:30:00+00'];
    expect(nights(facts())).toEqual(sent);
    expect(heartbeats()).toBe(1);
    const start = (text: string) =>
      runJob(
        nightlyJob,
        { region: 'BR', asked: { dates: ['2026-11-19'] } },
        {
          ...{ settings, workingDirectory, now: () => instant(text) },
          log: { info: () => undefined, warn: () => undefined },
        },
      );
    // At the moment at which the night was due, twice.
    await start(moment);
    await start(moment);
    await expect(start('2026-11-20T05:29:00Z')).rejects.toMatchObject({
      code: 'AS_OF_TOO_EARLY',
      detail: { remedy: expect.stringContaining('Run the job again at the time that is expected') },
    });
    expect(nights(facts())).toEqual([...sent, sent[1], sent[1]]);
    expect(heartbeats()).toBe(1);
  });

  it('for which the settings lack a closed region is reported at once', async () => {
    const { at, facts, texts, database, settings } = await ground({ regions: [BRAZIL!, EGYPT!] });
    await at(NIGHT);
    const store = await database.open();
    await closePeriod(store, settings, {
      ...{ through: '2026-11-19', regions: ['EG'], who: 'ana', reason: 'booked', force: true },
      at: instant('2026-11-20T12:00:00Z'),
    });
    await store.close();
    const fault = {
      ...{ code: 'SETTINGS_INVALID', where: 'regions', found: 'BR' },
      expected: 'also EG (closed through 2026-11-19)',
    };
    const failures = await at('2026-11-21T05:31:00Z', { regions: [BRAZIL!] });
    expect(failures).toMatchObject([{ code: 'SETTINGS_INVALID' }, { code: 'SETTINGS_INVALID' }]);
    expect(facts().filter(({ topic }) => topic === 'jobs')).toMatchObject([
      { region: 'other', failures: 1, fault },
      { region: 'BR', failures: 1, fault },
    ]);
    expect(texts().at(-1)).toContain('Expected: also EG (closed through 2026-11-19)');
  });
});
