/**
 * Loaded before a program (`--import`): counts what its main thread does to files and folders, and kills at one of these
 * moments with SIGKILL. KILL_AT says when: `program:17` before its 17th change, `layout:300` of the process that lays a
 * new database out; `program:17:torn` after half of that change, where it is a write of several pages of the file system.
 * KILL_WHOM of a layout: `child`, `parent` (the child goes on alone) or `both`. KILL_COUNTS names a file that gets a
 * line of who changed how much, of those that end by themselves.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const PAGE_BYTES = 4096;
const CHANGES = [
  'writeSync',
  'writeFileSync',
  'mkdirSync',
  'mkdtempSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'truncateSync',
  'ftruncateSync',
  'symlinkSync',
] as const;
const PROMISED = ['open', 'mkdir', 'mkdtemp', 'rename', 'link', 'symlink', 'rm'] as const;

const role = process.argv[1]?.includes('create-embedded') ? 'layout' : 'program';
const [whose, at, torn] = (process.env['KILL_AT'] ?? '').split(':');
const fatal = whose === role ? Number(at) : 0;
const whom = process.env['KILL_WHOM'] ?? 'both';
const writeReally = fs.writeSync;
const appendReally = fs.appendFileSync;
let changes = 0;

// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters are put in each other's places.
type Any = any;

/** Counts a change that is about to be made; at the fatal one the process ends, or its parent does. */
function count(half?: () => void): void {
  changes += 1;
  if (changes !== fatal) return;
  if (role === 'layout' && whom !== 'child') process.kill(process.ppid, 'SIGKILL');
  if (role === 'layout' && whom === 'parent') return;
  if (torn !== undefined) half?.();
  process.kill(process.pid, 'SIGKILL');
}

/** Writes the first half of what is to be written, in whole pages, as a kill within a write leaves it. */
function halfOf([file, content, offset = 0, length, position]: Any[]): () => void {
  return () => {
    if (!(content instanceof Uint8Array || content instanceof Int8Array)) return;
    const half = Math.floor((length ?? content.byteLength - offset) / 2 / PAGE_BYTES) * PAGE_BYTES;
    if (half > 0) writeReally(file, content, offset, half, position);
  };
}

if (isMainThread) {
  for (const name of CHANGES) {
    const original: Any = fs[name];
    (fs as Any)[name] = (...parameters: Any[]) => {
      const isOutput = name === 'writeSync' && parameters[0] <= 2;
      if (!isOutput) count(name === 'writeSync' ? halfOf(parameters) : undefined);
      return original(...parameters);
    };
  }
  for (const name of PROMISED) {
    const original: Any = fs.promises[name];
    (fs.promises as Any)[name] = (...parameters: Any[]) => {
      count();
      return original(...parameters);
    };
  }
  const openReally = fs.openSync;
  fs.openSync = (path, flags, mode) => {
    const creates =
      typeof flags === 'number' && (flags & (fs.constants.O_CREAT | fs.constants.O_TRUNC)) !== 0;
    if (creates) count();
    return openReally(path, flags, mode);
  };
  syncBuiltinESMExports();
  process.on('exit', () => {
    const counts = process.env['KILL_COUNTS'];
    if (counts !== undefined) appendReally(counts, `${role} ${changes}\n`);
  });
}
