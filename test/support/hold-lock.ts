/**
 * A separate process that takes the lock that its first argument names, prints `held`, and holds it until killed; or prints why it
 * may not. With a number as its second argument it takes the lock so often instead, prints how often another process held
 * it too, and ends.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { lockFolder } from '../../src/database/folder-lock.ts';
import { Fault } from '../../src/errors.ts';

const [path = '', turns] = process.argv.slice(2);
if (turns === undefined) hold();
else takeTurns(Number(turns));

function hold(): void {
  try {
    lockFolder(path);
    console.log('held');
    setInterval(() => undefined, 60_000);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.log(error.detail.found);
  }
}

function takeTurns(count: number): void {
  let shared = 0;
  for (let turn = 0; turn < count; ) {
    const unlock = lockIfFree();
    if (unlock === undefined) continue;
    turn += 1;
    try {
      writeFileSync(`${path}.mark`, '', { flag: 'wx' });
      rmSync(`${path}.mark`);
    } catch {
      shared += 1;
    }
    unlock();
  }
  console.log(String(shared));
}

function lockIfFree(): (() => void) | undefined {
  try {
    return lockFolder(path);
  } catch (error) {
    if (error instanceof Fault && error.code === 'STORE_LOCKED') return undefined;
    throw error;
  }
}
