/**
 * Sends what is due, as a process of its own that a test can kill.
 * Arguments: the settings as JSON, the instant as PostgreSQL writes it.
 */
import { openStore } from '../../../src/database/open-store.ts';
import { parseWrittenTime } from '../../../src/normalise/instant.ts';
import { ship } from '../../../src/operations/deliver/ship.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';

const [json, at] = process.argv.slice(2);
const settings = parseSettings(JSON.parse(json!));
const now = () => ({ seconds: parseWrittenTime(at!)!.localSeconds, micros: 0 });
const store = await openStore(settings, '/');
const shipped = await ship(store, settings, { now, workingDirectory: '/' });
await store.close();
console.log(JSON.stringify(shipped));
