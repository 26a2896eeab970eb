import { migrate } from '../../database/migrate.ts';
import { connect } from '../../database/open-store.ts';
import { settingsOf } from '../context.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 migrate --database-url postgresql://recon@db/recon', 'before the first night'],
];

type Options = Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const store = await connect(settingsOf(options), process.cwd());
  try {
    const applied = await migrate(store, showProgress({ silent: options.json }));
    if (options.json === true) printJson({ database: store.address, applied });
    else if (applied.length === 0) print(`${store.address}: up to date.`);
    else print(`${store.address}: applied ${applied.join(', ')}.`);
  } finally {
    await store.close();
  }
}
