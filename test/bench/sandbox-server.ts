/** Serves the sandbox on a free port until it is told to end. Parameter: JSON with `folder`, where it keeps orders. */
import { now } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { clockTimeline } from '../../src/sandbox/timeline.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { serveMeter } from './served.ts';

const { folder } = JSON.parse(process.argv[2]!) as { readonly folder: string };
const settings = parseSettings({ sandbox: { listen: '127.0.0.1:0', folder } });
const log = createLog({ write: () => undefined });
const sandbox = await startSandbox({ settings, workingDirectory: folder, log, timeline: clockTimeline(now) });
serveMeter(sandbox.url, () => sandbox.close());
