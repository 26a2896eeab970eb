import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CaptureLog, type LogFolderRequest, openCaptureLog } from '../../src/capture/capture-log.ts';
import { createLog } from '../../src/log.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { linesOf } from '../append-log/logged-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NOON } from './served-capture.ts';

/** Seconds between two looks, as far as a test winds the clock. */
export const STEP = 30;

/** Seconds since 2026-11-20T00:00:00Z. */
export const clock = (hour: number, minute = 0, second = 0): number => hour * 3600 + minute * 60 + second;
export const instantAt = (time: number): Instant => ({ seconds: NOON.seconds - clock(12) + time, micros: 0 });

export interface WoundLog {
  readonly log: CaptureLog;
  /** Winds the clock on and looks every so often. */
  wind(to: number): Promise<void>;
  /** The clock moves, and nobody looks before it has. */
  jump(to: number): Promise<void>;
  end(): Promise<void>;
}

export interface WoundCapture {
  readonly folder: string;
  /** Lines of the program's log. */
  readonly said: readonly string[];
  begin(at: number, options?: Partial<Pick<LogFolderRequest, 'disk' | 'isForwarding'>>): Promise<WoundLog>;
  /** Names of the logs without the date 2026-11-20. */
  names(): string[];
  /** The same with how many lines each has, while nothing is packed. */
  files(): (readonly [string, number])[];
}

/** The log of capture in a folder, by a clock that the test winds, over starts and ends. */
export function woundCapture(folder = temporaryFolder()): WoundCapture {
  const said: string[] = [];
  let time = 0;
  return {
    folder,
    said,
    begin: async (at, options = {}) => {
      time = at;
      const log = createLog({ write: (line: string) => void said.push(line) });
      const opened = await openCaptureLog({ folder, now: () => instantAt(time), log, ...options });
      // As the endpoint does: what fails is logged, and tried again.
      const look = () => opened.hours!.look().catch((error: unknown) => log.error({ fault: error }, 'look'));
      await look();
      return {
        log: opened,
        wind: async (to) => {
          while (time < to) {
            time = Math.min(to, time + STEP);
            await look();
          }
        },
        jump: async (to) => {
          time = to;
          await look();
        },
        end: () => opened.close(),
      };
    },
    names: () => logsOf(folder).map(withoutDate),
    files: () =>
      logsOf(folder).map((name) => [withoutDate(name), linesOf(join(folder, name)).length] as const),
  };
}

const logsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.ndjson(\.gz)?$/.test(name))
    .sort();
const withoutDate = (name: string) => name.replace('2026-11-20-', '');
