// Brings node_modules to what package-lock.json says, if it is not so already. npm runs it before tests, demo and
// benchmark, with whatever Node the machine has: 16 is enough.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

let status = 0;
if (!isInstalled()) status = install();
if (status === 0) linkCommand();
process.exitCode = status;

/** Whether npm's own record of what it installed agrees with package-lock.json. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf(join('node_modules', '.package-lock.json'));
  if (wanted === undefined || installed === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // What is optional may be for another machine.
    if (found === undefined && entry.optional) continue;
    if (found === undefined || found.version !== entry.version || found.integrity !== entry.integrity)
      return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.error('Installing what package-lock.json lists (npm ci) ...');
  const npm = process.env.npm_execpath || '';
  const isNpm = basename(npm) === 'npm-cli.js';
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(isNpm ? process.execPath : 'npm', isNpm ? [npm, ...options] : options, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: !isNpm && process.platform === 'win32',
  });
  if (done.error) console.error(`npm ci could not be started: ${done.error.message}`);
  return done.status === null ? 1 : done.status;
}

/** Lets `npx payin-recon` find the command of this very folder, without asking the registry. */
function linkCommand() {
  const link = join(root, 'node_modules', '.bin', 'payin-recon');
  if (existsSync(link)) return;
  try {
    chmodSync(join(root, 'bin.mjs'), 0o755);
    symlinkSync(join('..', '..', 'bin.mjs'), link);
  } catch {
    // Where links are not allowed, npx finds the command by package.json.
  }
}
