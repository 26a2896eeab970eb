import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

/** Whether nginx is on this machine. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error === undefined;
}

/** @param locations what the server does; by default it answers SUCCESS to everything: a ruler for capture */
export async function startNginx(
  folder: string,
  locations = 'location / { default_type text/plain; return 200 SUCCESS; }',
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const address = `127.0.0.1:${await freePort()}`;
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
     events { worker_connections 2048; }
     http {
       ${places.join(' ')}
       access_log ${join(folder, 'access.log')};
       keepalive_requests 100000000;
       server { listen ${address}; ${locations} }
     }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://${address}`;
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
