import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { JOBS } from '../../../jobs/all.ts';
import { addUser } from '../../../src/access/change-users.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { formatInstant, type Instant, isoSeconds } from '../../../src/normalise/instant.ts';
import { jobPlans } from '../../../src/operations/schedule/plans.ts';
import { loadSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { feed } from '../../export/books.ts';
import { s3Server, sftpServer } from '../../operations/deliver/servers.ts';
import type { Engine } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { PASSWORD } from '../../web/served-page.ts';
import { startMailbox } from '../month/mailbox.ts';
import { DayLogs } from './day-logs.ts';

export const USER = 'ana';

export interface World {
  readonly cwd: string;
  /** Where the program may put temporary files. */
  readonly temporary: string;
  readonly out: string;
  readonly delivered: string;
  /** Folder of the embedded engine. */
  readonly data: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly logs: DayLogs;
}

/** Days before the clock begins are read and published, the others arrive. */
export interface Days {
  readonly at: Instant;
  readonly published: readonly string[];
  readonly arriving: readonly string[];
  readonly ordersPerDate: number;
}

/** A folder with settings, logs and reports of the days before, as the program finds it when it is started. */
export async function makeWorld(engine: Engine, days: Days): Promise<World> {
  const folder = temporaryFolder();
  const [cwd, temporary, delivered, compiled] = ['work', 'tmp', 'delivered', 'compiled'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  for (const path of [cwd, temporary, delivered]) mkdirSync(path);
  const database = await engine.database();
  const environment = { ...database.environment, TMPDIR: temporary, NODE_COMPILE_CACHE: compiled };
  writeFileSync(join(cwd, 'payin-recon.yaml'), stringify(await settingsOf(folder, delivered)));
  const settings = loadSettings({ environment, workingDirectory: cwd });
  const dates = [...days.published, ...days.arriving];
  const logs = new DayLogs(join(folder, 'logs'), dates, days.ordersPerDate);
  const out = join(cwd, 'reports');
  const store = await database.open();
  await feed(store, join(folder, 'logs/before.ndjson'), logs.before(days.at), isoOf(days.at));
  const { at: startedAt, published } = days;
  await reconcileDates(store, settings, { dates: published, asOf: startedAt, startedAt, out });
  await addUser(store, { at: startedAt, who: 'test' }, { name: USER, role: 'operator', password: PASSWORD });
  await store.session(async ({ db }) => {
    const plans = jobPlans(JOBS, settings).map(({ job, region }) => ({ job, region }));
    const planned_from = formatInstant(startedAt);
    await db
      .insertInto('job_plans')
      .values(plans.map((plan) => ({ ...plan, planned_from })))
      .execute();
  });
  await store.close();
  return {
    ...{ cwd, temporary, out, delivered, environment, settings, logs },
    data: database.environment['PAYIN_RECON_DATA'],
    databaseUrl: database.environment['DATABASE_URL'],
  };
}

export function isoOf(at: Instant): string {
  return isoSeconds(formatInstant(at));
}

/** Every job is due more often than usual, but for the nights. */
async function settingsOf(folder: string, delivered: string): Promise<object> {
  const mailbox = await startMailbox();
  const { settings: bucket } = await s3Server();
  const { url, hostKey, privateKeyFile } = await sftpServer();
  return {
    out: 'reports',
    ingest: { folders: [join(folder, 'logs')] },
    jobs: { retention: '40 */2 * * *', verify: '50 */2 * * *', keepDays: 3 },
    monitor: { listen: '127.0.0.1:0' },
    alerts: {
      channels: [
        {
          ...{ name: 'finance', kind: 'email', url: `smtp://127.0.0.1:${mailbox.port}` },
          ...{ from: 'recon@shop.example', to: ['finance@shop.example'], attach: ['orders'] },
        },
      ],
    },
    deliveries: [
      { name: 'share', kind: 'folder', folder: delivered },
      { name: 'bucket', ...bucket },
      { name: 'bank', kind: 'sftp', url, hostKeys: [hostKey], privateKeyFile },
    ],
  };
}

/** What is below the folders of the program and is not among the files that it keeps. */
export function unexpectedFiles({ cwd, temporary, out, delivered, data }: World): string[] {
  return [
    ...readdirSync(temporary, { recursive: true, encoding: 'utf8' }).map((name) => `tmp/${name}`),
    ...readdirSync(cwd).filter((name) => !['payin-recon.yaml', 'reports'].includes(name)),
    ...below(out).filter((name) => !PUBLISHED.test(name)),
    ...below(delivered).filter((name) => !DELIVERED.test(name)),
    ...(data === undefined ? [] : readdirSync(data).filter((name) => name.includes('aside'))),
  ];
}

const PUBLISHED = /^\d{4}-\d\d-\d\d(\/(BR|EG|other)(\/(latest|v\d+)(\/[a-z-]+\.(csv|json))?)?)?$/;
const DELIVERED = /^(BR|EG|other)(\/\d{4}-\d\d-\d\d(\/(v\d+(\/)?)?[\w.-]+)?)?$/;

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}
