import { expect, it } from 'vitest';
import { describeFault, type Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { evidence, read, rowCounts, write } from '../reading.ts';

const BARE = 'orderNo,tradeNo,merchantId,status,money.currency,money.amount,transactionTime';
const ROW = 'ORDER00001,T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00';

onEngines('the header of a CSV file', (engine) => {
  it.each([
    [
      'unknown columns, with those that are like them',
      'order_no,Money.Amonut,obs',
      ['order_no (like orderNo)', 'Money.Amonut (like money.amount)', 'obs'],
    ],
    [
      'names with spaces around them',
      'orderNo , merchantId,obs',
      ['"orderNo " (like orderNo)', '" merchantId" (like merchantId)', 'obs'],
    ],
    ['two columns for one value', 'orderNo,body.orderNo,merchantId', ['two columns', 'body.orderNo']],
  ])('keeps nothing of it where it has %s', async (_name, header, told) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `${header}\n1,2,3\n`);
    const fault = await read(store, [path]).catch((error: Fault) => error);
    expect(fault).toMatchObject({ code: 'SOURCE_COLUMNS', detail: { where: `${path}:1` } });
    for (const words of told) expect((fault as Fault).detail.found).toContain(words);
    expect(await rowCounts(store)).toMatchObject({ sources: 0, rejects: 0, callbacks: 0 });
  });

  it('keeps nothing of it where a quoted cell does not end', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `"${BARE}\n${ROW}\n`);
    await expect(read(store, [path])).rejects.toMatchObject({
      code: 'SOURCE_COLUMNS',
      detail: { where: `${path}:1`, found: 'a quoted cell that does not end' },
    });
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0 });
  });

  it.each([
    ['', `${BARE}\r${ROW}\r${ROW}\r`, 1],
    [' also if its columns are ignored', `${BARE},obs\r${ROW},"x\ry"\r`, 1],
    [' also in a quoted one', `"${BARE.replaceAll(',', '","')}"\r${ROW}\r`, 1],
    [' also below lines of title', `Callbacks\r${BARE}\r${ROW}\r`, 2],
  ])('keeps nothing of it where lines end with CR alone,%s', async (_name, content, headerRow) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', content);
    const settings = parseSettings({ map: { a: { headerRow, columns: { '*': 'ignore' } } } });
    await expect(read(store, [path], { settings })).rejects.toMatchObject({
      code: 'SOURCE_FORMAT',
      detail: {
        where: `${path}:1`,
        found: 'lines that end with CR alone',
        expected: 'lines that end with LF or CRLF',
        remedy: 'Save the file as CSV UTF-8, with lines that end with LF or CRLF.',
      },
    });
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0 });
  });

  it.each([';', ','])(
    'is looked for below a line sep=%s where the settings say so, which is advised',
    async (mark) => {
      const store = await engine.emptied();
      const path = write(temporaryFolder(), 'a.csv', `sep=${mark}\n${BARE}\n${ROW}\n`);
      const fault = (await read(store, [path]).catch((error) => error)) as Fault;
      expect(fault.detail.remedy).toBe(
        "The first line only tells Excel the separator. In the table's entry of map, set headerRow: 2.",
      );
      const settings = parseSettings({ map: { a: { headerRow: 2 } } });
      expect((await read(store, [path], { settings })).map(({ accepted }) => accepted)).toEqual([1]);
    },
  );

  it('may have a CR in a quoted name, and at its end', async () => {
    const store = await engine.emptied();
    const settings = parseSettings({ map: { a: { columns: { '*': 'ignore' } } } });
    const path = write(temporaryFolder(), 'a.csv', `${BARE},"ob\rs",x\r\r\n${ROW},x,x\r\r\n`);
    expect((await read(store, [path], { settings })).map(({ accepted }) => accepted)).toEqual([1]);
  });

  it('is not told where it is no header but a row, with a payer in it', async () => {
    const store = await engine.emptied();
    const payer = ['Benedita Quaresma', '529.982.247-25', 'benedita@quaresma.example'];
    for (const row of [payer, payer.slice(0, 2), [...payer, 'orderNo']]) {
      const path = write(temporaryFolder(), 'a.csv', `${row.join(',')}\n`);
      const fault = (await read(store, [path]).catch((error) => error)) as Fault;
      expect(fault.code).toBe('SOURCE_COLUMNS');
      const hidden = row.length > 3 ? payer.slice(1) : payer;
      for (const cell of hidden) expect(describeFault(fault)).not.toContain(cell);
    }
  });

  it('has its unknown columns told by their names, or by their numbers where these look like values', async () => {
    const store = await engine.emptied();
    const told = async (header: string) => {
      const path = write(temporaryFolder(), 'a.csv', `${header}\n`);
      const fault = (await read(store, [path]).catch((error) => error)) as Fault;
      return { found: fault.detail.found, remedy: fault.detail.remedy };
    };
    expect(await told('loja,maria@x.example,orderNo,id 123456')).toEqual({
      found: 'unknown columns: loja (like merchantId); column 2; column 4',
      remedy: expect.stringContaining('columns: { loja: merchantId }'),
    });
    expect(await told('order_no,loja')).toEqual({
      found: 'no column that is known, of 2: order_no (like orderNo); loja (like merchantId)',
      remedy: expect.stringContaining('columns: { order_no: orderNo, loja: merchantId }'),
    });
    expect(await told('1,2')).toEqual({ found: 'no column that is known, of 2', remedy: undefined });
    const many = Array.from({ length: 23 }, (_, index) => `loja ${index + 1}`);
    const { found, remedy } = await told(`orderNo,${many.join()}`);
    expect(found).toMatch(/loja 20; and 3 more$/);
    expect(remedy).not.toContain('loja 21');
  });

  it('may name columns that differ only in letter case', async () => {
    const store = await engine.emptied();
    const header = BARE.replace('money.amount', 'valor');
    const path = write(temporaryFolder(), 'a.csv', `${header},Valor\n${ROW},R$ 200\n`);
    for (const map of [
      { valor: 'body.money.amount', Valor: 'ignore' },
      { Valor: 'ignore', valor: 'body.money.amount' },
    ]) {
      await engine.emptied();
      await read(store, [path], { settings: parseSettings({ map }) });
      expect((await evidence(store))['callbacks']).toMatchObject([{ amount_text: '20000' }]);
    }
  });

  it('may be wrong in several files, and each one’s own trouble is told', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const first = write(folder, 'a.csv', 'orderNo,loja\n');
    const second = write(folder, 'b.csv', 'orderNo,pedido\n');
    const third = write(folder, 'c.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]));
    write(folder, 'd.csv', `${BARE}\n${ROW}\n`);
    const fault = (await read(store, [folder]).catch((error) => error)) as Fault;
    expect(fault).toMatchObject({
      code: 'SOURCE_COLUMNS',
      detail: {
        where: `${first}:1, ${second}:1, ${third}`,
        found: [
          `${first}:1: unknown columns: loja (like merchantId)`,
          `${second}:1: unknown columns: pedido`,
          expect.stringContaining(`${third}: `),
        ],
      },
    });
    for (const words of ['loja: merchantId', '(pedido) to ignore', 'Copy the file again']) {
      expect(fault.detail.remedy).toContain(words);
    }
    expect(await rowCounts(store)).toMatchObject({ sources: 1, callbacks: 1 });
  });
});
