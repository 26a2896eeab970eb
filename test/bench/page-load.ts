/**
 * Looks at the page as several people do, from a process of its own. Prints how long each answer took, as JSON.
 * Parameter: JSON, a {@link Looking}.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { noteUsage } from './usage.ts';

/** How people look at the page. */
export interface Looking {
  readonly url: string;
  /** The cookie of each person. */
  readonly cookies: readonly string[];
  readonly seconds: number;
  /**
   * thinking: each waits about a second between two pages, and goes through pages as people do; at once: all ask at the
   * same moment, once a second; without rest: each asks again at once. The last two by autocannon, with the addresses.
   */
  readonly way: 'thinking' | 'at once' | 'without rest';
  /** Dates that people filter by, yyyy-MM-dd. */
  readonly dates: readonly string[];
  readonly addresses: readonly string[];
}

/** An answer of the page. */
export interface Seen {
  readonly kind: string;
  readonly milliseconds: number;
  readonly isRight: boolean;
}

if (import.meta.main) {
  noteUsage();
  const looking = JSON.parse(process.argv[2]!) as Looking;
  console.log(JSON.stringify(await (looking.way === 'thinking' ? thinking(looking) : cannonade(looking))));
}

async function thinking({ url, cookies, seconds, dates }: Looking): Promise<Seen[]> {
  const seen: Seen[] = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    cookies.map(async (cookie, person) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const look = async (kind: string, path: string) => {
        const start = performance.now();
        const { status, text } = await answerOf(`${url}${path}`, cookie, agent);
        seen.push({ kind, milliseconds: performance.now() - start, isRight: status === 200 });
        return text;
      };
      let next: string | undefined;
      await sleep(Math.random() * 1000);
      for (let step = person; performance.now() < end; step += 1) {
        const date = dates[(person * 7 + step) % dates.length]!;
        const turn = step % 4;
        if (turn === 0) await look('overview', '/');
        else if (turn === 1) next = nextOf(await look('findings', '/findings'));
        else if (turn === 2 && next !== undefined) next = nextOf(await look('next page of findings', next));
        else await look('filtered findings', `/findings?severity=high&from=${date}&to=${date}`);
        await sleep(500 + Math.random() * 1000);
      }
      agent.destroy();
    }),
  );
  return seen;
}

/** The address of the next page of a list. */
export function nextOf(html: string): string | undefined {
  return /<a rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
}

/** Asks for a page and reads it to its end. */
export function answerOf(
  address: string,
  cookie: string,
  agent?: Agent,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, Accept: 'text/html' };
    get(address, { headers, ...(agent && { agent }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (more) => (text += more));
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

async function cannonade({ url, cookies, seconds, way, addresses }: Looking): Promise<Seen[]> {
  const seen: Seen[] = [];
  let person = 0;
  const options: autocannon.Options = {
    ...{ url, connections: cookies.length, duration: seconds, timeout: 30 },
    ...(way === 'at once' ? { overallRate: cookies.length } : {}),
    setupClient: (client) => {
      const headers = { Cookie: cookies[person % cookies.length]!, Accept: 'text/html' };
      // Each begins with another page.
      const first = person % addresses.length;
      const order = [...addresses.slice(first), ...addresses.slice(0, first)];
      client.setRequests(order.map((path) => ({ method: 'GET' as const, path, headers })));
      person += 1;
    },
  };
  await new Promise<void>((resolve, reject) => {
    const cannon = autocannon(options, (error) => (error == null ? resolve() : reject(error)));
    cannon.on('response', (_client, status, _bytes, milliseconds) => {
      seen.push({ kind: 'all', milliseconds, isRight: status === 200 });
    });
    cannon.on('reqError', () => seen.push({ kind: 'all', milliseconds: 0, isRight: false }));
  });
  return seen;
}
