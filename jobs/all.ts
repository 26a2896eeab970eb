import { ingestJob } from './ingest.ts';
import type { Job } from './job.ts';
import { nightlyJob } from './nightly.ts';
import { watchJob } from './watch.ts';

export const JOBS: readonly Job[] = [ingestJob, nightlyJob, watchJob];
