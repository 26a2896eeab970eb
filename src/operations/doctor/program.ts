import { availableParallelism, totalmem } from 'node:os';
import { EXIT } from '../../errors.ts';
import { bad, doubtful, type GradedCheck, ok } from './graded-check.ts';

const OLDEST_NODE = 24;
const MEGABYTE = 1_048_576;
/** A run needs up to 430 MB; creating an embedded database needs 540 MB once (docs/internals/performance.md). */
const LEAST_MEGABYTES = 1024;

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
