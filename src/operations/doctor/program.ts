import { availableParallelism, totalmem } from 'node:os';
import { EXIT } from '../../errors.ts';
import { bad, doubtful, type GradedCheck, ok } from './graded-check.ts';

const OLDEST_NODE = 24;
const MEGABYTE = 1_048_576;
/** A run takes up to 430 MB, and laying out an embedded database 540 MB once (docs/internals/performance.md). */
const LEAST_MEGABYTES = 1024;

/** Node's version, and whether the machine, or what its container may have of it, has memory enough for a run. */
export function checkProgram(): GradedCheck[] {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return [
    gradeNode(process.versions.node),
    gradeMemory(Math.floor(bytes / MEGABYTE), availableParallelism()),
  ];
}

/** @param version as `24.21.0` */
export function gradeNode(version: string): GradedCheck {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return ok('node', version);
  return bad('node', version, `Install Node ${OLDEST_NODE} or newer.`, EXIT.failed);
}

/** @param megabytes of the machine or container */
export function gradeMemory(megabytes: number, processors: number): GradedCheck {
  const found = `${megabytes} MB, ${processors} processor${processors === 1 ? '' : 's'}`;
  if (megabytes >= LEAST_MEGABYTES) return ok('memory', found);
  return doubtful(
    'memory',
    found,
    `Give the machine or container ${LEAST_MEGABYTES} MB; large days may fail with less.`,
  );
}
