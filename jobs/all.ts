import type { Job } from '../src/operations/schedule/job.ts';
import { ingestJob } from './ingest.ts';
import { nightlyJob } from './nightly.ts';
import { retentionJob } from './retention.ts';
import { verifyJob } from './verify.ts';
import { watchJob } from './watch.ts';

/** In the order in which those due at the same moment are run. */
export const JOBS: readonly Job[] = [ingestJob, nightlyJob, watchJob, retentionJob, verifyJob];
