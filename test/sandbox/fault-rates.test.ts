import { describe, expect, it } from 'vitest';
import { drawFault } from '../../src/sandbox/draw.ts';
import { ownPaymentAt } from '../../src/sandbox/pay-order.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { SANDBOX_FAULTS, type SandboxFault } from '../../src/settings/sandbox.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { type ServeOptions, serveSandbox } from './served-sandbox.ts';

const ORDERS = 10_000;

/** How many of the same ten thousand orders have each fault. */
function counts(sandbox: object): Readonly<Record<string, number>> {
  const settings = parseSettings({ sandbox }).sandbox;
  const found: Record<string, number> = {};
  for (let number = 0; number < ORDERS; number += 1) {
    const fault = drawFault(settings, 'M001', `ORDER${number}`) ?? 'none';
    found[fault] = (found[fault] ?? 0) + 1;
  }
  return found;
}

/** The fault of each order, by its number, in a sandbox that gets the orders in this order. */
async function faultsBySending(orderNos: readonly string[], options: ServeOptions) {
  const served = await serveSandbox(options);
  await Promise.all(orderNos.map((orderNo) => served.create(brazilOrder({ orderNo }))));
  return new Map(
    [...served.sandbox.orders()]
      .map(({ order }) => [order.orderNo, order.fault] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

describe('faults by rates', () => {
  it('are none by default, and all where the rate is 1', () => {
    expect(counts({})).toEqual({ none: ORDERS });
    for (const fault of Object.keys(SANDBOX_FAULTS)) {
      expect(counts({ faults: { [fault]: 1 } })).toEqual({ [fault]: ORDERS });
    }
  });

  it('are as many as the rate says, the same ones each time', () => {
    const faults = { duplicate: 0.1, late: 0.05, lost: 0.01 };
    const found = counts({ seed: 7, faults });
    expect(found).toEqual(counts({ seed: 7, faults }));
    expect(found).toEqual({ duplicate: 1041, late: 503, lost: 97, none: 8359 });
    expect(counts({ seed: 8, faults })).not.toEqual(found);
  });

  it('share the orders out where the rates add up to 1', () => {
    const names = Object.keys(SANDBOX_FAULTS) as SandboxFault[];
    const found = counts({ faults: Object.fromEntries(names.map((name) => [name, 1 / names.length])) });
    expect(Object.keys(found).sort()).toEqual([...names].sort());
    for (const count of Object.values(found))
      expect(Math.abs(count - ORDERS / names.length)).toBeLessThan(80);
  });

  it('stay with an order where another fault gets a rate after it', () => {
    const settings = (faults: object) => parseSettings({ sandbox: { faults } }).sandbox;
    const [few, more] = [settings({ duplicate: 0.2 }), settings({ duplicate: 0.2, late: 0.3 })];
    for (let number = 0; number < 1000; number += 1) {
      const fault = drawFault(few, 'M001', `ORDER${number}`);
      if (fault !== undefined) expect(drawFault(more, 'M001', `ORDER${number}`)).toBe(fault);
    }
  });

  it('are the same for the same orders whatever the order of requests', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `ORDER${number}`);
    const sandbox = { seed: 3, faults: { duplicate: 0.3, offsetWrong: 0.3, lost: 0.1 } };
    const found = await faultsBySending(names, { sandbox });
    expect(await faultsBySending(names.toReversed(), { sandbox })).toEqual(found);
    expect(await faultsBySending(names, { sandbox: { ...sandbox, seed: 4 } })).not.toEqual(found);
    expect(new Set(found.values()).size).toBe(4);
  });

  it('depend on the merchant, whose order it is', () => {
    const { sandbox } = parseSettings({ sandbox: { faults: { lost: 0.5 } } });
    const of = (merchantId: string) =>
      Array.from({ length: 100 }, (_, number) => drawFault(sandbox, merchantId, `ORDER${number}`));
    expect(of('M001')).not.toEqual(of('M002'));
  });

  it('above 1, alone or together, are refused', () => {
    for (const faults of [
      { late: 1.1 },
      { late: -0.1 },
      { late: 0.6, lost: 0.6 },
      { unknown: 0.1 },
      { late: '1' },
    ]) {
      expect(() => parseSettings({ sandbox: { faults } })).toThrow(
        expect.objectContaining({ code: 'SETTINGS_INVALID' }),
      );
    }
  });
});

describe('payers that pay by themselves', () => {
  it('are as many as sandbox.pay.share says, within its times, and before the order expires', () => {
    const settings = parseSettings({ sandbox: { pay: { share: 0.3, leastSeconds: 10, mostSeconds: 40 } } });
    const at = (number: number, lifeSeconds = 3600) => {
      const order = {
        merchantId: 'M001',
        orderNo: `ORDER${number}`,
        createdAt: 0,
        expiresAt: lifeSeconds * 1000,
      };
      return ownPaymentAt({ settings }, { order: { ...order, fault: undefined } as never });
    };
    const times = Array.from({ length: ORDERS }, (_, number) => at(number)).filter(
      (time) => time !== undefined,
    );
    expect(times.length).toBe(3087);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(40_000);
    const soon = Array.from({ length: ORDERS }, (_, number) => at(number, 20)).filter(
      (time) => time !== undefined,
    );
    expect(Math.max(...soon)).toBeLessThan(20_000);
    expect(soon.length).toBeLessThan(times.length);
  });
});
