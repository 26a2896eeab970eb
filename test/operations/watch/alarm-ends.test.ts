/** How an alarm ends that is not judged usual again, on stores with real evidence. */
import { expect, it } from 'vitest';
import { onEngines } from '../../support/engines.ts';
import { type Evidence, keepEvidence, steadyOrders } from './evidence.ts';
import { HOUR, lastFriday, SHOPS, TROUBLE, watchAfter, weeksBefore } from './last-friday.ts';

onEngines('an alarm', (engine) => {
  async function storeWith(...parts: Evidence[][]) {
    const store = await engine.emptied();
    await keepEvidence(store, parts.flat(), TROUBLE);
    return store;
  }

  it('of a share does not end as back to normal where for a day there was nothing to compare with', async () => {
    const isUnpaid = ({ paymentMethod, requestedAt }: Evidence) =>
      paymentMethod === 'PIX' && requestedAt >= TROUBLE && Math.round(requestedAt / 10) % 8 >= 4;
    const store = await storeWith(
      weeksBefore(),
      lastFriday(120, (one) => (isUnpaid(one) ? { ...one, receivedAt: undefined } : one)),
    );
    const { alerts: raised } = await watchAfter(store, 120);
    expect(raised).toMatchObject([{ facts: { measure: 'paid_share', paymentMethod: 'PIX', ended: false } }]);
    const later = steadyOrders(SHOPS[3]!, TROUBLE + 22 * HOUR, TROUBLE + 30 * HOUR);
    await keepEvidence(store, later, TROUBLE + 30 * HOUR);
    const { alerts, text } = await watchAfter(store, 30 * 60);
    expect(alerts).toMatchObject([{ key: 'watch/1/ended', facts: { ended: true, unjudged: true } }]);
    expect(text).toMatch(
      /^Ended: merchant B1, PIX \(BR\): the alarm about too few paid orders since .* ended at 15:05, but not because all is back to normal\./,
    );
  });
});
