import { ingestJob } from './ingest.ts';
import type { Job } from './job.ts';
import { nightlyJob } from './nightly.ts';

export const JOBS: readonly Job[] = [ingestJob, nightlyJob];
