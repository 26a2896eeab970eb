/** What is done when a fault is met, and what is done again afterwards. */
import type { FaultPoint } from '../../src/fault-points.ts';
import { DAY, DAY_AFTER } from '../cli/past-day.ts';

const DAY_BEFORE = '2024-11-18';
export const BOTH_DATES = ['--from', DAY_BEFORE, '--to', DAY] as const;

/** The state of the store in which a scene begins; `laid out` has no tables yet. */
export type Stage = 'laid out' | 'migrated' | 'read' | 'many read' | 'published';

export interface Scene {
  readonly name: string;
  readonly stage: Stage;
  /** The command that meets the fault; it is given again afterwards. */
  readonly words: readonly string[];
  /** Commands after it. */
  readonly next?: ReadonlyArray<readonly string[]>;
  /** When it is given again, where it is not due at once. */
  readonly again?: string;
  /** A command that was kept, though it did not say so, is refused when it is given again. */
  readonly refused?: RegExp;
  readonly points: readonly FaultPoint[];
  /** Whether it needs an engine with several connections. */
  readonly inLanes?: boolean;
}

const by = ['--reason', 'test', '--by', 'ana'];

export const SCENES: readonly Scene[] = [
  { name: 'migrate', stage: 'laid out', words: ['migrate'], points: ['migrate.file', 'migrate.commit'] },
  {
    name: 'ingest',
    stage: 'migrated',
    words: ['ingest', 'logs', '--complete-until', DAY_AFTER],
    points: [
      ...(['ingest.read', 'ingest.stage', 'ingest.source', 'ingest.merge', 'ingest.coverage'] as const),
      ...(['ingest.commit', 'declare.complete'] as const),
    ],
  },
  {
    name: 'declare that nothing was logged',
    stage: 'migrated',
    words: [
      ...['ingest', '--nothing-logged', '2024-11-18T00:00:00Z..2024-11-18T06:00:00Z'],
      ...['--kind', 'callbacks', '--region', 'BR', ...by],
    ],
    points: ['declare.nothing-logged', 'declare.commit'],
  },
  {
    name: 'reconcile',
    stage: 'read',
    words: ['reconcile', ...BOTH_DATES, '--as-of', DAY_AFTER],
    points: [
      ...(['run.begin', 'run.choose', 'run.judge', 'run.keep', 'outbox.enqueue', 'run.commit'] as const),
      ...([
        'publish.write',
        'publish.sync',
        'publish.manifest',
        'publish.version',
        'publish.commit',
      ] as const),
      ...(['publish.place', 'publish.latest', 'publish.mark'] as const),
    ],
  },
  {
    name: 'reconcile in lanes',
    stage: 'many read',
    words: ['reconcile', '--date', DAY, '--as-of', DAY_AFTER],
    inLanes: true,
    points: ['run.lane'],
  },
  {
    name: 'send messages',
    stage: 'published',
    words: ['alerts', 'send'],
    again: '2024-11-20T18:00:00Z',
    points: ['outbox.send', 'outbox.mark', 'outbox.commit'],
  },
  {
    name: 'deliver',
    stage: 'published',
    words: ['deliver', '--date', DAY],
    points: [
      'deliver.find',
      'deliver.note',
      'deliver.write',
      'deliver.sync',
      'deliver.rename',
      'deliver.mark',
    ],
  },
  {
    name: 'withdraw',
    stage: 'published',
    words: ['withdraw', 'logs/late.ndjson', ...by],
    next: [['reconcile', ...BOTH_DATES]],
    refused: /SOURCE_WITHDRAWN/,
    points: ['withdraw.take-out', 'withdraw.commit'],
  },
  {
    name: 'renormalise',
    stage: 'published',
    words: ['renormalise'],
    points: ['renormalise.reread', 'renormalise.commit'],
  },
  {
    name: 'close',
    stage: 'published',
    words: ['close', '--through', DAY, '--force', ...by],
    refused: /CLOSED_ALREADY/,
    points: ['close.keep', 'close.commit'],
  },
  {
    name: 'purge',
    stage: 'published',
    words: ['purge', '--before', '2024-11-20', ...by],
    points: ['purge.take-out', 'purge.commit'],
  },
];
