import { administer, databaseUrl } from './administer.ts';

interface Node {
  readonly host: string;
  readonly port: number;
}

/** The servers of a Citus cluster, according to the database in the URL: the coordinator, then the workers. */
export async function clusterServers(citusUrl: string): Promise<string[]> {
  const workers = await administer<Node>(
    citusUrl,
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive order by groupid`,
  );
  if (workers.length === 0) {
    throw new Error('The database of TEST_CITUS_URL knows no workers: see citus_add_node in sql/README.md');
  }
  return [citusUrl, ...workers.map((node) => serverUrl(citusUrl, node))];
}

/**
 * Creates a database across the cluster: one of the same name on each server, with the extension, registered at the
 * coordinator.
 * @param source the template clause of `create database`, without the extension
 */
export async function makeClusterDatabase(
  servers: readonly string[],
  name: string,
  source: string,
): Promise<void> {
  for (const server of servers) {
    await administer(server, `create database ${name} ${source}`);
    await administer(databaseUrl(server, name), 'create extension citus');
  }
  const [coordinator, ...workers] = servers.map((server) => databaseUrl(server, name));
  await administer(coordinator!, `select citus_set_coordinator_host(${address(coordinator!)})`);
  for (const worker of workers) await administer(coordinator!, `select citus_add_node(${address(worker)})`);
  // Two shards for each worker: enough to spread orders, and few enough for many small tests.
  await administer(
    coordinator!,
    `alter database ${name} set citus.shard_count = ${2 * Math.max(workers.length, 1)}`,
  );
}

/** Ends Citus's maintenance on a database and prevents new connections. Otherwise a template cannot be copied. */
export async function sealTemplate(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers) {
    await administer(server, `alter database ${name} with allow_connections false`);
    await administer(
      server,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

function serverUrl(citusUrl: string, { host, port }: Node): string {
  const url = new URL(citusUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

function address(url: string): string {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port || '5432'}`;
}
