import { expect, it } from 'vitest';
import { manifestText } from '../../src/export/publish/manifest.ts';
import type { Manifest } from '../../src/export/publish/manifest-schema.ts';

const source = {
  ...{ name: 'logs/callbacks.ndjson', sha256: 'a'.repeat(64), bytes: 1_048_576, complete_until: null },
  ...{ records: 1000, accepted: 990, duplicate: 7, rejected: 3 },
};
/** A manifest of so many sources, in what matters here. */
const manifest = (sources: number) =>
  ({
    date: '2026-11-19',
    region: 'BR',
    sources: Array(sources).fill(source),
    totals: [],
  }) as unknown as Manifest;

it('a manifest with more sources than fit into a text is MANIFEST_LIMIT', () => {
  const text = manifestText(manifest(100));
  expect(JSON.parse(text).sources).toHaveLength(100);
  expect(manifestText(manifest(100), Math.ceil(text.length * 1.1))).toBe(text);
  expect(() => manifestText(manifest(100), text.length)).toThrow(
    expect.objectContaining({
      ...{ code: 'MANIFEST_LIMIT', exitCode: 3 },
      detail: {
        where: 'manifest.json of 2026-11-19 BR',
        found: '100 sources',
        expected: `a manifest of fewer than ${text.length} characters`,
      },
    }),
  );
});
