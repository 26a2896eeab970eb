import type { Argv } from 'yargs';

export interface GlobalOptions {
  readonly config?: string | undefined;
  readonly data?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly json?: boolean | undefined;
}

export function withGlobalOptions<T>(yargs: Argv<T>) {
  return yargs
    .option('config', {
      type: 'string',
      requiresArg: true,
      describe: 'Settings file (default payin-recon.yaml)',
    })
    .option('data', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of the embedded database (default .payin-recon)',
    })
    .option('database-url', {
      type: 'string',
      requiresArg: true,
      describe: 'PostgreSQL to use instead (better: DATABASE_URL)',
    })
    .option('json', { type: 'boolean', describe: 'Print the result as JSON' })
    .option('verbose', { type: 'boolean', describe: 'Print the stack of an unexpected error' });
}
