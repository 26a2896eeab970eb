import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { packageRoot } from '../../src/database/package-root.ts';
import { registerTsx } from '../../src/web/register-tsx.ts';

/** What istanbul's code counts in, of one file. */
interface FileCounters {
  s: ArrayLike<number>;
  f: ArrayLike<number>;
  b: Record<string, ArrayLike<number>>;
}

/** How often each statement, function and branch was executed. */
export interface Coverage {
  /** Whether counts since the last call show a place, or a number of rounds, that none showed before. */
  takeNew(): boolean;
  /** Number of places that were ever executed. */
  reached(): number;
}

const instrumenter = createInstrumenter({ esModules: true, compact: false });

/** Lets Node count in every file of a folder that is imported from now on. */
export function countBelow(folder: string): void {
  registerTsx();
  const prefix = pathToFileURL(`${packageRoot}/${folder}/`).href;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const isCode = loaded.format === 'module-typescript' || /\.tsx?$/.test(url);
      if (!url.startsWith(prefix) || !isCode) return loaded;
      const text =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString();
      const plain = loaded.format === 'module-typescript' ? stripTypeScriptTypes(text) : text;
      const source = instrumenter.instrumentSync(plain, fileURLToPath(url));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** The counters of all files imported so far, in one row of bytes, which is read faster than objects. */
export function gatherCounters(): Coverage {
  const files = Object.values(
    (globalThis as { __coverage__?: Record<string, FileCounters> }).__coverage__ ?? {},
  );
  const lengths = files.map(({ s, f, b }) =>
    [s, f, ...Object.values(b)].map((part) => Object.keys(part).length),
  );
  const counts = new Uint8Array(lengths.flat().reduce((sum, length) => sum + length, 0));
  let at = 0;
  const next = (length: number) => {
    at += length;
    return counts.subarray(at - length, at);
  };
  for (const [index, file] of files.entries()) {
    const [ofStatements, ofFunctions, ...ofBranches] = lengths[index]!.map(next);
    Object.assign(file, { s: ofStatements!, f: ofFunctions! });
    for (const [place, name] of Object.keys(file.b).entries()) file.b[name] = ofBranches[place]!;
  }
  const seen = new Uint8Array(counts.length);
  return {
    takeNew: () => {
      let isNew = false;
      for (let place = 0; place < counts.length; place += 1) {
        const count = counts[place]!;
        if (count === 0) continue;
        const kind = KINDS[count]!;
        if ((seen[place]! & kind) === 0) {
          seen[place]! |= kind;
          isNew = true;
        }
      }
      counts.fill(0);
      return isNew;
    },
    reached: () => seen.reduce((sum, kinds) => sum + (kinds === 0 ? 0 : 1), 0),
  };
}

/** A bit for each kind of number of rounds: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
const KINDS = Uint8Array.from({ length: 256 }, (_, count) => {
  const bounds = [1, 2, 3, 4, 8, 16, 32, 128];
  return count === 0 ? 0 : 1 << bounds.findLastIndex((bound) => count >= bound);
});
