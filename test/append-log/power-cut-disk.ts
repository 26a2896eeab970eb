import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppendedFile, Disk } from '../../src/append-log/disk.ts';

type Operation = 'open' | 'append' | 'sync' | 'isGone' | 'cut' | 'rename' | 'remove' | 'syncFolder' | 'list';

interface Options {
  /** The power is cut before the operation of this number, counted from 1. */
  readonly cutBefore?: number;
  /** Numbers of operations that fail. A write that fails has written half of its bytes. */
  readonly failing?: ReadonlySet<number>;
  /** A number from 0 to 1, for what a power cut takes with it. */
  readonly random?: () => number;
}

export interface PowerCutDisk extends Disk {
  /** How many operations of each kind there were. */
  readonly counts: Readonly<Partial<Record<Operation, number>>>;
  operations(): number;
  isCut(): boolean;
  cutPower(): void;
  /** Leaves in the folder what was on disk when the power was cut. */
  restart(): void;
}

/** A file: what programs read, and what is on disk. */
interface Inode {
  live: Buffer;
  onDisk: Buffer;
  /** After a sync that failed, the system takes what lies behind this for written, and never writes it. */
  lostFrom: number | undefined;
}

/**
 * A disk over a folder of this machine that a power cut takes things from: bytes that were not synced are gone, or cut at
 * a random place, and entries of a folder that was not synced are there or not.
 */
export function powerCutDisk(folder: string, options: Options = {}): PowerCutDisk {
  const { cutBefore = Number.POSITIVE_INFINITY, failing = new Set(), random = () => 0 } = options;
  const counts: Partial<Record<Operation, number>> = {};
  const live = new Map<string, Inode>();
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    live.set(join(folder, name), { live: bytes, onDisk: bytes, lostFrom: undefined });
  }
  let onDisk = new Map(live);
  let count = 0;
  let left: ReadonlyMap<string, Buffer> | undefined;

  const cutPower = () => {
    left ??= whatIsLeft(live, onDisk, random);
  };
  /** @returns whether the operation fails */
  const step = (operation: Operation): boolean => {
    count += 1;
    if (count >= cutBefore) cutPower();
    if (left !== undefined) throw new Error('the power is cut');
    counts[operation] = (counts[operation] ?? 0) + 1;
    return failing.has(count);
  };
  const plain = (operation: Operation) => {
    if (step(operation)) throw full(operation);
  };

  return {
    counts,
    operations: () => count,
    isCut: () => left !== undefined,
    cutPower,
    open: async (path) => {
      plain('open');
      const inode = live.get(path) ?? { live: Buffer.alloc(0), onDisk: Buffer.alloc(0), lostFrom: undefined };
      live.set(path, inode);
      return openedFile(path, inode, step);
    },
    rename: async (from, to) => {
      plain('rename');
      renameSync(from, to);
      live.set(to, live.get(from)!);
      live.delete(from);
    },
    remove: async (path) => {
      plain('remove');
      rmSync(path, { force: true });
      live.delete(path);
    },
    syncFolder: async (synced) => {
      plain('syncFolder');
      const others = [...onDisk].filter(([path]) => dirname(path) !== synced);
      onDisk = new Map([...others, ...[...live].filter(([path]) => dirname(path) === synced)]);
    },
    list: async (listed) => {
      plain('list');
      return readdirSync(listed);
    },
    restart: () => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      for (const [path, bytes] of left!) writeFileSync(path, bytes);
    },
  };
}

function openedFile(path: string, inode: Inode, step: (operation: Operation) => boolean): AppendedFile {
  const descriptor = openSync(path, 'a+');
  return {
    length: inode.live.length,
    append: async (bytes) => {
      const fails = step('append');
      const written = fails ? bytes.subarray(0, bytes.length >> 1) : bytes;
      writeSync(descriptor, written);
      inode.live = Buffer.concat([inode.live, written]);
      if (fails) throw full('append');
    },
    sync: async () => {
      if (step('sync')) {
        inode.lostFrom ??= inode.onDisk.length;
        throw full('sync');
      }
      inode.onDisk = inode.live.subarray(0, inode.lostFrom ?? inode.live.length);
    },
    cut: async (length) => {
      if (step('cut')) throw full('cut');
      ftruncateSync(descriptor, length);
      inode.live = inode.live.subarray(0, length);
      if (inode.lostFrom !== undefined && length <= inode.lostFrom) inode.lostFrom = undefined;
    },
    isGone: async () => {
      if (step('isGone')) throw full('isGone');
      return fstatSync(descriptor).nlink === 0;
    },
    close: async () => closeSync(descriptor),
  };
}

function whatIsLeft(
  live: ReadonlyMap<string, Inode>,
  onDisk: ReadonlyMap<string, Inode>,
  random: () => number,
): Map<string, Buffer> {
  const left = new Map<string, Buffer>();
  for (const path of new Set([...live.keys(), ...onDisk.keys()])) {
    const inode = random() < 0.5 ? onDisk.get(path) : live.get(path);
    if (inode !== undefined) left.set(path, bytesLeft(inode, random));
  }
  return left;
}

/** A file that has only grown keeps a part of what was added; of one that was cut, either length may be left. */
function bytesLeft({ live, onDisk }: Inode, random: () => number): Buffer {
  const hasGrown = live.length >= onDisk.length && live.subarray(0, onDisk.length).equals(onDisk);
  if (!hasGrown) return random() < 0.5 ? onDisk : live;
  const more = Math.round(random() * (live.length - onDisk.length));
  return live.subarray(0, onDisk.length + more);
}

function full(operation: Operation): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${operation}`), { code: 'ENOSPC' });
}
