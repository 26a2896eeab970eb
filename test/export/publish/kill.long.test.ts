import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Engine, onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bytesBelow, DATE, EVIDENCE, feed, MORNING, NOON, publish, states } from '../books.ts';

const program = fileURLToPath(new URL('killed-run.ts', import.meta.url));

/** Feeds a store, lets a process of its own start to publish Brazil's date and be killed at a moment. */
async function killed(engine: Engine, moment: 'while-writing' | 'before-placing') {
  const folder = temporaryFolder();
  const database = await engine.database();
  const feeding = await database.open();
  await feed(feeding, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await feeding.close();
  const out = join(folder, 'reports');
  const child = spawn(process.execPath, [program, moment, out, JSON.stringify(database.settings)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  return { database, folder, out, region: join(out, DATE, 'BR') };
}

onEngines('a run that is killed (kill -9)', (engine) => {
  it('while it writes leaves no version; the next run publishes it and clears up', async () => {
    const { database, out, region } = await killed(engine, 'while-writing');
    const left = readdirSync(region);
    expect(left).toEqual([expect.stringMatching(/^\.writing-/)]);
    expect(readdirSync(join(region, left[0]!)).filter((name) => name !== 'orders.csv')).toEqual([]);

    const store = await database.open();
    expect(states(await publish(store, out, NOON, { region: 'BR' }))).toEqual({ BR: 'v1 new' });
    expect(readdirSync(region).sort()).toEqual(['latest', 'v1']);
  });

  it('after it was kept and before its version is in place, has it put there by the next run', async () => {
    const { database, folder, out, region } = await killed(engine, 'before-placing');
    expect(readdirSync(region)).toEqual([expect.stringMatching(/^\.writing-/)]);
    expect(existsSync(join(region, 'v1'))).toBe(false);

    const store = await database.open();
    expect(states(await publish(store, out, NOON, { region: 'BR' }))).toEqual({ BR: 'v1 restored' });
    expect(readdirSync(region).sort()).toEqual(['latest', 'v1']);

    // What is put there is what the killed run saw, not what the next one sees.
    const undisturbed = await engine.open();
    await feed(undisturbed, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await publish(undisturbed, join(folder, 'undisturbed'), MORNING, { region: 'BR' });
    expect(bytesBelow(region)).toEqual(bytesBelow(join(folder, 'undisturbed', DATE, 'BR')));
  });
});
