/** What comes of a scene, with a fault or without. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { FAULT_KINDS, FAULT_MOMENTS, readFault } from '../../src/fault-points.ts';
import { ended, start } from '../cli/command.ts';
import { alone, contentsOf } from './contents.ts';
import type { Scene } from './scenes.ts';
import { atFixedTime, NOW, type Place, runAt, type stagesOf } from './stages.ts';

type Stages = ReturnType<typeof stagesOf>;

/** What a point can meet, as `moment:kind`. */
export const FAULTS: readonly string[] = FAULT_MOMENTS.flatMap((moment) =>
  FAULT_KINDS.map((kind) => `${moment}:${kind}`),
).filter((fault) => typeof readFault(`publish.place:${fault}`) !== 'string');

/** A receiver of messages, which a file of tests opens before its tests and closes after them. */
export interface Inbox {
  readonly received: Set<string>;
  url(): string;
}

export function openInbox(): Inbox {
  const received = new Set<string>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => (body += text));
    request.on('end', () => {
      // One that is sent twice is sent at two times.
      received.add(body.replace(/"sent":"[^"]*"/, ''));
      response.end('ok');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return {
    received,
    url: () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  };
}

const known = new WeakMap<Stages, Map<Scene, ReturnType<typeof outcomeOf>>>();

/** What comes of a scene without a fault; found out once for each engine. */
export function undisturbed(scene: Scene, stages: Stages, inbox: Inbox): ReturnType<typeof outcomeOf> {
  const own = known.get(stages) ?? new Map<Scene, ReturnType<typeof outcomeOf>>();
  known.set(stages, own);
  if (!own.has(scene))
    own.set(
      scene,
      outcomeOf(scene, stages, inbox, async () => undefined),
    );
  return own.get(scene)!;
}

/** Store, files and messages of a scene whose command met a fault and was then given again. */
export async function outcomeOf(
  scene: Scene,
  stages: Stages,
  inbox: Inbox,
  fail: (place: Place) => Promise<void>,
) {
  const place = await stages.begin(scene.stage);
  inbox.received.clear();
  try {
    await fail(place);
    if (place.environment['DATABASE_URL'] !== undefined) await alone(place);
    const { code, stderr } = await runAt(place, scene.words, { now: scene.again ?? NOW });
    if (code !== 0 && code !== 1) expect(stderr).toMatch(scene.refused ?? /^$/);
    for (const words of scene.next ?? []) {
      const next = await runAt(place, words);
      expect([0, 1], next.stderr).toContain(next.code);
    }
    const ignored = scene.name === 'purge' ? ['audit_entries.after'] : [];
    const contents = await contentsOf(place, ignored);
    return { ...contents, messages: [...inbox.received].sort() };
  } finally {
    await place.remove();
  }
}

/** Lets a command meet a fault, and shows how it ends. */
export async function meet(place: Place, words: readonly string[], fault: string): Promise<void> {
  const environment = atFixedTime({ ...place.environment, PAYIN_RECON_FAULT: fault });
  const child = start(words, { cwd: place.cwd, environment });
  const [, , kind] = fault.split(':');
  if (kind === 'hang') {
    let said = '';
    child.stderr!.on('data', (text) => {
      said += text;
      if (said.includes(`fault: ${fault}\n`)) child.kill('SIGKILL');
    });
  }
  const { code, stderr } = await ended(child);
  expect(stderr, 'the fault was met').toContain(`fault: ${fault}\n`);
  if (kind === 'error') expectClear(code, stderr);
  else expect(child.signalCode).toBe('SIGKILL');
}

/** A fault of the catalogue, and no trace of the program's own functions. */
export function expectClear(code: number | null, stderr: string): void {
  expect(stderr).toMatch(/^error (?!INTERNAL)[A-Z_]+: /m);
  expect(stderr).not.toMatch(/^\s+at .*\.ts:\d+/m);
  expect([3, 4], stderr).toContain(code);
}
