import { describe, expect, it } from 'vitest';
import { findTable } from '../../../src/ingest/csv/column-plan.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';

const SETTINGS = parseSettings({
  map: { st: {}, stuck: {}, pedido: {}, of: { files: ['pedidos*.csv'] }, status: 'status' },
});

describe('the table of a file', () => {
  it.each([
    ['st.csv', 'st'],
    ['st-2026-11-19.csv.gz', 'st'],
    ['st1.csv', 'st'],
    ['ST20261119.xlsx', 'st'],
    ['stuck2.csv', 'stuck'],
    ['logs/stored.csv', 'st'],
    // A pattern, or a whole name, comes before a mere beginning.
    ['pedidos-1.csv', 'of'],
    ['pedido-1.csv', 'pedido'],
    ['pedidox.csv', 'pedido'],
    ['s.csv', undefined],
  ])('%s is %s', (file, table) => {
    expect(findTable(SETTINGS, file)?.name).toBe(table);
  });
});
