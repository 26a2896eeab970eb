/** Work with other servers that meets a fault: deliveries, mail, queries and the schedule. Each server is real. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FaultPoint } from '../../src/fault-points.ts';
import { DAY, DAY_AFTER } from '../cli/past-day.ts';
import { addCallbacks, CALLBACKS } from '../ingest/query/shop.ts';
import { startMailbox } from '../jobs/month/mailbox.ts';
import { s3Server, sftpServer } from '../operations/deliver/servers.ts';
import { merchantDatabase } from '../support/merchant-database.ts';
import { BOTH_DATES, type Stage } from './scenes.ts';
import { NOW, type Place } from './stages.ts';

/** A server that a place uses until the test ends. */
export interface Remote {
  /** Settings of the place that name it. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the server has been given; a repetition under the same key counts once. */
  received?(): unknown;
  /** Its ports and files, which differ from one server to the next. */
  readonly own: readonly string[];
}

export interface RemoteScene {
  readonly name: string;
  readonly stage: Stage;
  readonly words: readonly string[];
  /** Commands before it, once the settings name the server. */
  readonly before?: ReadonlyArray<readonly string[]>;
  /** When these are given; as the command itself if absent. */
  readonly beforeAt?: string;
  /** When it is given again. */
  readonly again: string;
  readonly points: readonly FaultPoint[];
  /** Columns that a second attempt leaves otherwise. */
  readonly ignored?: readonly string[];
  readonly needsServer?: boolean;
  open(place: Place): Promise<Remote>;
}

const LATER = '2024-11-20T18:00:00Z';
const deliver = { stage: 'published', words: ['deliver', '--date', DAY], again: LATER } as const;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

export const REMOTE_SCENES: readonly RemoteScene[] = [
  {
    ...deliver,
    name: 'deliver by SFTP',
    points: ['deliver.sftp-write', 'deliver.sftp-rename'],
    // The files are in the folder of the place, which is compared.
    open: async ({ cwd }) => {
      const { url, port, hostKey, privateKeyFile } = await sftpServer({ folder: join(cwd, 'place') });
      const delivery = { name: 'bank', kind: 'sftp', url, hostKeys: [hostKey], privateKeyFile };
      return { settings: { deliveries: [{ ...delivery, regions: ['BR'] }] }, own: [String(port)] };
    },
  },
  {
    ...deliver,
    name: 'deliver to S3',
    points: ['deliver.s3-upload'],
    open: async () => {
      const { settings, endpoint, objects } = await s3Server();
      return {
        settings: { deliveries: [{ name: 'archive', ...settings, regions: ['BR'] }] },
        received: () =>
          Object.fromEntries(Object.entries(objects()).map(([key, body]) => [key, sha256(body)])),
        own: [new URL(endpoint).port],
      };
    },
  },
  {
    ...deliver,
    name: 'deliver by mail',
    points: ['deliver.mail'],
    open: async () => {
      const { url, ...mailbox } = await mail();
      const delivery = { name: 'letters', kind: 'email', url, from: 'recon@shop.test', to: ['a@shop.test'] };
      return { settings: { deliveries: [{ ...delivery, regions: ['BR'] }] }, ...mailbox };
    },
  },
  {
    name: 'send messages by mail',
    stage: 'read',
    before: [['reconcile', ...BOTH_DATES, '--as-of', DAY_AFTER]],
    words: ['alerts', 'send'],
    again: LATER,
    points: ['outbox.mail'],
    open: async () => {
      const { url, ...mailbox } = await mail();
      const channel = { name: 'mail', kind: 'email', url, from: 'recon@shop.test', to: ['a@shop.test'] };
      return { settings: { alerts: { channels: [channel] } }, ...mailbox };
    },
  },
  {
    name: 'read a query',
    stage: 'migrated',
    words: ['job', 'run', 'ingest'],
    again: NOW,
    points: ['query.ask', 'query.mark'],
    // The digest of how a query is read has the name of its database.
    ignored: [...runsOfJobs(), 'source_marks.reading', 'sources.reading'],
    needsServer: true,
    open: async () => {
      const shop = await merchantDatabase();
      onTestFinished(() => shop.drop());
      await shop.run(`${CALLBACKS}; ${addCallbacks(['A1', 'A2', ''], "'2024-11-19T13:06:03Z'")}`);
      const query = 'select received_at as "receivedAt", body, updated_at from callbacks';
      const source = { name: 'shop', databaseUrl: shop.url, query, watermark: 'updated_at' };
      const { pathname } = new URL(shop.url);
      return { settings: { sources: [{ ...source, kind: 'callbacks' }] }, own: [pathname.slice(1)] };
    },
  },
  {
    name: 'work that is due',
    stage: 'read',
    // Due times count from when the schedule first ran.
    before: [['schedule', '--once']],
    beforeAt: '2024-11-20T03:00:00Z',
    words: ['schedule', '--once'],
    again: NOW,
    points: ['job.take', 'job.end'],
    ignored: runsOfJobs(),
    open: async () => ({ settings: {}, own: [] }),
  },
];

/** Columns of the runs of jobs that tell how often each was tried; which runs there are is compared. */
function runsOfJobs(): string[] {
  return ['attempt', 'failures', 'fault', 'ended_at', 'retry_at', 'is_reported', 'outcome'].map(
    (name) => `job_runs.${name}`,
  );
}

/** A mail server, which keeps the Message-IDs that it took. */
async function mail() {
  const mailbox = await startMailbox();
  const taken = new Set<string>();
  return {
    url: `smtp://127.0.0.1:${mailbox.port}`,
    received: () => {
      for (const id of mailbox.take()) taken.add(id);
      return [...taken].sort();
    },
    own: [String(mailbox.port)],
  };
}
