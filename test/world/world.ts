/** A world that is played: its folder, its store, what must be known, and the commands that are given. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeptRecords } from './model/kept-records.ts';
import type { Reading } from './model/records.ts';
import { Pool } from './pool.ts';
import { type Outcome, Program } from './program.ts';

export interface Place {
  readonly cwd: string;
  /** Of the store. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isShared: boolean;
}

/** Folder of the store, if it is one of the embedded engine. */
export function storeFolder({ cwd, environment }: Place): string {
  return environment['PAYIN_RECON_DATA'] ?? join(cwd, '.payin-recon');
}

/** Something that must not be. */
export class Violation extends Error {}

/** Delivered files have the paths of published ones. */
const TEMPLATE = '{date}/{region}/v{version}/{report}.{format}';
const LOCKED = 5;
const MOST_TRIES = 100;

export interface Given {
  readonly at: string;
  readonly fault?: string | undefined;
  readonly process?: 0 | 1;
  /** Errors that are no violation. */
  readonly refusals?: RegExp;
}

export class World {
  readonly place: Place;
  readonly pool: Pool;
  readonly kept = new KeptRecords();
  /** Lines of each file that was read. */
  readonly files = new Map<string, readonly string[]>();
  /** Names of sources that count. */
  readonly sources = new Set<string>();
  /** SHA-256 of published files by path. */
  readonly published = new Map<string, string>();
  /** Whether a statement was read. */
  hasStatements = false;
  reading: Reading = { logsZone: 'UTC' };
  firstDate: string | undefined;
  /** The latest as-of of a run. */
  newestAsOf = 0;
  /** The latest time that any command saw. */
  latest = 0;
  /** Through which date regions are closed. */
  readonly closed = new Map<string, string>();
  /** Regions of which a closing was taken back. */
  readonly reopened = new Set<string>();
  purgedBefore = '';
  /** Findings about which people decided, as `merchant order code`. */
  readonly decided = new Set<string>();
  /** Number of the file that was written last. */
  fileNumber = 0;
  /** Number of the file that grows. */
  growing = 0;
  /** Its lines. */
  grown: readonly string[] = [];
  /** Faults that were met, and commands that were given. */
  readonly tally = { commands: 0, faults: 0 };
  readonly #programs: readonly Program[];

  constructor(place: Place, seed: number) {
    this.place = place;
    this.pool = new Pool(seed);
    mkdirSync(join(place.cwd, 'logs'), { recursive: true });
    mkdirSync(join(place.cwd, 'share'), { recursive: true });
    this.#programs = [0, 1].map(() => new Program(place.cwd, place.environment));
    this.writeSettings();
  }

  writeSettings(): void {
    const settings = {
      logs: { zone: this.reading.logsZone },
      decisions: { writeOffLimits: { BRL: 5000 } },
      deliveries: [{ name: 'share', kind: 'folder', folder: 'share', template: TEMPLATE }],
    };
    writeFileSync(join(this.place.cwd, 'payin-recon.yaml'), JSON.stringify(settings), { mode: 0o600 });
  }

  /** Gives a command, and again after its fault. */
  async command(words: readonly string[], given: Given): Promise<Outcome> {
    const { at, fault, process = 0, refusals } = given;
    this.latest = Math.max(this.latest, Date.parse(at));
    const program = this.#programs[process]!;
    if (fault !== undefined) {
      const outcome = await this.#unlocked(program, words, at, fault);
      const isMet = outcome.stderr.includes(`fault: ${fault}`);
      if (!isMet) return this.#checked(words, outcome, refusals);
      this.tally.faults += 1;
      const isClear =
        /^error (?!INTERNAL)[A-Z_]+: /m.test(outcome.stderr) && [3, 4].includes(outcome.code ?? -1);
      if (fault.endsWith(':error') && !isClear) throw violation(words, 'ends unclearly', outcome);
      if (fault.endsWith(':kill') && outcome.code !== undefined)
        throw violation(words, 'was not killed', outcome);
    }
    return this.#checked(words, await this.#unlocked(program, words, at), refusals);
  }

  /** A process that was killed keeps its lock until the server has noticed. */
  async #unlocked(program: Program, words: readonly string[], now: string, fault?: string): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      this.tally.commands += 1;
      const outcome = await program.run({ words, now, fault });
      if (outcome.code !== LOCKED || tries === MOST_TRIES) return outcome;
      await sleep(50);
    }
  }

  #checked(words: readonly string[], outcome: Outcome, refusals = /^$/): Outcome {
    if (outcome.code === 0 || (outcome.code !== undefined && refusals.test(outcome.stderr))) return outcome;
    throw violation(words, `ended with ${outcome.code}`, outcome);
  }

  /** A name that nothing else has. */
  nextFile(): string {
    this.fileNumber += 1;
    return `file-${this.fileNumber}`;
  }

  close(): void {
    for (const program of this.#programs) program.close();
  }
}

function violation(words: readonly string[], what: string, { stdout, stderr }: Outcome): Violation {
  return new Violation(`${words.join(' ')}: ${what}\n${stderr}\n${stdout.slice(0, 2000)}`);
}
