import { appendFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { retentionJob } from '../../jobs/retention.ts';
import { verifyJob } from '../../jobs/verify.ts';
import type { Store } from '../../src/database/store.ts';
import type { Job } from '../../src/operations/schedule/job.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { DATE, EVIDENCE, feed, instant, MORNING, publish } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

onEngines('a weekly job', (engine) => {
  /** Books with one published date. */
  async function books() {
    const store = await engine.emptied();
    const workingDirectory = temporaryFolder();
    await feed(store, join(workingDirectory, 'day.ndjson'), EVIDENCE);
    await publish(store, join(workingDirectory, 'reports'));
    return { store, workingDirectory };
  }

  /** Runs a job as the schedule does, under the store's lock; gives what it said. */
  async function runAt(
    { store, workingDirectory }: { store: Store; workingDirectory: string },
    job: Job,
    at: string,
    settings: SettingsInput = {},
  ): Promise<string> {
    const said: string[] = [];
    await store.exclusively(() =>
      job.run({
        ...{ store, workingDirectory, at: instant(at), now: () => instant(at), dueAt: instant(at) },
        settings: parseSettings({ out: 'reports', ...settings }),
        say: (text) => said.push(text),
      }),
    );
    return said.join('\n');
  }

  it('takes out what is older than the settings keep, and leaves the rest', async () => {
    const all = await books();
    const keep = { jobs: { keepDays: 30 } };
    expect(await runAt(all, retentionJob, '2026-12-10T04:00:00Z', keep)).toBe(
      'Nothing is older than 30 days.',
    );
    // Nobody waits any longer for the order that was stuck.
    await publish(all.store, join(all.workingDirectory, 'reports'), '2026-12-20T04:00:00Z');
    expect(await runAt(all, retentionJob, '2027-01-10T04:00:00Z', keep)).toBe(
      'Took out 4 orders, 1 rejected line and 0 unverified callbacks older than 30 days.',
    );
    const entries = await all.store.session(({ db }) =>
      db.selectFrom('audit_entries').select(['who', 'action', 'reason']).execute(),
    );
    expect(entries).toContainEqual({
      ...{ who: 'payin-recon job retention', action: 'purge', reason: 'older than 30 days (jobs.keepDays)' },
    });
  });

  it('takes out nothing where the settings keep everything', async () => {
    const all = await books();
    expect(await runAt(all, retentionJob, '2036-01-01T04:00:00Z')).toBe(
      'Nothing is removed: set jobs.keepDays.',
    );
  });

  it('finds what was published as it was written, or fails with what is not', async () => {
    const all = await books();
    expect(await runAt(all, verifyJob, MORNING)).toContain('BR');
    const version = join(all.workingDirectory, 'reports', DATE, 'BR/v1');
    renameSync(version, join(all.workingDirectory, 'gone'));
    await expect(runAt(all, verifyJob, MORNING)).rejects.toMatchObject({ code: 'VERIFICATION_FAILED' });
    renameSync(join(all.workingDirectory, 'gone'), version);
    const orders = join(version, 'orders.csv');
    appendFileSync(orders, 'x');
    await expect(runAt(all, verifyJob, MORNING)).rejects.toMatchObject({ code: 'VERIFICATION_FAILED' });
    // Past the dates that it looks at.
    expect(await runAt(all, verifyJob, '2027-01-10T12:00:00Z')).not.toContain('BR');
  });
});
