import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { readSources } from '../../../src/ingest/read-sources.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, READ_AT, read, write } from '../reading.ts';

const statement = (gross: string, net = gross) =>
  `{"statement":{"row_id":"R1","order_no":"P1","gross":"${gross}","net":"${net}","currency":"BRL","settled_on":"2026-11-20"}}`;
const bank = (amount: string) =>
  `{"bank":{"row_id":"D1","booked_on":"2026-11-20","amount":"${amount}","currency":"BRL","reference":"PO-1"}}`;

/** What counts of each row: of several of one row, the one that was read last. */
async function counting(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<{ row: string }>`
      select row_id || ' ' || minor as row
      from (
        select distinct on (row_id) row_id, minor
        from (
          select row_id, gross_minor as minor, source_id, line from statements
          union all
          select row_id, amount_minor, source_id, line from bank_rows
        ) r
        order by row_id, source_id desc, line desc
      ) r
      order by row_id`.execute(db),
  );
  return rows.map(({ row }) => row);
}

onEngines('a row that was corrected', (engine) => {
  it('can become again what it was', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const days = ['100.00', '90.00', '100.00', '100.0', '90.00', '90.00'].map((amount, day) =>
      write(folder, `${day}.ndjson`, lines(statement(amount), bank(amount), `{"day":${day}}`)),
    );
    const said: string[] = [];
    for (const path of days) {
      const [result] = await read(store, [path]);
      said.push(`${counts(result!)}: ${(await counting(store)).join(', ')}`);
    }
    expect(said).toEqual([
      '3 = 2 + 0 + 1: D1 10000, R1 10000',
      '3 = 2 + 0 + 1: D1 9000, R1 9000',
      '3 = 2 + 0 + 1: D1 10000, R1 10000',
      '3 = 0 + 2 + 1: D1 10000, R1 10000',
      '3 = 2 + 0 + 1: D1 9000, R1 9000',
      '3 = 0 + 2 + 1: D1 9000, R1 9000',
    ]);
  });

  it.each(['ndjson', 'log', 'csv'])(
    'is no row of another source, also of %s without a table',
    async (form) => {
      const store = await engine.emptied();
      const folder = temporaryFolder();
      const content = (gross: string) => {
        const row = JSON.parse(statement(gross)).statement;
        if (form === 'csv') return lines(Object.keys(row).join(), Object.values(row).join());
        return lines(form === 'log' ? JSON.stringify(row) : statement(gross));
      };
      const settings = (two: object = {}) =>
        parseSettings({
          map: { statement: { kind: 'statement', unit: 'minor' } },
          sources: [
            { name: 'one', paths: [join(folder, 'one*')], kind: 'statement', quietSeconds: 0 },
            { name: 'two', paths: [join(folder, 'two*')], kind: 'statement', quietSeconds: 0, ...two },
          ],
        });
      write(folder, `one.${form}`, content('100'));
      write(folder, `two.${form}`, content('90'));
      write(folder, `two-corrected.${form}`, content('80'));
      const { faults } = await readSources(store, settings(), { readAt: READ_AT, workingDirectory: folder });
      expect(faults).toEqual([]);
      await read(store, [write(folder, `other.${form}`, content('70'))], {
        ...{ settings: settings(), kind: 'statement' },
      });
      const kept = () =>
        store.session(async ({ db }) => {
          const { rows } = await sql<{ row: string }>`
          select concat_ws(' ', issuer, row_key, gross_minor) as row from statements order by source_id`.execute(
            db,
          );
          return rows.map(({ row }) => row);
        });
      const rows = (unit: number) => [
        `one R1 100`,
        `two R1 ${80 * unit}`,
        `two R1 ${90 * unit}`,
        'statement R1 70',
      ];
      expect((await kept()).sort()).toEqual(rows(1).sort());
      const again = { asOf: READ_AT, startedAt: READ_AT, out: folder };
      expect(await renormalise(store, settings(), again)).toMatchObject({ stated: 0 });
      expect(await renormalise(store, settings({ unit: 'major' }), again)).toMatchObject({ stated: 2 });
      expect((await kept()).sort()).toEqual(rows(100).sort());
    },
  );

  it('counts by its last line of a file that lists all of its values, which can be read again', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const ledger = [statement('100.00'), statement('90.00'), statement('100.00')];
    const first = write(folder, 'ledger-1.ndjson', lines(...ledger));
    const second = write(folder, 'ledger-2.ndjson', lines(...ledger, statement('100.00'), '{}'));
    const third = write(folder, 'ledger-3.ndjson', lines(...ledger, statement('90.00'), '{}'));
    const said: string[] = [];
    for (const path of [first, second, third]) {
      const [result] = await read(store, [path]);
      said.push(`${counts(result!)}: ${(await counting(store)).join(', ')}`);
    }
    expect(said).toEqual(['3 = 3 + 0 + 0: R1 10000', '5 = 0 + 4 + 1: R1 10000', '5 = 1 + 3 + 1: R1 9000']);
  });

  it('is what its own source said last, also where another source has said the same', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const settings = parseSettings({ map: { one: { kind: 'statement' }, two: { kind: 'statement' } } });
    const said: string[] = [];
    const say = async (name: string, ...grosses: string[]) => {
      const rows = grosses.map((gross) => `R1,P1,${gross},BRL,2026-11-20`);
      const path = write(folder, name, lines('row_id,order_no,gross,currency,settled_on', ...rows));
      const [result] = await read(store, [path], { settings });
      const { rows: last } = await store.session(({ db }) =>
        sql<{ row: string }>`
          select distinct on (issuer) issuer || ' ' || gross_minor as row from statements
          order by issuer, source_id desc, line desc`.execute(db),
      );
      said.push(`${counts(result!)}: ${last.map(({ row }) => row).join(', ')}`);
    };
    await say('one.csv', '90.00');
    await say('two.csv', '90.0');
    await say('two-1.csv', '80.00');
    await say('two-2.csv', '90.000');
    await say('two-3.csv', '90.00', '90.00');
    await say('one-1.csv', '90');
    expect(said).toEqual([
      '1 = 1 + 0 + 0: one 9000',
      '1 = 0 + 1 + 0: one 9000',
      '1 = 1 + 0 + 0: one 9000, two 8000',
      '1 = 1 + 0 + 0: one 9000, two 9000',
      '2 = 0 + 2 + 0: one 9000, two 9000',
      '1 = 0 + 1 + 0: one 9000, two 9000',
    ]);
  });

  it('of a bank is known by its identifier, unless other rows of its file have the same', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const keys = async (name: string, ...rows: string[]) => {
      await read(store, [write(folder, `${name}.ndjson`, lines(...rows))]);
      const { rows: found } = await store.session(({ db }) =>
        sql<{ own: string }>`
          select amount_text || case when row_key = row_id || ' ' || booked_on then ' by its identifier' else '' end as own
          from bank_rows where source_id = (select max(source_id) from sources) order by line`.execute(db),
      );
      return found.map(({ own }) => own);
    };
    expect(await keys('twice', bank('1.00'), bank('1.00'))).toEqual(['1.00 by its identifier']);
    expect(await keys('other', bank('2.00'), bank('3.00'))).toEqual(['2.00', '3.00']);
    expect(await keys('later', bank('4.00'))).toEqual(['4.00 by its identifier']);
    expect(await keys('overlapping', bank('3.00'), '{}')).toEqual([]);
  });

  it('is counted where a later row of its file replaces it, and counted once among the records', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const ledger = ['100.00', '100.00', '90.00', '100.00'].map((gross) => statement(gross));
    const other = statement('5.00').replace('R1', 'R2');
    const path = write(folder, 'ledger.ndjson', lines(other, ...ledger, bank('1.00'), bank('2.00')));
    const dry = await read(store, [path], { dryRun: true });
    const said = `  ${path}: 2 rows replaced by a later one with the same row_id and other values, the first in line 3`;
    expect(ingestText(dry)).toContain(said);
    const results = await read(store, [path]);
    expect(results[0]!.replacedRows).toEqual({ rows: 2, line: '3' });
    expect(counts(results[0]!)).toBe('7 = 6 + 1 + 0');
    expect(ingestText(results)).toContain(said);
    expect(await counting(store)).toEqual(['D1 200', 'R1 10000', 'R2 500']);
    const again = write(folder, 'again.ndjson', lines(...ledger, '{}'));
    expect((await read(store, [again]))[0]!.replacedRows).toEqual({ rows: 2, line: '2' });
    const single = write(folder, 'single.ndjson', lines(statement('70.00')));
    expect((await read(store, [single]))[0]).not.toHaveProperty('replacedRows');
  });

  it('is what the other source said when one of two that said it again is withdrawn', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const files = ['100.00', '90.00', '100.00', '100.00'].map((amount, index) =>
      write(folder, `${index}.ndjson`, lines(statement(amount), `{"day":${index}}`)),
    );
    for (const path of files) await read(store, [path]);
    const taken = (name: string) =>
      withdraw(store, parseSettings({}), {
        ...{ source: name, reason: 'sent in error', who: 'ana', asOf: READ_AT, at: READ_AT },
        out: temporaryFolder(),
      });
    await taken(files[2]!);
    expect(await counting(store)).toEqual(['R1 10000']);
    await taken(files[3]!);
    expect(await counting(store)).toEqual(['R1 9000']);
  });
});

