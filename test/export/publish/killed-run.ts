/**
 * Run as a process of its own: reconciles a date and kills itself with SIGKILL, either in the middle of writing its
 * first report or after the run was kept and before its version is in its place.
 * Arguments: the moment (`while-writing`, `before-placing`), folder of reports, the store's settings as JSON.
 */

import { judgeOrders } from '../../../src/books/run/judge-as-of.ts';
import { scopeOf } from '../../../src/books/run/report-scope.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { transaction } from '../../../src/database/store.ts';
import { prepareVersion } from '../../../src/export/publish/publish.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, instant, MORNING } from '../books.ts';

const [moment, out, settingsText] = process.argv.slice(2);
const settings = parseSettings(JSON.parse(settingsText!));
const at = instant(MORNING);
const store = await openStore(settings, process.cwd());

await store.session((session) =>
  transaction(session, async () => {
    const run = await judgeOrders(session, settings, { asOf: at, startedAt: at });
    const zoneOf = () => {
      // Asked for the first local time of orders.csv: its header is written, its rows are not.
      if (moment === 'while-writing') process.kill(process.pid, 'SIGKILL');
      return 'America/Sao_Paulo';
    };
    const scope = { ...scopeOf(run, DATE, 'BR'), zoneOf };
    await prepareVersion(session, { out: out!, form: settings.export, scopeOfRun: async () => scope }, scope);
  }),
);
process.kill(process.pid, 'SIGKILL');
