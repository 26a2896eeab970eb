import { now } from '../../../clock.ts';
import { listSources } from '../../../ingest/list-sources.ts';
import { isoInstant, isoSeconds } from '../../../normalise/instant.ts';
import { grouped, plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [['$0 source list', 'all of them']];

export async function handler(options: Parameters<typeof settingsOf>[0]): Promise<void> {
  const settings = settingsOf(options);
  const at = now();
  const listed = await withStore(settings, (store) =>
    store.session((session) => listSources(session, settings, at)),
  );
  if (options.json === true) {
    printJson({
      sources: listed.map((source) => ({
        ...source,
        lastRead: source.lastRead === null ? null : isoInstant(source.lastRead),
      })),
    });
    return;
  }
  if (listed.length === 0) {
    print('No sources: set ingest.folders, or sources.');
    return;
  }
  const rows = listed.map(({ name, from, reads, files, lastRead, mark }) => [
    name,
    from,
    plain(reads),
    files === null ? '' : grouped(files),
    lastRead === null ? 'never' : isoSeconds(lastRead),
    plain(mark ?? ''),
  ]);
  print(textTable(['Name', 'From', 'Reads', 'Files', 'Last read', 'Up to'], rows, ['Files']));
}
