import type { Report } from '../../../reports/report.ts';
import type { Download, DownloadSource } from '../../../src/books/download/download.ts';
import { verifiedFiles } from '../../../src/books/download/verified-files.ts';
import type { Store } from '../../../src/database/store.ts';
import { storeInTurn } from '../../../src/database/store-in-turn.ts';
import { SETTINGS } from '../../export/books.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';

/** What the page makes downloads from: a store that it shares, and the folder of reports. */
export function sourceOf(store: Store, out: string, spoolFolder?: string): DownloadSource {
  return {
    store: storeInTurn(store),
    settings: { ...SETTINGS, out },
    verified: verifiedFiles(),
    ...(spoolFolder === undefined ? {} : { spoolFolder }),
  };
}

/** All bytes of a download. */
export async function bytesOf(download: Pick<Download, 'stream'>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of download.stream()) blocks.push(Buffer.from(block));
  return Buffer.concat(blocks);
}

export async function textOf(download: Pick<Download, 'stream'>): Promise<string> {
  return (await bytesOf(download)).toString('utf8');
}

export function reportNamed(name: string): Report {
  return PLAIN_REPORTS.find((report) => report.name === name)!;
}
