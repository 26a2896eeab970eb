import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * Creates a new embedded database in the folder given on the command line, and ends. Runs as a process of its
 * own: creating takes three times the memory of later work, which is freed with the process.
 */
const [folder, parent, ...configuration] = process.argv.slice(2);

// Creation blocks this thread for seconds; another one notices when the parent process has gone.
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
