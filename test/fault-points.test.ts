import { describe, expect, it } from 'vitest';
import { atFaultPoint, FAULT_POINTS, readFault } from '../src/fault-points.ts';
import { readEnvironment } from '../src/settings/environment.ts';

describe('a planned fault', () => {
  it('is a point, a moment and a kind', () => {
    expect(readFault('publish.place:before:kill')).toEqual({
      point: 'publish.place',
      moment: 'before',
      kind: 'kill',
    });
  });

  it.each([
    ['', 'no fault point ; there are migrate.file, '],
    ['publish.plaec:before:kill', 'no fault point publish.plaec; there are migrate.file, '],
    ['toString:before:kill', 'no fault point toString; '],
    ['publish.place', 'not POINT:MOMENT:KIND, with before, during, after and kill, error, hang'],
    ['publish.place:later:kill', 'not POINT:MOMENT:KIND'],
    ['publish.place:before:crash', 'not POINT:MOMENT:KIND'],
    ['publish.place:before:kill:2', 'not POINT:MOMENT:KIND'],
    ['publish.place:during:error', '(no error during a step)'],
  ])('is refused as %j', (text, said) => {
    expect(readFault(text)).toContain(said);
  });

  it('that is not understood makes the settings invalid, so that nothing is tested in vain', () => {
    const form = { type: 'object', properties: {} } as never;
    const { mistakes, assignments } = readEnvironment(() => form, {
      PAYIN_RECON_FAULT: 'publish.plaec:before:kill',
    });
    expect(assignments).toEqual([]);
    expect(mistakes).toEqual([
      { place: 'PAYIN_RECON_FAULT', text: expect.stringContaining('no fault point publish.plaec') },
    ]);
    expect(readEnvironment(() => form, { PAYIN_RECON_FAULT: 'publish.place:before:kill' }).mistakes).toEqual(
      [],
    );
  });

  it('is none without the variable: every step is done', async () => {
    for (const point of Object.keys(FAULT_POINTS) as (keyof typeof FAULT_POINTS)[])
      expect(await atFaultPoint(point, async () => point)).toBe(point);
  });
});
