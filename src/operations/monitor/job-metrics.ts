import type { Metric, MetricSample } from './metric.ts';
import type { JobSnapshot, Snapshot } from './monitor-snapshot.ts';

/** Metrics of jobs, messages, deliveries and alarms. */
export const JOB_METRICS: readonly Metric<Snapshot>[] = [
  {
    name: 'payin_recon_standing_timestamp_seconds',
    type: 'gauge',
    help: 'When these metrics were read from the store.',
    labels: [],
    samples: ({ at }) => [[at]],
  },
  ofJobs(
    'payin_recon_job_last_success_timestamp_seconds',
    'When a job last ended well.',
    (job) => job.succeeded_at,
  ),
  ofJobs(
    'payin_recon_job_last_run_good',
    'Whether the last run of a job succeeded (1) or failed (0).',
    (job) => (job.last_outcome === null ? null : Number(job.last_outcome === 'done')),
  ),
  ofJobs(
    'payin_recon_job_last_run_duration_seconds',
    'How long the last run of a job took.',
    (job) => job.ran_seconds,
  ),
  ofJobs(
    'payin_recon_job_running_since_timestamp_seconds',
    'Since when a job runs; absent while it does not.',
    (job) => job.running_at,
  ),
  ofJobs(
    'payin_recon_job_overdue_since_timestamp_seconds',
    'Since when a run of a job has been overdue; absent if none is.',
    (job) => job.overdue_at,
  ),
  ofJobs(
    'payin_recon_job_failures',
    'Number of failed runs of a job since its last success.',
    (job) => job.failures,
  ),
  {
    name: 'payin_recon_messages_waiting',
    type: 'gauge',
    help: 'Messages that are not delivered yet.',
    labels: ['channel'],
    samples: ({ messages }) => messages.map(({ channel, waiting }) => [waiting, { channel }]),
  },
  {
    name: 'payin_recon_messages_failing',
    type: 'gauge',
    help: 'Those of them that were tried in vain.',
    labels: ['channel'],
    samples: ({ messages }) => messages.map(({ channel, failing }) => [failing, { channel }]),
  },
  {
    name: 'payin_recon_messages_oldest_timestamp_seconds',
    type: 'gauge',
    help: 'When the oldest of them was written.',
    labels: ['channel'],
    samples: ({ messages }) => messages.map(({ channel, written_at }) => [written_at, { channel }]),
  },
  {
    name: 'payin_recon_deliveries_waiting',
    type: 'gauge',
    help: 'Published versions that are not sent yet.',
    labels: ['delivery'],
    samples: ({ deliveries }) => deliveries.map(({ delivery, waiting }) => [waiting, { delivery }]),
  },
  {
    name: 'payin_recon_deliveries_failing',
    type: 'gauge',
    help: 'Those of them that were tried in vain.',
    labels: ['delivery'],
    samples: ({ deliveries }) => deliveries.map(({ delivery, failing }) => [failing, { delivery }]),
  },
  {
    name: 'payin_recon_deliveries_oldest_timestamp_seconds',
    type: 'gauge',
    help: 'When the oldest of them was found.',
    labels: ['delivery'],
    samples: ({ deliveries }) => deliveries.map(({ delivery, found_at }) => [found_at, { delivery }]),
  },
  {
    name: 'payin_recon_alarms_open',
    type: 'gauge',
    help: 'Alarms that have not ended, by what is unusual.',
    labels: ['measure', 'region'],
    samples: ({ alarms }) => alarms.map(({ measure, region, open }) => [open, { measure, region }]),
  },
];

function ofJobs(
  name: Metric['name'],
  help: string,
  value: (job: JobSnapshot) => number | null,
): Metric<Snapshot> {
  const sample = (job: JobSnapshot): MetricSample => [value(job), { job_name: job.job, region: job.region }];
  return {
    name,
    type: 'gauge',
    help,
    labels: ['job_name', 'region'],
    samples: ({ jobs }) => jobs.map(sample),
  };
}