onEngines('amounts that cannot be read', (engine) => {
  it('are told with the rows that have one, and the first line', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'portal.ndjson',
      lines(
        statement('100.00'),
        bank('1.005'),
        statement('12,34', '10.00'),
        statement('1.00', '').replace('"BRL"', '""'),
      ),
    );
    const results = await read(store, [path], { dryRun: true });
    expect(results[0]!.unreadableAmounts).toEqual({ rows: 3, line: '2' });
    expect(ingestText(await read(store, [path]))).toBe(
      `Read 1 file, 4 records: 4 accepted, 0 duplicate, 0 rejected.\n` +
        `  ${path}: 3 rows without an amount that can be read exactly, or without a currency, the first in line 2\n` +
        `  ${path}: 2 rows replaced by a later one with the same row_id and other values, the first in line 1`,
    );
    const [again] = await read(store, [write(temporaryFolder(), 'b.ndjson', lines(statement('5.00')))]);
    expect(again!.unreadableAmounts).toBeUndefined();
  });

  it.each([
    [
      'csv',
      lines(
        'row_id,booked_on,currency,amount',
        'D1,2026-11-20,BRL,1',
        'D2,2026-11-20,BRL,',
        'D3,2026-11-20,,',
      ),
      '3',
    ],
    [
      'ofx',
      '<OFX><CURDEF>BRL<BANKTRANLIST>' +
        ['1', '', ' '].map((amount) => `<STMTTRN><DTPOSTED>20261120<TRNAMT>${amount}</STMTTRN>`).join('') +
        '</BANKTRANLIST></OFX>',
      '2',
    ],
  ])('are those of a bank in %s that has none', async (form, content, line) => {
    const store = await engine.emptied();
    const settings = parseSettings({ map: { bank: { kind: 'bank' } } });
    const path = write(temporaryFolder(), `bank.${form}`, content);
    const [result] = await read(store, [path], { settings });
    expect(counts(result!)).toBe('3 = 3 + 0 + 0');
    expect(result!.unreadableAmounts).toEqual({ rows: 2, line });
    expect(ingestText([result!])).toContain(
      `2 rows without an amount that can be read exactly, or without a currency, the first in line ${line}`,
    );
  });
});
