import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * Lays out a new embedded database in the folder that the command line names, and ends. Runs as a process of its
 * own: laying out takes three times the memory of working, and goes with the process (see sql/README.md).
 */
const [folder, parent, ...configuration] = process.argv.slice(2);

// Laying out does not come back to the loop of this thread for seconds; another one sees when nobody waits for it.
const watch = `
  setInterval(() => {
    if (process.ppid !== ${Number(parent)}) process.kill(process.pid, 'SIGKILL');
  }, 50);
`;
new Worker(watch, { eval: true }).unref();

const database = await PGlite.create(folder!, {
  postgresqlconf: configuration,
  initDbStartParams: ['--set', 'shared_buffers=1MB'],
});
await database.close();
