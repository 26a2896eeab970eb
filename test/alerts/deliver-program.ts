/**
 * Delivers what is due, as a process of its own that a test can kill.
 * Arguments: the settings as JSON, the folder that paths are seen from, the instant as PostgreSQL writes it.
 */

import { deliver } from '../../src/alerts/deliver.ts';
import { openStore } from '../../src/database/open-store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { instant } from './alert-books.ts';

const [json, workingDirectory, at] = process.argv.slice(2);
const settings = parseSettings(JSON.parse(json!));
const store = await openStore(settings, workingDirectory!);
const result = await deliver(store, settings, {
  now: () => instant(at!),
  workingDirectory: workingDirectory!,
});
await store.close();
console.log(JSON.stringify(result));
