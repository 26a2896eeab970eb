import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { writeDay } from '../../../src/simulate/write-day.ts';
import { DATE, feed, instant, MORNING, publish, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { type WoundClock, woundClock } from '../clock.ts';
import { underpaid } from '../findings-store.ts';
import { PASSWORD, type ServedPage, servePage } from '../served-page.ts';

/** One person may write off BRL 15.00. */
const LIMITED = parseSettings({ decisions: { writeOffLimits: { BRL: 1500 } } });

export interface ServedBooks {
  readonly page: ServedPage;
  readonly clock: WoundClock;
  /** Folder of the published reports. */
  readonly out: string;
}

/**
 * Serves a published date with simulated orders, orders that were paid BRL 10.00 to 40.00 too little, and a paid one with
 * the number `..`, which breaks a rule of the interface. Users are olga (operator), bruno (approver), ana (admin), vera (viewer) and lia, a viewer of M0003 only.
 */
export async function serveBooks(engine: Engine): Promise<ServedBooks> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-books-'));
  const after = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  after(() => rmSync(folder, { recursive: true, force: true }));
  const store = await engine.open();
  const logs = join(folder, 'logs');
  await writeDay({ date: DATE, seed: 20, orders: 120, folder: logs });
  await ingest(store, SETTINGS, { paths: [logs], readAt: instant(MORNING) });
  await feed(store, join(folder, 'more.ndjson'), [
    ...[1, 2, 3, 4].flatMap((number) => underpaid(`BIG000000${number}`, number * 1000)),
    ...underpaid('OWN0000001', 500, 'M0003'),
    ...underpaid('..', 0),
  ]);
  const out = join(folder, 'reports');
  await publish(store, out);
  const clock = woundClock(MORNING);
  const page = await servePage(store, LIMITED, { out, at: clock.at });
  await page.addUser('olga', 'operator');
  await page.addUser('bruno', 'approver');
  await page.addUser('ana', 'admin');
  await page.addUser('vera', 'viewer');
  await page.addUser('lia', 'viewer', ['M0003']);
  return { page, clock, out };
}

/** Fills in the form to sign in, which the window shows, and sends it. */
export async function signIn(window: Page, name: string): Promise<void> {
  await window.locator('#name').fill(name);
  await window.locator('#password').fill(PASSWORD);
  await window.locator('main button[type="submit"]').click();
  await window.waitForURL((url) => url.pathname !== '/sign-in');
}
