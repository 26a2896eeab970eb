import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { testSource } from '../../../src/ingest/sample/test-source.ts';
import { testedText } from '../../../src/ingest/sources-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, READ_AT, read, write } from '../reading.ts';

const HEAD = 'trade_no,gross,currency,completed_at,type,status';
const row = (number: number, type: string, status: string) =>
  `T${number},1.00,BRL,2026-11-19 10:00:00,${type},${status}`;
const portal = (words: object = {}) =>
  parseSettings({ map: { portal: { kind: 'statement', ...words } }, logs: {} });

onEngines('a dry run of a statement', (engine) => {
  it('names the words that the settings do not map, and what to write', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines(
        HEAD,
        row(1, 'Venda', 'Pago'),
        row(2, 'Venda', 'Pago'),
        row(3, 'Estorno', 'PAID'),
        row(4, 'payment', ''),
        row(5, 'Bonus', 'Pago'),
      ),
    );
    const settings = portal({ words: { type: { Estorno: 'refund', Ajuste: 'other' } } });
    const results = await read(store, [path], { settings, dryRun: true });
    expect(results[0]!.sample!.words).toEqual([
      {
        table: 'portal',
        field: 'type',
        words: [
          { text: 'Venda', rows: 2, means: 'payment' },
          { text: 'Bonus', rows: 1, means: null },
        ],
        more: 0,
        set: 'words: { type: { Estorno: refund, Ajuste: other, Venda: payment, Bonus: … } }',
      },
      {
        table: 'portal',
        field: 'status',
        words: [{ text: 'Pago', rows: 3, means: 'paid' }],
        more: 0,
        set: 'words: { status: { Pago: paid } }',
      },
    ]);
    expect(results[0]!.sample!.unread).toEqual([]);
    expect(ingestText(results)).toContain(
      [
        '  words of type that the settings do not map: Venda (2 rows), Bonus (1 row)',
        "    to do: in the table's entry of map (or the source), set words: { type: { Estorno: refund, Ajuste: other, Venda: payment, Bonus: … } }",
        '    … is one of payment, refund, chargeback, fee, payout, other',
        '  words of status that the settings do not map: Pago (3 rows)',
        "    to do: in the table's entry of map (or the source), set words: { status: { Pago: paid } }",
      ].join('\n'),
    );
  });

  it('says nothing of words that are mapped, or are ours', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines(HEAD, row(1, 'Other', 'FAILED'), row(2, 'X', '')),
    );
    const settings = portal({ words: { Type: { X: 'other' } } });
    const [result] = await read(store, [path], { settings, dryRun: true });
    expect(result!.sample!.words).toEqual([]);
  });

  it('does not list what is no word: many texts, long ones, and numbers', async () => {
    const store = await engine.emptied();
    const names = Array.from({ length: 30 }, (_, index) => row(index, 'payment', `Maria ${index} Souza`));
    const long = `Fulano ${'x'.repeat(60)}`;
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines(HEAD, ...names, row(90, '12345678901', ''), row(91, long, ''), row(92, 'Venda', '')),
    );
    const results = await read(store, [path], { settings: portal(), dryRun: true });
    const text = ingestText(results);
    expect(text).not.toMatch(/Maria|12345678901|Fulano/);
    expect(text).toContain(
      '  words of type that the settings do not map: Venda (1 row), and 2 that are no words',
    );
    expect(text).toContain(
      '  30 different texts of status are in no words of the settings: another column may be the status',
    );
  });

  it('names them of a source too, also of lines', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const statement = { trade_no: 'T1', type: 'Sale', settled_on: '2026-11-19' };
    write(folder, 's.ndjson', lines(JSON.stringify({ statement })));
    const settings = parseSettings({ sources: [{ name: 'stated', paths: [folder], quietSeconds: 0 }] });
    const tested = await testSource(store, settings, {
      ...{ name: 'stated', rows: 5, readAt: { ...READ_AT, seconds: READ_AT.seconds + 1e9 } },
      workingDirectory: folder,
    });
    expect(testedText(tested)).toContain('set words: { type: { Sale: payment } }');
  });
});

onEngines('a dry run of a bank statement', (engine) => {
  const BANK = parseSettings({ map: { conta: { kind: 'bank' }, portal: { kind: 'statement' } } });
  const bank = (...rows: string[]) =>
    write(temporaryFolder(), 'conta.csv', lines('booked_on,amount,currency,reference', ...rows));

  it('says how many references no payout knows', async () => {
    const store = await engine.emptied();
    const path = bank(
      '2026-11-20,10.00,BRL,PIX RECEBIDO PO-1120',
      '2026-11-20,10.00,EUR,PO-1120',
      '2026-11-21,5.00,BRL,PIX PO-9999',
      '2026-11-22,7.00,BRL,',
    );
    const before = await read(store, [path], { settings: BANK, dryRun: true });
    expect(before[0]!.sample!.references).toEqual({ rows: 3, unknown: 3, payouts: 0 });
    expect(ingestText(before)).toContain(
      "  3 bank rows have a reference, but no payout is stored: read the provider's statement first.",
    );
    const stated = write(
      temporaryFolder(),
      'portal.csv',
      lines('payout_id,currency,settled_on,net', 'PO-1120,BRL,2026-11-20,10.00'),
    );
    await read(store, [stated], { settings: BANK });
    const results = await read(store, [path], { settings: BANK, dryRun: true });
    expect(results[0]!.sample!.references).toEqual({ rows: 3, unknown: 2, payouts: 1 });
    expect(ingestText(results)).toContain(
      '  2 of 3 bank rows have a reference that names no payout of a stored statement.',
    );
  });

  it('counts a row once that names several payouts, and a payout once that has several currencies', async () => {
    const store = await engine.emptied();
    const stated = ['PO-1,BRL', 'PO-2,BRL', 'PO-2,EGP', 'PO-3,'].map((row) => `${row},2026-11-20,10.00`);
    const portal = lines('payout_id,currency,settled_on,net', ...stated);
    await read(store, [write(temporaryFolder(), 'portal.csv', portal)], { settings: BANK });
    const path = bank('2026-11-20,1.00,BRL,PO-1 PO-2', '2026-11-20,1.00,,PO-3', '2026-11-20,1.00,BRL,PO-3');
    const [result] = await read(store, [path], { settings: BANK, dryRun: true });
    expect(result!.sample!.references).toEqual({ rows: 3, unknown: 1, payouts: 3 });
  });

  it('says it of all rows of a source, and shows the first', async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 12 }, (_, index) => `2026-11-20,1.00,BRL,PO-${index}`);
    write(folder, 'conta.csv', lines('booked_on,amount,currency,reference', ...rows));
    const settings = parseSettings({
      map: { conta: { kind: 'bank' } },
      sources: [{ name: 'bank', paths: [folder] }],
    });
    const { result } = await testSource(await engine.emptied(), settings, {
      ...{ name: 'bank', rows: 2, readAt: { ...READ_AT, seconds: READ_AT.seconds + 1e9 } },
      workingDirectory: folder,
    });
    expect(result!.sample!.references).toEqual({ rows: 12, unknown: 12, payouts: 0 });
    expect(result!.sample!.records).toHaveLength(2);
  });

  it('says nothing of it where there is no reference, or no bank row', async () => {
    const store = await engine.emptied();
    const [result] = await read(store, [bank('2026-11-22,7.00,BRL,')], { settings: BANK, dryRun: true });
    expect(result!.sample).not.toHaveProperty('references');
  });
});
