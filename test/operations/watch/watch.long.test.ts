/** The watch on stores with real evidence: a shop's five comparable Fridays, and what goes wrong on the last. */
import { expect, it } from 'vitest';
import type { WatchFacts } from '../../../src/alerts/alert.ts';
import type { Store } from '../../../src/database/store.ts';
import { instantOfMilliseconds } from '../../../src/normalise/instant.ts';
import { watch } from '../../../src/operations/watch/run-watch.ts';
import { alarmText } from '../../../src/operations/watch/watch-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { LONG_TEXT } from '../../support/records.ts';
import { type Evidence, keepEvidence, LONG_METHOD_NAME, steadyOrders } from './evidence.ts';
import {
  HOUR,
  lastFriday,
  SETTINGS,
  SHOPS,
  silenced,
  TROUBLE,
  watchAfter,
  weeksBefore,
} from './last-friday.ts';

const WEEK = 7 * 24 * HOUR;

function lineOf(facts: WatchFacts): string {
  return alarmText(facts, SETTINGS);
}

onEngines('the watch', (engine) => {
  async function storeWith(...parts: Evidence[][]): Promise<Store> {
    const store = await engine.emptied();
    await keepEvidence(store, parts.flat(), TROUBLE);
    return store;
  }

  it('finds nothing unusual where all is as it was', async () => {
    const store = await storeWith(weeksBefore(), lastFriday(60));
    expect(await watchAfter(store, 60)).toMatchObject({
      alerts: [],
      text: 'Nothing unusual: 4 groups of method and merchant compared with the weeks before.',
    });
  });

  it.each([
    ['a name', 'FAWRY', 'FAWRY'],
    ['a name that no index can have', LONG_TEXT, LONG_METHOD_NAME],
  ])(
    'tells once that a method is silent, with what waits, and once that it is not any more: %s',
    async (_what, method, name) => {
      const named = (all: Evidence[]) =>
        all.map((one) => (one.paymentMethod === 'FAWRY' ? { ...one, paymentMethod: method } : one));
      const isTheirs = (one: Evidence) => one.paymentMethod === 'FAWRY';
      const store = await storeWith(named(weeksBefore()), named(lastFriday(40, silenced(isTheirs))));
      const first = await watchAfter(store, 40);
      expect(first.text).toBe(
        'Unusual now:\n' +
          `  ${name} (EG) silent since 14:05: about 58 payments expected, none received. Waiting: EGP 8,500.00. ` +
          'Detected: 20 November 2026, 14:45 (Africa/Cairo).\n' +
          '4 groups of method and merchant compared with the weeks before.',
      );
      expect(first.alerts).toMatchObject([
        {
          key: 'watch/1/raised',
          severity: 'critical',
          facts: { measure: 'silent', merchantId: 'all', observed: 0 },
        },
      ]);
      expect((await watchAfter(store, 41)).alerts).toEqual([]);

      const later = named(SHOPS.flatMap((shop) => steadyOrders(shop, TROUBLE + 40 * 60, TROUBLE + 100 * 60)));
      // The service repeats the callback of an order that was paid before; this is no payment.
      const paid = named(weeksBefore()).findLast((one) => one.paymentMethod === method && one.receivedAt)!;
      await keepEvidence(
        store,
        [{ ...paid, receivedAt: TROUBLE + 20 * 60, isCallbackAlone: true }],
        TROUBLE + 41 * 60,
      );
      await keepEvidence(store, later, TROUBLE + 100 * 60);
      const last = await watchAfter(store, 100);
      expect(last.alerts).toMatchObject([
        {
          key: 'watch/1/ended',
          severity: 'critical',
          facts: { ended: true, since: '2026-11-20 12:05:00+00' },
        },
      ]);
      expect(last.alerts[0]!.facts).toMatchObject({ resumedAt: '2026-11-20 12:47:00+00' });
      const [back, rest] = last.text.split('\n');
      expect(back).toContain(
        `Back to normal: ${name} (EG): payments resumed after silence since 14:05; the first since then came at 14:47. `,
      );
      expect(rest).toMatch(/^Nothing unusual/);
    },
  );

  it('does not say that payments resumed where none came and there is nothing to compare with any longer', async () => {
    const isTheirs = (one: Evidence) => one.merchantId === 'E1' && one.paymentMethod === 'FAWRY';
    const store = await storeWith(weeksBefore(), lastFriday(90, silenced(isTheirs)));
    await watchAfter(store, 90);
    const others = steadyOrders(SHOPS[1]!, TROUBLE + 22 * HOUR, TROUBLE + 30 * HOUR);
    await keepEvidence(store, others, TROUBLE + 30 * HOUR);
    const { alerts } = await watchAfter(store, 30 * 60);
    expect(alerts).toMatchObject([{ key: 'watch/1/ended', facts: { ended: true } }]);
    expect(alerts[0]!.facts).not.toHaveProperty('resumedAt');
    expect(lineOf(alerts[0]!.facts as WatchFacts)).toMatch(
      /^merchant E1, FAWRY \(EG\): the alarm about silence since 20 November 2026, 14:05 ended at 20:05, but not because all is back to normal\. /,
    );
  });

  it('says when a silence began that is longer than the hours compared', async () => {
    const isTheirs = (one: Evidence) => one.paymentMethod === 'FAWRY';
    const store = await storeWith(weeksBefore(), lastFriday(7 * 60, silenced(isTheirs)));
    const { result } = await watchAfter(store, 7 * 60);
    expect(result.open.map(lineOf)).toEqual([
      expect.stringMatching(
        /^FAWRY \(EG\) silent since 14:05: about .* expected, none received\. Waiting: EGP 90,800\.00\. Detected: /,
      ),
    ]);
  });

  it('says when reading ended that ended before the hours compared', async () => {
    const store = await storeWith(weeksBefore(), lastFriday(0));
    const { result } = await watchAfter(store, 7 * 60);
    expect(result.open.map(lineOf)).toEqual([
      expect.stringMatching(/^BR: nothing was read since 09:0[45], neither pay-ins nor callbacks/),
      expect.stringMatching(/^EG: nothing was read since 14:05, neither pay-ins nor callbacks/),
    ]);
  });

  it('names the merchant where the others are paid', async () => {
    const isTheirs = (one: Evidence) => one.merchantId === 'E1' && one.paymentMethod === 'FAWRY';
    const store = await storeWith(weeksBefore(), lastFriday(90, silenced(isTheirs)));
    const { result, alerts } = await watchAfter(store, 90);
    expect(result.open.map(lineOf)).toEqual([
      expect.stringMatching(
        /^merchant E1, FAWRY \(EG\) silent since 14:05: about 90 payments expected, none received\. Waiting: EGP 13,400\.00\. Detected: /,
      ),
    ]);
    expect(alerts.map(({ severity }) => severity)).toEqual(['high']);
  });

  it('tells that nothing was read, not of every method and merchant', async () => {
    const isBrazil = ({ paymentMethod }: Evidence) => paymentMethod === 'PIX';
    const store = await storeWith(
      weeksBefore(),
      lastFriday(90, (one) => (one.requestedAt <= TROUBLE - 120 || isBrazil(one) ? one : undefined)),
    );
    const { result } = await watchAfter(store, 90);
    expect(result.open.map(lineOf)).toEqual([
      expect.stringMatching(
        /^EG: nothing was read since 14:05, neither pay-ins nor callbacks; check the sources first\. Detected: .* \(Africa\/Cairo\)\.$/,
      ),
    ]);
  });

  it('tells that only pay-ins are not read', async () => {
    const store = await storeWith(weeksBefore(), lastFriday(0));
    const callbacks = lastFriday(90).filter(({ requestedAt }) => requestedAt >= TROUBLE);
    await keepEvidence(store, callbacks, TROUBLE + 90 * 60);
    await store.session(({ db }) => db.deleteFrom('pay_ins').where('source_id', '=', 2).execute());
    const { result } = await watchAfter(store, 90);
    expect(result.open.map(lineOf)).toEqual([
      expect.stringMatching(/^BR: no pay-ins were read since 09:0[45]/),
      expect.stringMatching(/^EG: no pay-ins were read since 14:05/),
    ]);
  });

  it('waits as long as the logs usually take to be read', async () => {
    const store = await storeWith(weeksBefore(), lastFriday(0));
    for (const hour of [-4, -3, -2, -1]) {
      // An hour's file is read when the hour is over.
      await keepEvidence(
        store,
        steadyOrders(
          { merchantId: 'X', paymentMethod: 'WALLET', every: 3600 },
          TROUBLE + hour * HOUR,
          TROUBLE + hour * HOUR + 1,
        ).map((one) => ({ ...one, receivedAt: one.requestedAt })),
        TROUBLE + hour * HOUR,
      );
    }
    const { result } = await watchAfter(store, 50);
    expect(result.open.filter(({ region }) => region === 'EG')).toEqual([]);
    expect((await watchAfter(store, 150)).result.open.filter(({ region }) => region === 'EG')).toHaveLength(
      1,
    );
  });

  it('tells shares, lateness and amounts that are unusual, and the money they concern', async () => {
    const store = await storeWith(
      weeksBefore(),
      lastFriday(120, (one) => {
        // Every second order since.
        if (one.requestedAt < TROUBLE || Math.round(one.requestedAt / 10) % 8 < 4) return one;
        if (one.paymentMethod === 'PIX') return { ...one, receivedAt: undefined };
        if (one.paymentMethod === 'WALLET') return { ...one, completedAt: one.requestedAt - 2 * HOUR };
        return { ...one, paidMinor: 100 };
      }),
    );
    const { result, alerts } = await watchAfter(store, 120);
    const told = result.open.map(
      ({ measure, region, paymentMethod, merchantId }) =>
        `${measure} ${region} ${paymentMethod} ${merchantId}`,
    );
    expect(told.toSorted()).toEqual([
      'late_share EG WALLET E1',
      'mismatches EG FAWRY all',
      'paid_share BR PIX B1',
    ]);
    for (const { money, of, observed, expected } of result.open) {
      expect(money).toEqual([{ currency: expect.any(String), minor: expect.stringMatching(/^[1-9]\d*$/) }]);
      expect(of).toBeGreaterThan(observed);
      expect(expected).toBeGreaterThanOrEqual(0);
    }
    expect(alerts).toHaveLength(3);
  });

  it('watches what the settings name, and forgets alarms of what they do not', async () => {
    const store = await storeWith(
      weeksBefore(),
      lastFriday(
        40,
        silenced(() => true),
      ),
    );
    expect((await watchAfter(store, 40)).result.open).not.toEqual([]);
    const none = parseSettings({ watch: { measures: [] } });
    expect(await watchAfter(store, 41, none)).toMatchObject({ alerts: [], result: { open: [] } });
  });

  it('keeps no alarm that could not be passed on', async () => {
    const store = await storeWith(
      weeksBefore(),
      lastFriday(
        40,
        silenced(() => true),
      ),
    );
    const at = instantOfMilliseconds((TROUBLE + 40 * 60) * 1000)!;
    const announce = async () => {
      throw new Error('no outbox');
    };
    await expect(watch(store, SETTINGS, { at, announce })).rejects.toThrow('no outbox');
    expect(await store.session(({ db }) => db.selectFrom('watch_alarms').selectAll().execute())).toEqual([]);
    expect((await watchAfter(store, 40)).alerts).not.toEqual([]);
  });

  it('has nothing to tell of an empty store, of a first week, or of what is dated later', async () => {
    const store = await engine.emptied();
    const nothing = 'Nothing unusual: 0 groups of method and merchant compared with the weeks before';
    expect(await watchAfter(store, 0)).toMatchObject({ alerts: [], text: `${nothing}.` });
    await keepEvidence(store, lastFriday(-30), TROUBLE);
    expect(await watchAfter(store, 60)).toMatchObject({
      alerts: [],
      text: `${nothing}, 4 too new to compare.`,
    });
    await keepEvidence(store, steadyOrders(SHOPS[0]!, TROUBLE + 24 * HOUR, TROUBLE + 48 * HOUR), TROUBLE);
    expect(await watchAfter(store, 60)).toMatchObject({
      alerts: [],
      text: `${nothing}, 4 too new to compare.`,
    });
  });

  it('takes the other hour of UTC for the same hour of the day after the clock of Cairo was changed', async () => {
    // On Friday the 24th of April clocks went forward: 21:00 by the clock is 18:00Z, and was 19:00Z.
    const evening = Date.parse('2026-05-01T18:00:00Z') / 1000;
    const shop = { merchantId: 'E1', paymentMethod: 'FAWRY', every: 30 };
    // It sells from 20:00 to 22:00 by the clock only; on the last Friday nothing comes after half past.
    const opens = [3, 2, 1, 0].map((week) => evening - week * WEEK - (week < 2 ? HOUR : 0));
    const store = await storeWith(
      opens.flatMap((from, at) => steadyOrders(shop, from, from + (at === 3 ? HOUR / 2 : 2 * HOUR))),
    );
    const at = (minutes: number) => instantOfMilliseconds((evening - HOUR + minutes * 60) * 1000)!;
    const open = async (minutes: number) =>
      (await watch(store, SETTINGS, { at: at(minutes), announce: async () => undefined })).open.map(lineOf);
    expect(await open(0)).toEqual([]);
    expect(await open(60)).toEqual([
      expect.stringMatching(/^EG: nothing was read since 20:3\d, .* \(Africa\/Cairo\)\.$/),
    ]);
  });
});
