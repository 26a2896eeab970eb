import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { addUser } from '../../../src/access/change-users.ts';
import { now } from '../../../src/clock.ts';
import { start } from '../../cli/command.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { follow, inBrowserOnce, openWindow } from '../browser.ts';
import { PASSWORD } from '../served-page.ts';
import { signIn } from './served-books.ts';

/** A run that never ends, however fast the machine is. */
const HANGS = 'run.begin:before:hang';
const DATE = '2020-01-02';

inBrowserOnce('the page of a run whose program is killed', (engine) => {
  it('says so as soon as the program is there again', async () => {
    const database = await engine.database();
    const store = await database.open();
    const olga = { name: 'olga', role: 'operator', password: PASSWORD } as const;
    await addUser(store, { at: now(), who: 'test' }, olga);
    await store.close();
    const cwd = temporaryFolder();
    const listen = `127.0.0.1:${await freePort()}`;
    const serve = async (more: Readonly<Record<string, string>> = {}) => {
      const environment = { ...database.environment, ...more };
      const words = ['serve', '--listen', listen, ...database.options];
      const child = start(words, { cwd, environment });
      for await (const line of createInterface({ input: child.stderr! })) {
        const [, url] = /The page is at (http:\S+)/.exec(line) ?? [];
        if (url !== undefined) return { child, url };
      }
      throw new Error('the program ended before it served the page');
    };
    const first = await serve({ PAYIN_RECON_FAULT: HANGS });
    first.child.stderr!.resume();
    const window = await openWindow();
    await window.goto(new URL('/data', first.url).href);
    await signIn(window, 'olga');
    await window.locator('input[name="date"]').fill(DATE);
    await follow(window.locator('form[action^="/data/reconcile"] button'));
    await window.locator('[role="status"]').waitFor();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await serve();
    second.child.stderr!.resume();
    await window.getByText('Page not found').waitFor();
    expect(new URL(window.url()).pathname).toMatch(/^\/data\/runs\//);
  });
});
