import { describe, expect, it } from 'vitest';
import { zoneOffsetSeconds } from '../../../src/normalise/zone.ts';
import { gradeClock } from '../../../src/operations/doctor/content.ts';
import { exitCodeOf } from '../../../src/operations/doctor/doctor.ts';
import { doctorText } from '../../../src/operations/doctor/doctor-text.ts';
import { gradeSpace } from '../../../src/operations/doctor/folders.ts';
import { attempt, bad, doubtful, ok } from '../../../src/operations/doctor/graded-check.ts';
import { gradeMemory, gradeNode, zoneMistakes } from '../../../src/operations/doctor/program.ts';

const MEGABYTE = 1_048_576;

describe('a grade', () => {
  it.each([
    [511, 'bad'],
    [512, 'doubtful'],
    [5119, 'doubtful'],
    [5120, 'ok'],
  ])('of a disk with %i MB free is %s', (megabytes, grade) => {
    expect(gradeSpace('disk', megabytes * MEGABYTE).grade).toBe(grade);
  });

  it.each([
    [300, 'ok'],
    [-300, 'ok'],
    [302, 'doubtful'],
    [-302, 'doubtful'],
  ])('of a clock %i s ahead where 300 s are allowed is %s', (ahead, grade) => {
    expect(gradeClock(ahead, 300).grade).toBe(grade);
  });

  it('of Node 22 is bad, of less than 1 GB of memory doubtful', () => {
    expect(gradeNode('22.23.1').grade).toBe('bad');
    expect(gradeNode('24.0.0').grade).toBe('ok');
    expect(gradeMemory(1023, 1).grade).toBe('doubtful');
    expect(gradeMemory(1024, 1).grade).toBe('ok');
  });
});

describe('time zone data', () => {
  it('of this Node know the rules in force', () => {
    expect(zoneMistakes(zoneOffsetSeconds)).toEqual([]);
  });

  it('of before 2023 do not know the summer time of Cairo, and old rules give São Paulo one', () => {
    const cairoBefore2023 = (zone: string, at: number) =>
      zone === 'Africa/Cairo' ? 7200 : zoneOffsetSeconds(zone, at);
    expect(zoneMistakes(cairoBefore2023)).toHaveLength(3);
    expect(zoneMistakes(cairoBefore2023)[1]).toBe(
      'Africa/Cairo at 2026-04-23T22:00:00Z is UTC+2 after UTC+2, not +3',
    );
    const november2026 = Date.parse('2026-11-01T03:00:00Z') / 1000;
    const withSummerTime = (zone: string, at: number) =>
      zone === 'America/Sao_Paulo' && at >= november2026 ? -7200 : zoneOffsetSeconds(zone, at);
    expect(zoneMistakes(withSummerTime)).toEqual([
      'America/Sao_Paulo at 2026-11-01T03:00:00Z is UTC-2 after UTC-3, not -3',
    ]);
  });
});

describe('the exit code', () => {
  const failed = bad('database', 'another version', 'see', 3);
  const out = bad('out', 'not writable', 'see', 4);
  const settings = bad('settings', 'wrong', 'see', 2);
  it.each([
    ['0 where nothing is bad', [ok('node', '24'), doubtful('memory', 'little', 'more')], 0],
    ['3 for what makes a run fail', [ok('node', '24'), failed], 3],
    ['4 rather than 3', [failed, out], 4],
    ['2 rather than 4', [out, settings, failed], 2],
  ])('is %s', (_title, checks, code) => {
    expect(exitCodeOf(checks)).toBe(code);
  });
});

describe('a look that throws', () => {
  it('is a bad check, with the first line of the error', async () => {
    const failing = () => Promise.reject(new Error('no such thing\n  at somewhere'));
    expect(await attempt('disk', failing)).toMatchObject([
      { subject: 'disk', grade: 'bad', found: 'no such thing', exitCode: 3 },
    ]);
  });
});

describe('the text', () => {
  it('is aligned, says what to do below what is not ok, and shows no control characters', () => {
    const checks = [ok('node', '24.21.0'), bad('data folder', 'a\u001b[2J', 'Look.', 4)];
    expect(doctorText(checks, (_grade, word) => word)).toBe(
      [
        'ok        node         24.21.0',
        'bad       data folder  a\\u001b[2J',
        '                       to do: Look.',
        '',
        '2 checks: 1 bad, 0 doubtful, 1 ok.',
      ].join('\n'),
    );
  });
});
