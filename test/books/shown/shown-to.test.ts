import { expect, it } from 'vitest';
import { shownTo } from '../../../src/books/shown/overview.ts';
import type { Coverage } from '../../../src/coverage/coverage.ts';

it('who is limited to some merchants sees no names of sources', () => {
  const gap = { kind: 'callback', file: 'callbacks-M0042.ndjson', files: 3, waiting: ['M0042'] };
  const coverage = { unread: [{ name: 'shop' }], gaps: [gap] } as unknown as Coverage;
  expect(shownTo(undefined, coverage)).toEqual(coverage);
  expect(shownTo(['M0001'], coverage)).toEqual({
    unread: [],
    gaps: [{ kind: 'callback', file: null, files: 0, waiting: [] }],
  });
});
