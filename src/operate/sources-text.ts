import type { SourceResult } from '../ingest/ingest.ts';
import type { SourceRead } from '../ingest/read-sources.ts';
import type { TestedSource } from '../ingest/test-source.ts';
import { sampleText } from './sample-text.ts';
import { ingestText } from './summary-text.ts';
import { counted, grouped, plain } from './text.ts';

const MOST_NAMED = 5;

/** What was read of the sources of the settings, and what is left for the next time, for a person. */
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
  const unmatched = sources.flatMap((source) => source.unmatched);
  if (unmatched.length > 0) lines.push(`No file yet at ${someOf(unmatched)}`);
  return lines.join('\n');
}

function queryText(
  name: string,
  { accepted, duplicate, rejected, records }: SourceResult,
  mark?: string,
): string {
  const read =
    `Read ${counted(records, 'row')} of ${name}: ${grouped(accepted)} accepted, ` +
    `${grouped(duplicate)} duplicate, ${grouped(rejected)} rejected`;
  const lines = [`${read}${mark === undefined ? '' : `, up to ${plain(mark)}`}.`];
  if (rejected > 0) lines.push(`  ${counted(rejected, 'row')} rejected, see rejected-records.csv`);
  return lines.join('\n');
}

function someOf(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMED).map(plain);
  const more = names.length - told.length;
  return `${told.join(', ')}${more === 0 ? '' : ` and ${grouped(more)} more`}`;
}

/** What the first rows or lines of a source would become, for a person. */
export function testedText({ name, files, left, result }: TestedSource): string {
  const lines: string[] = [];
  if (files !== null) {
    const writing = left === 0 ? '' : `, and ${counted(left!, 'file')} still being written`;
    lines.push(`${name}: ${counted(files, 'file')} to read${writing}.`);
  }
  if (result === undefined) return lines.join('\n');
  const what = files === null ? 'row' : 'line';
  const looked = counted(result.records, what);
  lines.push(
    `Looked at ${looked}: ${grouped(result.records - result.rejected)} understood, ${grouped(result.rejected)} rejected. Nothing was kept.`,
    '',
    sampleText(result.name, result.sample!),
  );
  return lines.join('\n');
}
