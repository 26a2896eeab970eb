import type { Read, Selection } from '../actions.ts';
import type { Counts } from '../model/kept-records.ts';
import { Violation, type World } from '../world.ts';
import { type Written, writeLog } from '../write-file.ts';

interface SourceJson extends Counts {
  readonly name: string;
  readonly unchanged: boolean;
}

/** Writes a file and reads it: first as it breaks off, if it does. */
export async function read(world: World, action: Read, process: 0 | 1 = 0): Promise<void> {
  const { cwd } = world.place;
  const { form, harm, at, fault } = action;
  const lines = world.pool.take(action, Date.parse(at));
  if (lines.length === 0) return;
  const stem = form === 'growing' ? `growing-${world.growing}` : world.nextFile();
  const earlier = form === 'growing' ? world.grown : [];
  const all = [...earlier, ...lines];
  if (harm === 'cut') {
    const broken = writeLog(cwd, stem, form, all, { isCut: true });
    const refusals = form === 'gzip' ? /^error SOURCE_BROKEN: /m : undefined;
    const words = ['ingest', broken.name, '--json'];
    const outcome = await world.command(words, { at, process, ...(refusals && { refusals }) });
    if (form === 'gzip') {
      if (outcome.code === 0) throw new Violation(`${broken.name}: a file that breaks off was read`);
    } else checkCounts(world, broken, outcome.stdout, false);
  }
  const written = writeLog(cwd, stem, form, all, { style: action.draw });
  if (form === 'growing') world.grown = all;
  world.pool.giveBack(written.rest);
  if (written.lines.length === 0) return;
  const outcome = await world.command(['ingest', written.name, '--json'], { at, fault, process });
  checkCounts(world, written, outcome.stdout, fault !== undefined);
}

/** A file for another command to read. */
export function fileOf(world: World, selection: Selection, at: string): Written | undefined {
  const lines = world.pool.take(selection, Date.parse(at));
  if (lines.length === 0) return undefined;
  return writeLog(world.place.cwd, world.nextFile(), 'ndjson', lines);
}

/** Compares what a command says of a file with what must be new in it. */
export function checkCounts(
  world: World,
  { name, lines }: Written,
  stdout: string,
  isRepeated: boolean,
): void {
  const { sources } = JSON.parse(stdout) as { sources: SourceJson[] };
  const source = sources.find((one) => one.name === name);
  if (source === undefined) throw new Violation(`${name} is not among the sources\n${stdout}`);
  const expected = world.kept.read(name, lines, world.reading);
  world.sources.add(name);
  world.files.set(name, lines);
  if (source.unchanged && (isRepeated || expected.accepted === 0)) return;
  const { records, accepted, duplicate, rejected } = source;
  const found = JSON.stringify({ records, accepted, duplicate, rejected });
  if (found !== JSON.stringify(expected))
    throw new Violation(`${name}: read ${found}, must be ${JSON.stringify(expected)}`);
  if (records !== accepted + duplicate + rejected) throw new Violation(`${name}: ${found} does not tie`);
}
