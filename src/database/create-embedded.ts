import { PGlite } from '@electric-sql/pglite';

/**
 * Lays out a new embedded database in the folder that the command line names, and ends. Runs as a process of its
 * own: laying out takes three times the memory of working, and goes with the process (see sql/README.md).
 */
const [folder, ...configuration] = process.argv.slice(2);
const database = await PGlite.create(folder!, {
  postgresqlconf: configuration,
  initDbStartParams: ['--set', 'shared_buffers=1MB'],
});
await database.close();
