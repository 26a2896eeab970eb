import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { world } from '../../reconcile/world.ts';
import { onEngines } from '../../support/engines.ts';
import { asCsv, asEscaped, type CsvOptions, type CsvStyle } from '../../support/record-forms.ts';
import { RUNS } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { evidence, read, write } from '../reading.ts';

/** Every line of a simulated day that is a record: all scenarios of both regions. */
const DAY = [...dayLines({ date: '2026-11-19', seed: 11, orders: 400 })].map(({ line }) => line);

const STYLES: ReadonlyArray<readonly [CsvStyle, CsvOptions]> = [
  ['paths', {}],
  ['bare', { delimiter: ';', recordDelimiter: '\r\n', spell: (name) => name.toUpperCase() }],
  ['json', { delimiter: '\t' }],
  ['mixed', { delimiter: '|', spell: (name) => `\ufeff${name}`.slice(name === 'sentAt' ? 0 : 1) }],
];

onEngines('the same records as NDJSON and as CSV', (engine) => {
  it.each(STYLES)('are the same evidence with columns named in the style "%s"', async (style, options) => {
    const store = await engine.emptied();
    const expected = await evidenceOf(store, { 'day.ndjson': DAY });
    await engine.emptied();
    const { csv, rest } = asCsv(DAY, style, options);
    expect(rest.length).toBeLessThan(DAY.length / 4);
    expect(await evidenceOf(store, { 'day.csv': csv, 'rest.ndjson': rest })).toEqual(expected);
  });

  it('given both ways are stored once, whichever is read first', async () => {
    const store = await engine.emptied();
    const { csv, rest } = asCsv(DAY, 'paths');
    const expected = await evidenceOf(store, { 'a.csv': csv, 'b.ndjson': [...rest, ...DAY] });
    await engine.emptied();
    expect(await evidenceOf(store, { 'a.ndjson': DAY, 'b.csv.gz': gzipSync(csv) })).toEqual(expected);
  });

  it('are so in any small world, and with bodies as escaped text too', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.constantFrom<CsvStyle>('paths', 'json', 'mixed'), async (lines, style) => {
        const store = await engine.emptied();
        const expected = await evidenceOf(store, { 'a.ndjson': lines });
        await engine.emptied();
        const { csv, rest } = asCsv(lines, style);
        expect(await evidenceOf(store, { 'a.csv': csv, 'b.ndjson': rest })).toEqual(expected);
        await engine.emptied();
        expect(await evidenceOf(store, { 'a.ndjson': asEscaped(lines) })).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });
});

/** What is kept of some files that are read together. */
async function evidenceOf(
  store: Store,
  files: Readonly<Record<string, string | Uint8Array | readonly string[]>>,
): Promise<Record<string, unknown[]>> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const isLines = typeof content !== 'string' && !(content instanceof Uint8Array);
    write(folder, name, isLines ? content.map((line) => `${line}\n`).join('') : content);
  }
  await read(
    store,
    Object.keys(files).map((name) => join(folder, name)),
  );
  return withoutShapes(await evidence(store));
}

/** A text of digits and a number, an empty text and an absent one break the same rule, and look different. */
function withoutShapes(found: Record<string, unknown[]>): Record<string, unknown[]> {
  const violations = (found['violations'] as Record<string, unknown>[]).map(
    ({ shape: _shape, ...rest }) => rest,
  );
  return { ...found, violations };
}
