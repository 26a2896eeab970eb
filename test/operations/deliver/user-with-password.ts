import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The environment in which sshd knows this user by a password. Without PAM, for which it would have to be root, it compares
 * with the list of users of the system; libnss_wrapper (Debian: libnss-wrapper) shows it another list.
 */
export function userWithPassword(folder: string, password: string): NodeJS.ProcessEnv {
  const { username, uid, gid } = userInfo();
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: password, encoding: 'utf8' });
  const users = [
    `${username}:${hash.trim()}:${uid}:${gid}::${folder}:/bin/sh`,
    // As root, sshd separates its privileges by this user.
    'sshd:x:65533:65533::/run/sshd:/usr/sbin/nologin',
  ];
  const groups = [`own:x:${gid}:`, 'sshd:x:65533:'];
  const written = (name: string, rows: readonly string[]) => {
    writeFileSync(join(folder, name), rows.map((row) => `${row}\n`).join(''));
    return join(folder, name);
  };
  return {
    ...process.env,
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: written('passwd', users),
    NSS_WRAPPER_GROUP: written('group', groups),
  };
}
