import { describe, expect, it } from 'vitest';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { ShapedLines } from '../../src/normalise/shaped-lines.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { compareShaped } from './compare-shaped.ts';

const SETTINGS = parseSettings({});

describe('lines read by their shape', () => {
  it('are what they are when they are read in full, or are left to that', () => {
    const { fast, fastMutated, differences } = compareShaped(4_000, 1);
    expect(differences).toEqual([]);
    // Otherwise nothing would have been compared.
    expect(fast).toBeGreaterThan(2_000);
    expect(fastMutated).toBeGreaterThan(200);
  });

  it('are most lines of a day', () => {
    const shapes = new ShapedLines(SETTINGS);
    let [all, fast] = [0, 0];
    for (const { line } of dayLines({ date: '2026-11-19', orders: 3000, seed: 1 })) {
      all += 1;
      if (shapes.read(line) === undefined) shapes.learn(line, normaliseLine(line, SETTINGS));
      else fast += 1;
    }
    expect(fast / all).toBeGreaterThan(0.9);
  });

  it.each([
    ['blanks at the end', (line: string) => `${line}${' '.repeat(70_000)}`],
    ['blanks between fields', (line: string) => line.replace(',', `,${' '.repeat(70_000)}`)],
    ['a long key', (line: string) => line.replace('{', `{"${'k'.repeat(70_000)}":1,`)],
    [
      'many fields',
      (line: string) =>
        line.replace(
          '{',
          `{${Array.from({ length: 190 }, (_, index) => `"${'k'.repeat(400)}${index}":1,`).join('')}`,
        ),
    ],
  ])('are read in full after a line with %s', (_what, make) => {
    const shapes = new ShapedLines(SETTINGS);
    const lines = [...dayLines({ date: '2026-11-19', orders: 20, seed: 1, scenarios: 'clean' })];
    for (const { line } of lines) {
      const large = make(line);
      const normalised = normaliseLine(large, SETTINGS);
      expect(normalised.kind).not.toBe('rejected');
      shapes.learn(large, normalised);
      expect(shapes.read(large)).toBeUndefined();
      expect(shapes.read(line)).toBeUndefined();
    }
  });

  it.each([
    ['a prefix', { logs: { prefix: 'any' } }],
    ['a field of the logger', { logs: { field: 'message' } }],
    ['fields that the store never keeps', { absent: ['response'] }],
  ])('are none where the settings have %s', (_what, given) => {
    const settings = parseSettings(given);
    const shapes = new ShapedLines(settings);
    for (const { line } of dayLines({ date: '2026-11-19', orders: 50, seed: 1, scenarios: 'clean' })) {
      shapes.learn(line, normaliseLine(line, settings));
      expect(shapes.read(line)).toBeUndefined();
    }
  });
});
