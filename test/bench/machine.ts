import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { version as duckdb } from '@duckdb/node-api';
import pg from 'pg';

/** One line about the machine, the software versions, the commit and the date of the measurements. */
export async function machineLine(url: string, threads: number): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  const postgresql = String(rows[0].server_version).split(' ')[0];
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const programs = `Node ${process.versions.node}, PostgreSQL ${postgresql} with its default settings, DuckDB ${duckdb().replace(/^v/, '')} with ${threads} threads`;
  return `${machine}; ${programs}; commit ${commit()}, ${new Date().toISOString().slice(0, 10)}`;
}

/** The commit of the code, with + if files differ from it; unknown outside a repository. */
function commit(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
