import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { grouped } from '../../src/terminal-text.ts';
import { type Contest, inTurn, profileOf } from './contest.ts';
import type { Answered, Sending } from './endpoint-load.ts';
import { markdownTable } from './markdown-table.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { runScript } from './program.ts';
import { type Served, startScript } from './served.ts';

/** How a server answered a load. */
export interface Load extends Answered {
  readonly what: Sending['what'];
  readonly by: 'capture' | 'bare node:http' | 'nginx' | 'sandbox';
  readonly messages: number;
  readonly connections: number;
  /** Memory of the server's process, in megabytes, before and at most; absent for what is no process of ours. */
  readonly memory?: { readonly before: number; readonly most: number };
  /** Syncs of the disk, counted by a wrapper around it. */
  readonly syncs?: number;
}

/** Runs the scenario endpoints: callbacks to capture and to two rulers, and pay-in requests to the sandbox. */
export async function endpoints(contest: Contest, round: number): Promise<void> {
  const { options, folder, load } = contest;
  const { callbacks, payIns, connections } = options;
  const sendTo = async (url: string, what: Sending['what'], messages: number): Promise<Answered> => {
    const sending: Sending = { url, what, messages, connections };
    return (await runScript({ work: folder('load') }, 'endpoint-load.ts', sending)).printed as Answered;
  };
  const serve = async (script: string, by: Load['by'], what: Sending['what'], messages: number) => {
    const place = folder(by.replaceAll(/\W+/g, '-'));
    const profile = profileOf(contest, `${by}-${round}`);
    const served = await startScript(script, { work: place, profile }, { folder: place });
    try {
      const measured = await measure(served, () => sendTo(served.url, what, messages));
      load({ what, by, messages, connections, ...measured });
    } finally {
      await served.stop();
    }
    if (by === 'capture') await checkLogged(place, messages);
  };
  await inTurn(round, [
    () => serve('capture-server.ts', 'capture', 'callbacks', callbacks),
    () => serve('bare-endpoint.ts', 'bare node:http', 'callbacks', callbacks),
    async () => {
      if (!hasNginx()) return;
      const nginx = await startNginx(folder('nginx'));
      const answered = await sendTo(nginx.url, 'callbacks', callbacks);
      await nginx.stop();
      load({ what: 'callbacks', by: 'nginx', messages: callbacks, connections, ...answered });
    },
    () => serve('sandbox-server.ts', 'sandbox', 'pay-ins', payIns),
  ]);
}

async function measure(served: Served, work: () => Promise<Answered>) {
  const { result, metered } = await served.meter(work);
  const { before, most, extra } = metered;
  return { ...result, memory: { before, most }, ...(extra === undefined ? {} : { syncs: extra['syncs']! }) };
}

/** Throws Error unless every callback is in the log once. */
async function checkLogged(folder: string, messages: number): Promise<void> {
  const files = readdirSync(folder).filter((name) => /^callbacks-.*ndjson(\.gz)?$/.test(name));
  let lines = 0;
  for (const name of files) {
    const stored = createReadStream(join(folder, name));
    const chunks: AsyncIterable<Buffer> = name.endsWith('.gz') ? stored.pipe(createGunzip()) : stored;
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    }
  }
  if (lines !== messages) throw new Error(`capture logged ${lines} of ${messages} callbacks`);
}

/** Table of all loads. */
export function loadsTable(loads: readonly Load[]): string {
  const rows = loads.map((load) => [
    load.what,
    load.by,
    grouped(load.messages),
    String(load.connections),
    grouped(Math.round(load.messages / load.seconds)),
    ...[load.median, load.percentile99, load.most].map((value) => value.toFixed(1)),
    String(load.wrong),
    load.syncs === undefined ? '' : grouped(load.syncs),
    load.memory === undefined ? '' : `${load.memory.before.toFixed(0)} to ${load.memory.most.toFixed(0)}`,
  ]);
  const header = [
    'what',
    'by',
    'messages',
    'connections',
    'a second',
    'median ms',
    '99 %',
    'most',
    'wrong',
    'syncs',
    'memory MB',
  ];
  return markdownTable(header, rows, ['what', 'by']);
}
