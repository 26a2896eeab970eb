import { expect, it } from 'vitest';
import type { Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const settings = (table: Partial<Table> = {}) =>
  parseSettings({
    map: {
      portal: {
        ...{ kind: 'statement', values: { currency: 'BRL' } },
        columns: { Order: 'order_no', Gross: 'gross', Time: 'completed_at', '*': 'ignore' },
        ...table,
      },
    },
  });
const TABLE = lines('Order,Gross,Time', 'P1,10.00,2026-11-19 10:05:00');
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function utf32(text: string): Buffer {
  const bytes = Buffer.alloc(4 * text.length);
  for (const [index, letter] of [...text].entries()) bytes.writeUInt32LE(letter.codePointAt(0)!, 4 * index);
  return bytes;
}

onEngines('a header of a table whose other columns are ignored', (engine) => {
  const faultOf = async (content: string | Uint8Array, table: Partial<Table> = {}): Promise<Fault> => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', content);
    return read(store, [path], { settings: settings(table) }).then(
      () => expect.fail('it was read'),
      (fault) => fault,
    );
  };

  it.each([
    ['another line', `Title\n\n${TABLE}`, {}, 'of 1 column: Title'],
    ['another separator', TABLE, { delimiter: ';' }, 'of 1 column: Order,Gross,Time'],
    ['some of the columns', 'Order,Gross,When\n', {}, 'of 3 columns: Order; Gross; When'],
    ['texts that are no names', 'P1,Maria Souza,123\n', {}, 'of 3 columns'],
    ['names and a value', 'Order,Maria,12345678901\n', {}, 'of 3 columns: Order; Maria'],
  ])('is shown where it is %s', async (_name, content, table, shown) => {
    const { code, detail } = await faultOf(content, table);
    expect(code).toBe('SOURCE_STATEMENT');
    expect(detail.found).toMatch(/^no column for /);
    expect((detail.found as string).slice(-shown.length - 2)).toBe(`, ${shown}`);
    expect(detail.remedy).toContain(
      'If this is not the header, set headerRow, delimiter or encoding of the entry.',
    );
  });

  it.each([
    ['utf-16le', {}, 'utf-8', 'utf-16le'],
    ['utf-16be', {}, 'utf-8', 'utf-16be'],
    ['utf-16le', { encoding: 'windows-1252' }, 'windows-1252', 'utf-16le'],
    ['utf-16le', { headerRow: 2 }, 'utf-8', 'utf-16le or utf-16be'],
  ])('in %s without a mark is told its encoding: %j', async (encoding, table, read, advised) => {
    const bytes = Buffer.from('headerRow' in table ? `Title\n${TABLE}` : TABLE, 'utf16le');
    const fault = await faultOf(encoding === 'utf-16be' ? bytes.swap16() : bytes, table);
    expect(fault).toMatchObject({
      code: 'SOURCE_COLUMNS',
      detail: {
        found: `text that is not ${read}`,
        remedy: `In the table's entry of map, set encoding: ${advised}.`,
      },
    });
  });

  it.each(['x\0y', '\0', '\0\0\0\0\0\0'])(
    'may have stray NULs in a column that is ignored: %j',
    async (name) => {
      const store = await engine.emptied();
      const path = write(
        temporaryFolder(),
        'portal.csv',
        lines(`Order,Gross,Time,${name}`, 'P1,10.00,2026-11-19 10:05:00,'),
      );
      const results = await read(store, [path], { settings: settings() });
      expect(results.map(counts)).toEqual(['1 = 1 + 0 + 0']);
    },
  );

  it.each([
    ['little', {}, (bytes: Buffer) => bytes],
    ['big', {}, (bytes: Buffer) => bytes.swap32()],
    ['little', { encoding: 'utf-16le' }, (bytes: Buffer) => bytes],
  ])('in UTF-32 with a mark is refused by name: %s endian, %j', async (_name, table, swapped) => {
    const fault = await faultOf(swapped(utf32(`\uFEFF${TABLE}`)), table as Partial<Table>);
    expect(fault.code).toBe('SOURCE_FORMAT');
    expect(fault.detail.found).toBe('text in UTF-32');
  });

  it.each([
    ['', {}, Buffer.concat([MARK, MARK, Buffer.from(TABLE)])],
    [' in UTF-16', { encoding: 'utf-16le' }, Buffer.from(`\uFEFF\uFEFF\uFEFF${TABLE}`, 'utf16le')],
    [' of a table below a title', { headerRow: 2 }, Buffer.from(`Title\n\uFEFF${TABLE}`)],
    [' before quotation marks', {}, Buffer.from(`\uFEFF\uFEFF${TABLE.replace('Order', '"Order"')}`)],
  ])('may have several byte order marks%s', async (_name, table, bytes) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', bytes);
    const results = await read(store, [path], { settings: settings(table) });
    expect(results.map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });
});
