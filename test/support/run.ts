/**
 * The program behind `npm test`. It runs all tests except the long ones, on the embedded engine and on a temporary
 * PostgreSQL server that it starts and stops; those that are not about engines, on one of the two.
 * `--project=long` selects the long ones, as `npm run test:long` does. Other arguments are passed to vitest.
 * TEST_DATABASE_URL names another server, with a user who may create databases. TEST_CITUS_URL names the coordinator of a
 * Citus cluster for all PostgreSQL tests. UPDATE_GOLDEN=1 rewrites expected files.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM } from '../web/chromium.ts';
import { findOffice } from './libreoffice.ts';
import { memoryFolder } from './memory-folder.ts';
import { isThere, OUTSIDE_TOOLS } from './outside-tools.ts';
import { findServerPrograms, type Server, startServer } from './postgres-server.ts';
import { isInstalled, SHELLS } from './shells.ts';
import { TALLY_FILE, type Tally } from './tally.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const strict = !['', '0', 'false', undefined].includes(process.env['CI']);

const NO_SERVER = `
The tests that need a PostgreSQL server were skipped: no server programs of version 15 or newer are on this
machine. Everything ran on the embedded engine. To run it all, install them (Debian, Ubuntu: apt-get install
postgresql; macOS: brew install postgresql) and run npm test again; or set TEST_DATABASE_URL to a server on which
databases may be created.
`;

const NO_SHELL = `
The tests of completion in %s were skipped: the shell is not on this machine (Debian, Ubuntu: apt-get install zsh
fish).
`;

const NO_TOOL = `
The tests in which %s reads what is made for it were skipped: it is not on this machine (Debian, Ubuntu: apt-get install
--no-install-recommends prometheus systemd).
`;

const NO_OFFICE = `
The tests that open reports in LibreOffice were skipped: the program soffice is not on this machine. To run them,
install it (Debian, Ubuntu: apt-get install --no-install-recommends libreoffice-calc-nogui; macOS: brew install
--cask libreoffice) and run npm test again.
`;

const NO_BROWSER = `
The tests that use the page in a browser were skipped: Chromium is not on this machine. To run them, install it (Debian,
Ubuntu: apt-get install chromium) or set TEST_CHROMIUM to the path of a Chromium or Chrome, and run npm test again.
`;

/** Projects that `npm test` runs. */
const USUAL = ['unit', 'engines', 'cli'];
const PROJECT = '--project=';

let interrupted: NodeJS.Signals | undefined;
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted ??= signal;
    running?.kill(signal);
  });
}

process.exitCode = await main(process.argv.slice(2));

async function main(given: string[]): Promise<number> {
  const projects = projectsOf(given);
  const parameters = [
    ...given.filter((text) => !isProject(text)),
    ...projects.map((name) => `--project=${name}`),
  ];
  const needsServer = projects.some((name) => name !== 'unit');
  const memory = memoryFolder();
  const folder = mkdtempSync(join(memory ?? tmpdir(), 'payin-recon-test-'));
  // Tests that root runs as another user find there what that user may do, and not that it may not get there.
  chmodSync(folder, 0o711);
  let server: Server | undefined;
  try {
    const named = process.env['TEST_CITUS_URL'] || process.env['TEST_DATABASE_URL'] || undefined;
    const programs = needsServer && named === undefined ? findServerPrograms() : undefined;
    if (programs !== undefined) server = await startServer(programs, {}, memory);
    const url = named ?? server?.url;
    const tallyFile = join(folder, 'tally.json');
    const exitCode = interrupted === undefined ? await runVitest(parameters, folder, tallyFile, url) : 1;
    const tally = readTally(tallyFile, exitCode);
    if (needsServer) tellSkipped(tally, url !== undefined);
    return tell(tally, exitCode, url !== undefined || !needsServer);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The projects of `--project=name`; without it those of `npm test`, and `long` if such a file is named. */
function projectsOf(given: readonly string[]): string[] {
  const asked = given.filter(isProject).map((text) => text.slice(PROJECT.length));
  if (asked.length > 0) return asked;
  return given.some((text) => text.includes('.long.')) ? [...USUAL, 'long'] : USUAL;
}

function isProject(text: string): boolean {
  return text.startsWith(PROJECT);
}

/** Prints which tests could not run on this machine. */
function tellSkipped(tally: Tally, withServer: boolean): void {
  const missing = SHELLS.map(({ name }) => name).filter((name) => !isInstalled(name));
  if (missing.length > 0) console.log(NO_SHELL.replace('%s', missing.join(' and ')));
  const tools = OUTSIDE_TOOLS.filter((tool) => !isThere(tool));
  if (tools.length > 0) console.log(NO_TOOL.replace('%s', tools.join(' or ')));
  if (!withServer) console.log(NO_SERVER);
  else if (tally.skipped > 0) console.log(`\nSkipped tests: ${tally.skipped}; they are named above.\n`);
  if (findOffice() === undefined) console.log(NO_OFFICE);
  if (CHROMIUM === undefined) console.log(NO_BROWSER);
}

/** Prints what was counted, as the last line, and gives the exit code. */
function tell(tally: Tally, exitCode: number, withServer: boolean): number {
  if (strict && (tally.skipped > 0 || !withServer)) console.log('Where CI is set, that is a failure.\n');
  // Once more, where a long output is cut and its end is looked at.
  if (tally.failures.length > 0) console.log(['\nWhat failed:', ...tally.failures].join('\n\n'), '\n');
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  if (interrupted !== undefined) return 128 + constants.signals[interrupted];
  if (strict && (tally.skipped > 0 || !withServer)) return 1;
  return tally.failed > 0 ? 1 : exitCode;
}

function runVitest(
  parameters: string[],
  folder: string,
  tallyFile: string,
  url: string | undefined,
): Promise<number> {
  const reporters = parameters.some((text) => text.startsWith('--reporter')) ? [] : ['--reporter=default'];
  reporters.push(`--reporter=${join(root, 'test/support/tally.ts')}`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...parameters], {
    cwd: root,
    env: environment(folder, tallyFile, url),
    stdio: 'inherit',
  });
  running = child;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running = undefined;
      resolve(code ?? 1);
    });
  });
}

/**
 * The environment without variables that would change results. Zone and language are unusual on purpose, so that code
 * that depends on them fails here and not for a user.
 */
function environment(folder: string, tallyFile: string, url: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PAYIN_RECON_|PG|DATABASE_URL$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    TZ: 'Pacific/Chatham',
    LC_ALL: 'tr_TR.UTF-8',
    LANG: 'tr_TR.UTF-8',
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    [TALLY_FILE]: tallyFile,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(url === undefined ? {} : { TEST_DATABASE_URL: url }),
  };
}

function readTally(file: string, exitCode: number): Tally {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0, failures: [] };
}
