import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../src/normalise/local-date.ts';
import { type Contest, inTurn } from './contest.ts';
import { DATE } from './days.ts';
import type { Received } from './download-client.ts';
import { plainReading, publishLongFile } from './long-file.ts';
import type { PageStore } from './page-data.ts';
import { runScript } from './program.ts';
import type { By, What } from './promises.ts';
import { type Metered, type Served, startScript } from './served.ts';

/** A download, measured on both sides. */
export interface Downloaded extends Received {
  readonly what: What;
  readonly by: By;
  readonly rows: number;
  readonly metered: Metered;
}

/**
 * Downloads a long published file, for the first time after it changed on disk and again, in turn with the rulers; and a
 * workbook that is made from the store. Throws Error for an answer that is not the file.
 */
export async function downloads(
  contest: Contest,
  served: Served,
  store: PageStore,
  cookie: string,
): Promise<void> {
  const { options, folder, note } = contest;
  const { downloadRows: rows, pageDates, rounds } = options;
  const { path, address } = await publishLongFile(store, addDays(DATE, 1 - pageDates), rows);
  const bare = await startScript('bare-server.ts', { work: folder('bare') }, { path });
  const one = (what: What, by: By, from: Served, where: string) =>
    download(contest, { what, by, rows, from, url: `${from.url}${where}`, cookie });
  try {
    for (let round = 0; round < rounds; round += 1) {
      await inTurn(round, [
        async () => {
          const now = new Date();
          utimesSync(path, now, now);
          await one('first download', 'PostgreSQL', served, address);
          await one('download', 'PostgreSQL', served, address);
        },
        () => one('download', 'bare server', bare, '/'),
        async () => {
          const seconds = await plainReading(path);
          const usage = { cpu: 0, busy: 0, megabytes: 0, phases: {}, parts: {} };
          note([{ what: 'download', by: 'plain reading', orders: rows, seconds, ...usage }]);
        },
      ]);
    }
  } finally {
    await bare.stop();
  }
  await workbook(contest, served, store, cookie);
}

/** Orders of two dates as a workbook, which is made from the store. */
async function workbook(contest: Contest, served: Served, { out }: PageStore, cookie: string): Promise<void> {
  const text = readFileSync(join(out, DATE, 'BR', 'v1', 'manifest.json'), 'utf8');
  const { files } = JSON.parse(text) as { readonly files: ReadonlyArray<{ name: string; rows: number }> };
  const rows = 2 * files.find(({ name }) => name === 'orders.csv')!.rows;
  const url = `${served.url}/download/BR/${addDays(DATE, -1)}/to/${DATE}/orders.xlsx`;
  await download(contest, { what: 'workbook', by: 'PostgreSQL', rows, from: served, url, cookie });
}

async function download(
  { folder, note, downloaded }: Contest,
  order: Pick<Downloaded, 'what' | 'by' | 'rows'> & {
    readonly from: Served;
    readonly url: string;
    readonly cookie: string;
  },
): Promise<void> {
  const { what, by, rows, from, url, cookie } = order;
  const { result, metered } = await from.meter(() =>
    runScript({ work: folder('client') }, 'download-client.ts', { url, cookie }),
  );
  const received = result.printed as Received;
  if (received.status !== 200) throw new Error(`${url} answered ${received.status}`);
  const usage = { cpu: metered.cpu, busy: 0, megabytes: metered.most, phases: {}, parts: {} };
  note([{ what, by, orders: rows, seconds: received.seconds, ...usage }]);
  downloaded({ what, by, rows, metered, ...received });
}
