import type { Metric } from './metric.ts';
import type { NightSnapshot, OutcomeSnapshot, Snapshot } from './monitor-snapshot.ts';

/** Metrics of reconciled dates, their money and findings, and of ingested records. */
export const NIGHT_METRICS: readonly Metric<Snapshot>[] = [
  ofNights(
    'payin_recon_night_end_timestamp_seconds',
    'When the newest reconciled date of a region ended, in its zone.',
    ({ ended_at }) => ended_at,
  ),
  ofNights(
    'payin_recon_night_as_of_timestamp_seconds',
    'As-of of the newest run of that date.',
    ({ as_of }) => as_of,
  ),
  ofNights('payin_recon_night_version', 'The newest version of that date.', ({ version }) => version),
  ofOutcomes('payin_recon_night_orders', 'Orders of that date.', ({ orders }) => orders),
  ofOutcomes(
    'payin_recon_night_requested_minor',
    'What they ask for, in minor units of the currency.',
    ({ requested_minor }) => requested_minor,
  ),
  ofOutcomes(
    'payin_recon_night_paid_minor',
    'What was paid of them in the same currency, in its minor units.',
    ({ paid_minor }) => paid_minor,
  ),
  {
    name: 'payin_recon_findings_open',
    type: 'gauge',
    help: 'Open findings of all published or closed dates, by days since the business date.',
    labels: ['region', 'severity', 'age_days'],
    samples: ({ findings }) =>
      findings.map(({ region, severity, age, orders }) => [orders, { region, severity, age_days: age }]),
  },
  {
    name: 'payin_recon_newest_record_timestamp_seconds',
    type: 'gauge',
    help: 'When the newest record of a kind and region was logged.',
    labels: ['region', 'kind'],
    samples: ({ newestRecords }) =>
      newestRecords.map(({ region, kind, newest_at }) => [newest_at, { region, kind }]),
  },
  {
    name: 'payin_recon_coverage_gaps',
    type: 'gauge',
    help: 'Stretches without records of a kind and region in which some were to be expected.',
    labels: ['region', 'kind'],
    samples: ({ gaps }) => gaps.map((one) => [one.gaps, { region: one.region, kind: one.kind }]),
  },
  {
    name: 'payin_recon_coverage_gap_seconds',
    type: 'gauge',
    help: 'How long these stretches are together.',
    labels: ['region', 'kind'],
    samples: ({ gaps }) => gaps.map(({ seconds, region, kind }) => [seconds, { region, kind }]),
  },
  {
    name: 'payin_recon_source_read_timestamp_seconds',
    type: 'gauge',
    help: 'When a source that is a query was last read.',
    labels: ['source'],
    samples: ({ queries }) => queries.map(({ name, read_at }) => [read_at, { source: name }]),
  },
  {
    name: 'payin_recon_records_total',
    type: 'counter',
    help: 'Records that were read, by what became of them.',
    labels: ['result'],
    samples: ({ records }) =>
      (['accepted', 'duplicate', 'rejected'] as const).map((result) => [records[result], { result }]),
  },
  {
    name: 'payin_recon_sources_total',
    type: 'counter',
    help: 'Files, or stretches of queries, that were read.',
    labels: [],
    samples: ({ records }) => [[records.sources]],
  },
  {
    name: 'payin_recon_source_bytes_total',
    type: 'counter',
    help: 'Their bytes.',
    labels: [],
    samples: ({ records }) => [[records.bytes]],
  },
];

function ofNights(
  name: Metric['name'],
  help: string,
  value: (night: NightSnapshot) => number,
): Metric<Snapshot> {
  return {
    name,
    type: 'gauge',
    help,
    labels: ['region'],
    samples: ({ nights }) => nights.map((night) => [value(night), { region: night.region }]),
  };
}

function ofOutcomes(
  name: Metric['name'],
  help: string,
  value: (sum: OutcomeSnapshot) => number,
): Metric<Snapshot> {
  return {
    name,
    type: 'gauge',
    help,
    labels: ['region', 'outcome', 'currency'],
    samples: ({ outcomes }) =>
      outcomes.map((sum) => [
        value(sum),
        { region: sum.region, outcome: sum.outcome, currency: sum.currency ?? 'none' },
      ]),
  };
}
