/**
 * Loaded into the program before it starts: presses Ctrl-C when the third folder is about to be written, so that two of
 * them are left half done however fast the machine is.
 */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const THIRD = 3;
const mkdtemp = promises.mkdtemp;
let stages = 0;

promises.mkdtemp = (async (prefix: string) => {
  if (basename(prefix).startsWith('.writing-')) stages += 1;
  if (stages !== THIRD) return mkdtemp(prefix);
  process.kill(process.pid, 'SIGINT');
  // The signal ends the process; nothing goes on until it has. A promise alone does not keep the process until then.
  setInterval(() => undefined, 60_000);
  return new Promise<string>(() => undefined);
}) as typeof promises.mkdtemp;
syncBuiltinESMExports();
