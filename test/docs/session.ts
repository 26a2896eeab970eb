import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/database/package-root.ts';
import { PROGRAM, run } from '../cli/command.ts';

const CLOCK = fileURLToPath(new URL('fixed-clock.ts', import.meta.url));

/** The instants at which the demo's day is known whole, and judged. */
const DEMO_AT = '2026-11-20T12:00:00Z';

/**
 * Folders that sessions begin in, each with the commands that make it from another one:
 * `empty`: nothing. `demo`: payin-recon-demo/, as `payin-recon demo` leaves it. `logs`: the demo's logs in logs/.
 * `reconciled`: the same, with their date reconciled in the default folders. `brazil`, `egypt`: the tables of
 * examples/tables. `month`: examples/statements/month.
 */
const FIXTURES: Readonly<Record<string, { from?: string; commands: readonly string[] }>> = {
  empty: { commands: [] },
  demo: { commands: ['payin-recon demo'] },
  logs: {
    from: 'demo',
    commands: [
      'mv payin-recon-demo/logs logs',
      'rm -r payin-recon-demo',
      'touch -d 2026-11-20T00:00:00Z logs/*',
    ],
  },
  reconciled: {
    from: 'logs',
    commands: ['payin-recon reconcile --date 2026-11-19 --in logs'],
  },
  brazil: { commands: [`cp "${packageRoot}"/examples/tables/brazil/* .`] },
  egypt: { commands: [`cp "${packageRoot}"/examples/tables/egypt/* .`] },
  month: { commands: [`cp -r "${packageRoot}"/examples/statements/month/* .`] },
};

/** Makes the folders that sessions begin in, each once, and clears up. */
export class Folders {
  readonly #root = mkdtempSync(join(tmpdir(), 'payin-recon-docs-'));
  readonly #made = new Map<string, Promise<string>>();
  #count = 0;

  constructor() {
    const bin = join(this.#root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'payin-recon'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(join(bin, 'payin-recon'), 0o755);
  }

  /** A session in a folder of its own. Throws where a page names a fixture that is not there. */
  async begin(fixture: string, at: string): Promise<Session> {
    return new Session(this.#copy(await this.#fixture(fixture)), join(this.#root, 'bin'), at);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #fixture(name: string): Promise<string> {
    const made = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, made);
    return made;
  }

  async #make(name: string): Promise<string> {
    const fixture = FIXTURES[name];
    if (fixture === undefined) throw new Error(`There is no fixture ${name}: see FIXTURES in session.ts`);
    const from = fixture.from === undefined ? undefined : await this.#fixture(fixture.from);
    const session = new Session(this.#copy(from), join(this.#root, 'bin'), DEMO_AT);
    for (const command of fixture.commands) {
      await session.type(command);
      if (session.code !== 0) throw new Error(`${command} ended with ${session.code}`);
    }
    return session.folder;
  }

  #copy(from: string | undefined): string {
    this.#count += 1;
    const folder = join(this.#root, String(this.#count));
    mkdirSync(folder);
    if (from !== undefined)
      cpSync(from, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    return folder;
  }
}

/** What somebody types in one folder, one command after the other, at one instant. */
export class Session {
  readonly folder: string;
  /** Exit code of the last command. */
  code = 0;
  /** What the clock says. */
  at: string;
  readonly #bin: string;

  constructor(folder: string, bin: string, at: string) {
    this.folder = folder;
    this.#bin = bin;
    this.at = at;
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a line of shell, and gives what it prints, with line ends of LF: standard error too if it fails. */
  async type(line: string): Promise<string> {
    const environment = {
      PATH: [this.#bin, process.env['PATH']].join(delimiter),
      FIXED_CLOCK: this.at,
      NODE_OPTIONS: `--import=${CLOCK}`,
      TZ: 'UTC',
      LC_ALL: 'C',
    };
    const program = ['sh', '-c'] as const;
    const { code, stdout, stderr } = await run([`(exit ${this.code}); ${line}`], {
      cwd: this.folder,
      program: [...program],
      environment,
    });
    this.code = code ?? -1;
    const shown = this.code === 0 ? stdout : stdout + stderr;
    return shown.replaceAll('\r\n', '\n');
  }
}
