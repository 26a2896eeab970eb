import { onTestFinished } from 'vitest';
import type { Disk } from '../../src/append-log/disk.ts';
import { DISK } from '../../src/append-log/disk.ts';
import { openCaptureLog } from '../../src/capture/capture-log.ts';
import { openPendingCalls } from '../../src/capture/pending-calls.ts';
import { type CaptureRequest, startCapture } from '../../src/capture/start-capture.ts';
import { now } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { loggedLines } from '../append-log/logged-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** 2026-11-20T12:00:00Z. */
export const NOON: Instant = { seconds: 1_795_176_000, micros: 0 };

/** A callback that breaks no rule. */
export const CALLBACK =
  '{"orderNo":"ORDER00001","tradeNo":"T1","merchantId":"M0001","merchantName":"Shop","paymentMethod":"PIX",' +
  '"transactionTime":"2026-11-20T09:00:00-03:00","status":"SUCCESS","money":{"currency":"BRL","amount":20000}}';

export const callbackOf = (orderNo: string): string => CALLBACK.replace('ORDER00001', orderNo);

export interface LoggedRecord {
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ack: string;
  readonly verified?: boolean;
  readonly bodySha256: string;
}

export interface ServedCapture {
  readonly url: string;
  readonly folder: string;
  /** Lines of the program's log. */
  readonly log: string[];
  /** Sends a callback. */
  post(body: string | Buffer, headers?: Readonly<Record<string, string>>, path?: string): Promise<Response>;
  /** Records of the logs whose names begin so. */
  records(kind: 'callbacks' | 'unverified' | 'pay-ins'): LoggedRecord[];
  /** The value of a metric, by its name and labels as they are written. */
  metric(name: string): Promise<number>;
  close(): Promise<void>;
}

type ServeOptions = Partial<Pick<CaptureRequest, 'limits' | 'signatures' | 'openLog'>> & {
  readonly folder?: string;
  /** Settings of the group capture. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly at?: () => Instant;
  readonly disk?: Disk;
};

/** Serves an endpoint on a free port of loopback, until the test ends. */
export async function serveCapture(options: ServeOptions = {}): Promise<ServedCapture> {
  const { folder = temporaryFolder(), at = now, disk = DISK, limits = {}, signatures } = options;
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => void lines.push(line) });
  const { capture, ingest } = parseSettings({ capture: { listen: '127.0.0.1:0', ...options.settings } });
  const served = await startCapture({
    mostLineBytes: ingest.maxLineBytes,
    ...{ settings: capture, workingDirectory: folder, now: at, log, limits, signatures },
    openLog:
      options.openLog ??
      ((onStored) =>
        openCaptureLog({
          ...{ folder, now: at, log, disk, onStored, isForwarding: capture.forward !== undefined },
        })),
    openPending: () => openPendingCalls(folder, disk),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= served.close();
    return closing;
  };
  onTestFinished(() => {
    // Where a test has failed before it released its disk, nothing would end.
    (disk as Partial<HeldDisk>).release?.();
    return close();
  });
  const { url } = served;
  return {
    ...{ url, folder, log: lines, close },
    post: (body, headers = {}, path = '/callbacks') =>
      fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: new Uint8Array(Buffer.from(body)),
      }),
    records: (kind) => loggedLines(folder, `${kind}-`).map((line) => JSON.parse(line)),
    metric: async (name) => {
      const text = await served.metrics.registry.metrics();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? 0 : Number(line.slice(name.length + 1));
    },
  };
}

export interface HeldDisk extends Disk {
  /** How many syncs of files have begun. */
  syncs(): number;
  /** Resolves once that many syncs have begun. */
  until(syncs: number): Promise<void>;
  /** Lets all syncs end, from now on. */
  release(): void;
}

/** A disk whose syncs of files do not end before they are released. */
export function heldDisk(): HeldDisk {
  const released = Promise.withResolvers<void>();
  let syncs = 0;
  return {
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      return {
        ...file,
        sync: async () => {
          syncs += 1;
          await released.promise;
          await file.sync();
        },
      };
    },
    syncs: () => syncs,
    until: async (count) => {
      while (syncs < count) await turns();
    },
    release: () => released.resolve(),
  };
}

/** Lets everything run that is ready to. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves once a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turns();
}
