import { availableParallelism, totalmem } from 'node:os';
import { EXIT } from '../../errors.ts';
import { zoneOffsetSeconds } from '../../normalise/zone.ts';
import { bad, doubtful, type GradedCheck, ok } from './graded-check.ts';

const OLDEST_NODE = 24;
const MEGABYTE = 1_048_576;
/** A run needs up to 430 MB; creating an embedded database needs 540 MB once (docs/internals/performance.md). */
const LEAST_MEGABYTES = 1024;

const HOUR = 3600;

/** Clock changes in the two regions, with the offset before and after in hours ahead of UTC. */
const CHANGES: readonly (readonly [zone: string, at: string, before: number, after: number])[] = [
  // Egypt has had summer time again since 2023.
  ['Africa/Cairo', '2023-04-27T22:00:00Z', 2, 3],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', 2, 3],
  ['Africa/Cairo', '2026-10-29T21:00:00Z', 3, 2],
  // Brazil has had no summer time since 2019.
  ['America/Sao_Paulo', '2019-02-17T02:00:00Z', -2, -3],
  ['America/Sao_Paulo', '2025-11-02T03:00:00Z', -3, -3],
  ['America/Sao_Paulo', '2026-11-01T03:00:00Z', -3, -3],
];

/** Checks Node's version, and that the machine or container has enough memory for a run. */
export function checkProgram(): GradedCheck[] {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return [
    gradeNode(process.versions.node),
    gradeMemory(Math.floor(bytes / MEGABYTE), availableParallelism()),
  ];
}

/**
 * Grades the version of Node.
 * @param version as `24.21.0`
 */
export function gradeNode(version: string): GradedCheck {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return ok('node', version);
  return bad('node', version, `Install Node ${OLDEST_NODE} or newer.`, EXIT.failed);
}

/**
 * Grades the memory.
 * @param megabytes of the machine or container
 */
export function gradeMemory(megabytes: number, processors: number): GradedCheck {
  const found = `${megabytes} MB, ${processors} processor${processors === 1 ? '' : 's'}`;
  if (megabytes >= LEAST_MEGABYTES) return ok('memory', found);
  return doubtful(
    'memory',
    found,
    `Give the machine or container ${LEAST_MEGABYTES} MB; large days may fail with less.`,
  );
}

/** Checks that the program's time zone data has the current rules of Cairo and São Paulo. */
export function checkProgramZones(): GradedCheck[] {
  const version = process.versions['tz'] ?? 'unknown';
  const mistakes = zoneMistakes(zoneOffsetSeconds);
  const subject = 'time zones';
  if (mistakes.length === 0) {
    return [ok(subject, `data ${version}: Cairo has summer time since 2023, São Paulo none since 2019`)];
  }
  return [
    bad(
      subject,
      `data ${version}: ${mistakes.join('; ')}`,
      'Use a newer Node, and unset ICU and NODE_ICU_DATA variables that give it older data.',
      EXIT.failed,
    ),
  ];
}

/** The errors of a time zone table, one sentence each. */
export function zoneMistakes(offsetSeconds: (zone: string, epochSeconds: number) => number): string[] {
  return CHANGES.flatMap(([zone, at, before, after]) => {
    const seconds = Date.parse(at) / 1000;
    const found = [offsetSeconds(zone, seconds - 1), offsetSeconds(zone, seconds)].map((one) => one / HOUR);
    if (found[0] === before && found[1] === after) return [];
    return [
      `${zone} at ${at} is UTC${signed(found[1]!)} after UTC${signed(found[0]!)}, not ${signed(after)}`,
    ];
  });
}

function signed(hours: number): string {
  return `${hours < 0 ? '' : '+'}${hours}`;
}
