import { counted, grouped, plain } from '../terminal-text.ts';
import { unexpectedText } from './absent-text.ts';
import { joinedFiles } from './files/paths-of-command.ts';
import type { SourceResult } from './ingest.ts';
import { ingestText, remarkableText } from './ingest-text.ts';
import { leftOutOf, leftOutText } from './left-out.ts';
import type { SourceRead } from './read-sources.ts';
import { sampleText } from './sample/sample-text.ts';
import type { TestedSource } from './sample/test-source.ts';

const MOST_NAMED = 5;

/** What was read of the sources of the settings, and what is left for the next time, as text for a person. */
export function sourcesText(sources: readonly SourceRead[]): string {
  const ofFiles = sources.filter(({ from }) => from === 'files');
  const files = ofFiles.flatMap(({ results }) => results);
  const isSilent = files.length === 0 && ofFiles.every(({ faults }) => faults.length > 0);
  const lines = isSilent ? [] : [ingestText(files)];
  for (const { name, from, results, mark } of sources) {
    if (from === 'query') lines.push(...results.map((result) => queryText(name, result, mark)));
  }
  const left = sources.flatMap((source) => source.left.map((file) => file.name));
  if (left.length > 0) {
    lines.push(
      `${counted(left.length, 'file')} left for the next time, still being written: ${someOf(left)}`,
    );
  }
  // What one source leaves out, another may name.
  const names = [...files.map(({ name }) => name), ...left];
  const { leftOut } = joinedFiles([{ names, leftOut: sources.flatMap((source) => source.leftOut) }]);
  lines.push(...leftOutText(leftOutOf(leftOut)));
  const unmatched = sources.flatMap((source) => source.unmatched);
  if (unmatched.length > 0) lines.push(`No file yet at ${someOf(unmatched)}`);
  return lines.join('\n');
}

function queryText(name: string, result: SourceResult, mark?: string): string {
  const { accepted, duplicate, rejected, records, unexpectedFields } = result;
  const read =
    `Read ${counted(records, 'row')} of ${name}: ${grouped(accepted)} accepted, ` +
    `${grouped(duplicate)} duplicate, ${grouped(rejected)} rejected`;
  const lines = [`${read}${mark === undefined ? '' : `, up to ${plain(mark)}`}.`];
  if (rejected > 0) lines.push(`  ${counted(rejected, 'row')} rejected, see rejected-records.csv`);
  lines.push(...remarkableText({ ...result, name }), ...unexpectedText([unexpectedFields]));
  return lines.join('\n');
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map(plain);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${grouped(more)} more`}`;
}

/** What the first rows or lines of a source would become, as text for a person. */
export function testedText({
  name,
  files,
  left,
  leftOut,
  looked,
  result,
  more,
  warning,
  faults,
}: TestedSource): string {
  const lines: string[] = [];
  if (files !== null) {
    const writing = left === 0 ? '' : `, and ${counted(left!, 'file')} still being written`;
    lines.push(`${name}: ${counted(files, 'file')} to read${writing}.`);
  }
  if (warning !== undefined) lines.push(`${name}: ${warning}`);
  lines.push(...leftOutText(leftOut));
  if (faults.length > 0) lines.push(`${counted(faults.length, 'file')} cannot be read, see below.`);
  if (result === undefined) return lines.join('\n');
  const what = files === null ? 'row' : 'line';
  lines.push(
    `Looked at ${counted(looked.records, what)}: ${grouped(looked.records - looked.rejected)} understood, ` +
      `${grouped(looked.rejected)} rejected. Nothing was stored.`,
    ...[result, ...more].flatMap(remarkableText),
    ...unexpectedText([result, ...more].map(({ unexpectedFields }) => unexpectedFields)),
  );
  for (const one of [result, ...more]) lines.push('', sampleText(one.name, one.sample!));
  return lines.join('\n');
}
