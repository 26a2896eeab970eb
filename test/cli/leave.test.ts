/** The end of a process while threads of V8 wait for it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

const LEAVE = new URL('../../src/cli/leave.ts', import.meta.url);

/** Fills the heap up to some place, has functions compiled, and leaves. */
function program(arrays: number): string {
  return `
    import { leave } from ${JSON.stringify(LEAVE.href)};
    const rows = Array.from({ length: 100 }, (_, x) => ({ x, y: x, z: x }));
    const functions = Array.from({ length: 40 }, (_, k) => new Function('rows', \`
      let sum = 0;
      for (const row of rows) sum = (sum * \${k} + row.\${'xyz'[k % 3]}) | 0;
      return { sum, all: rows.map(({ y }) => y + \${k}) };
    \`));
    const kept = [];
    const fill = (count) => { for (let i = 0; i < count; i++) kept.push(new Array(30_000).fill(i)); };
    fill(${arrays});
    for (let i = 0; i < 300; i++) for (const f of functions) f(rows);
    fill(${arrays / 10});
    leave(3);
  `;
}

// One of five processes did not end where `leave` only called process.exit. The flag has a thread of V8 allocate all the time,
// as one that compiles does now and then.
it('comes, however full the heap is', async () => {
  const codes: unknown[] = [];
  for (let arrays = 13; arrays < 49; arrays += 3) {
    const words = ['--stress-concurrent-allocation', '--input-type=module', '-e', program(arrays)];
    const child = spawn(process.execPath, words, { stdio: 'inherit' });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    codes.push((await once(child, 'exit'))[0]);
  }
  expect(codes).toEqual(Array.from({ length: 12 }, () => 3));
});
