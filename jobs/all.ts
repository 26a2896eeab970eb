import type { Job } from '../src/operations/schedule/job.ts';
import { deliverJob } from './deliver.ts';
import { ingestJob } from './ingest.ts';
import { nightlyJob } from './nightly.ts';
import { retentionJob } from './retention.ts';
import { verifyJob } from './verify.ts';
import { watchJob } from './watch.ts';

/** All jobs. Runs due at the same moment are executed in this order. */
export const JOBS: readonly Job[] = [ingestJob, nightlyJob, watchJob, deliverJob, retentionJob, verifyJob];
