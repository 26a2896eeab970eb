import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fault } from '../../../src/errors.ts';
import type { Snapshot } from '../../../src/operations/monitor/monitor-snapshot.ts';
import { sharedRead } from '../../../src/operations/monitor/shared-read.ts';
import { type MonitorRequest, startMonitor } from '../../../src/operations/monitor/start-monitor.ts';

const SNAPSHOT: Snapshot = {
  at: 1_795_176_000,
  jobs: [],
  nights: [],
  outcomes: [],
  findings: [],
  newestRecords: [],
  gaps: [],
  queries: [],
  records: { sources: 7, bytes: 70, accepted: 5, duplicate: 1, rejected: 1 },
  messages: [],
  alarms: [],
  deliveries: [],
};

const WELL = { snapshot: async () => SNAPSHOT, alive: () => true, ready: async () => true as const };

/** Starts a monitor that ends with the test; gives what it answers. */
async function monitor(request: Partial<MonitorRequest> = {}) {
  const started = await startMonitor({ listen: '127.0.0.1:0', ...WELL, ...request });
  onTestFinished(() => started.close());
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://${started.address}${path}`, { method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { ...started, ask };
}

describe('the monitor', () => {
  it('says that the schedule goes on, and that a run could begin', async () => {
    const { ask } = await monitor();
    for (const path of ['/healthz', '/readyz']) {
      expect(await ask(path)).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
    }
  });

  it('says that the schedule hangs', async () => {
    const { ask } = await monitor({ alive: () => false });
    const { status, text } = await ask('/healthz');
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('restart the program'),
    });
    expect((await ask('/metrics')).text).toContain('\npayin_recon_schedule_alive 0\n');
  });

  it('says why no run could begin, without the password of an address', async () => {
    const reason = 'cannot reach postgresql://recon:hunter2@db.example/recon';
    const { ask } = await monitor({ ready: async () => reason });
    const { status, headers, text } = await ask('/readyz');
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual({
      status: 'unavailable',
      reason: 'cannot reach postgresql://recon:…@db.example/recon',
    });
  });

  it('names the fault where it could not even be found out, and nothing of an error that nobody knows', async () => {
    const fault = new Fault('STORE_LOCKED', { where: 'db:5432/recon', found: 'secret' });
    const locked = await monitor({ ready: () => Promise.reject(fault) });
    expect(JSON.parse((await locked.ask('/readyz')).text).reason).toBe(
      'STORE_LOCKED: Another run is using this store (db:5432/recon)',
    );
    const odd = await monitor({ ready: () => Promise.reject(new Error('hunter2')) });
    expect((await odd.ask('/readyz')).text).not.toContain('hunter2');
  });

  it('tells metrics, and to who asks with HEAD the same without their text', async () => {
    const { ask } = await monitor();
    const { status, headers, text } = await ask('/metrics?x=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('\npayin_recon_records_total{result="accepted"} 5\n');
    expect(text).toContain('\nprocess_start_time_seconds ');
    const head = await ask('/healthz', 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe('16');
  });

  it('has nothing else, and takes nothing', async () => {
    const { ask } = await monitor();
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics/..%2f')).status).toBe(404);
    const posted = await ask('/metrics', 'POST');
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toBe('GET, HEAD');
  });

  it('asks the store once for all who ask at the same time', async () => {
    let looks = 0;
    const snapshot = async () => {
      looks += 1;
      return SNAPSHOT;
    };
    const { ask } = await monitor({ snapshot });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/metrics')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(looks).toBe(1);
  });

  it('goes on to answer while the store cannot be asked', async () => {
    const { ask } = await monitor({ snapshot: () => Promise.reject(new Fault('DATABASE_UNREACHABLE')) });
    const { status, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('\npayin_recon_store_up 0\n');
    expect(text).not.toContain('payin_recon_records_total');
  });

  it('ends although somebody holds a connection open, and listens no more', async () => {
    const { address, close, ask } = await monitor();
    const idle = connect(Number(address.split(':')[1]), '127.0.0.1');
    await once(idle, 'connect');
    await ask('/healthz');
    const ended = once(idle.resume(), 'close');
    await close();
    await ended;
    await expect(ask('/healthz')).rejects.toThrow('fetch failed');
  });

  it('names the address where something else listens already', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    await expect(startMonitor({ listen: `127.0.0.1:${port}`, ...WELL })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      exitCode: 4,
      detail: { where: `monitor.listen 127.0.0.1:${port}`, found: 'something else listens there' },
    });
  });

  it.each([
    ['127.0.0.1:99999', 'a port is a number up to 65535'],
    ['192.0.2.1:9464', 'this machine has no such address'],
  ])('cannot listen on %s', async (listen, found) => {
    await expect(startMonitor({ listen, ...WELL })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      detail: { found },
    });
  });

  it('listens on IPv6 too', async () => {
    const { address, ask } = await monitor({ listen: '[::1]:0' });
    expect(address).toMatch(/^\[::1\]:\d+$/);
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('a look that many share', () => {
  it('gives the last that was seen when the next fails, and says so', async () => {
    const results = [() => Promise.resolve('first'), () => Promise.reject(new Error('gone'))];
    const look = sharedRead(() => results.shift()!(), 1, 1000);
    expect(await look()).toEqual({ value: 'first', isFresh: true });
    await untilEmpty(results, look);
    expect(await look()).toEqual({ value: 'first', isFresh: false });
  });

  it('does not wait for one that hangs, nor begins another beside it', async () => {
    let looks = 0;
    let finish: (value: string) => void = () => undefined;
    const hanging = () => {
      looks += 1;
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    };
    // It is given up after twelve times as long.
    const look = sharedRead(hanging, 600_000, 1000);
    expect(await look()).toEqual({ value: undefined, isFresh: false });
    expect(await look()).toEqual({ value: undefined, isFresh: false });
    finish('late');
    expect(await look()).toEqual({ value: 'late', isFresh: true });
    expect(looks).toBe(1);
  });
});

/** Asks until what was kept is dropped and the next look was begun. */
async function untilEmpty(results: unknown[], look: () => Promise<unknown>): Promise<void> {
  while (results.length > 0) {
    await look();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
