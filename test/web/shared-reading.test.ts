import { describe, expect, it } from 'vitest';
import { sharedReading } from '../../src/web/shared-reading.ts';

/** A shared reading of a number that changes, with readings that end when they are told to. */
function held() {
  const state = { value: 1, readings: 0 };
  const ends: Array<(error?: Error) => void> = [];
  const shared = sharedReading(() => {
    const seen = state.value;
    state.readings += 1;
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve(seen) : reject(error)));
    });
  });
  const begun = async (count: number) => {
    while (ends.length < count) await Promise.resolve();
  };
  return { state, ends, shared, begun };
}

describe('a shared reading', () => {
  it('is read once for all who ask while another is under way, and after all of them have asked', async () => {
    const { state, ends, shared, begun } = held();
    const first = shared();
    const second = shared();
    state.value = 2;
    const third = shared();
    ends[0]!();
    expect(await first).toBe(1);
    await begun(2);
    ends[1]!();
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    expect(state.readings).toBe(2);
  });

  it('is read again by who asks when none is under way', async () => {
    const { state, ends, shared, begun } = held();
    const first = shared();
    ends[0]!();
    expect(await first).toBe(1);
    state.value = 2;
    const second = shared();
    await begun(2);
    ends[1]!();
    expect(await second).toBe(2);
  });

  it('fails for those only who waited for the reading that failed', async () => {
    const { state, ends, shared, begun } = held();
    const first = shared();
    const second = shared();
    ends[0]!(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    await begun(2);
    ends[1]!();
    expect(await second).toBe(1);
    expect(state.readings).toBe(2);
  });
});
