import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import type { Fault } from '../../../src/errors.ts';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, read, rejects, write } from '../reading.ts';

const SGML_HEAD = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';
const sgml = (transactions: string, currency = '<CURDEF>BRL') =>
  `${SGML_HEAD}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${currency}
<BANKACCTFROM><BANKID>341<ACCTID>0012345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${transactions}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const transaction = (id: string, amount: string, memo: string, posted = '20261120100000[-3:BRT]') =>
  `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${posted}\n<TRNAMT>${amount}\n<FITID>${id}\n<MEMO>${memo}\n</STMTTRN>\n`;

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<!DOCTYPE OFX [<!ENTITY a "PO-9"><!ENTITY b "&a;&a;">]>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EGP</CURDEF><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE>
<DTPOSTED>20261121</DTPOSTED><TRNAMT>+12.5</TRNAMT><FITID>X1</FITID><NAME>Settlement &amp;amp; &b;</NAME>
<MEMO><![CDATA[PO-7 <ref>]]></MEMO><CURRENCY><CURRATE>1</CURRATE><CURSYM>EGP</CURSYM></CURRENCY></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;

async function bankRows(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<Record<string, string | null>>`
      select issuer, coalesce(row_id, '-') as row_id, (row_key = row_id || ' ' || booked_on)::text as own, region, booked_on, currency,
             amount_minor, reference
      from bank_rows order by source_id, line, digest`.execute(db),
  );
  return rows.map((row) =>
    Object.values(row)
      .map((value) => value ?? '-')
      .join(' '),
  );
}

onEngines('account statements in OFX', (engine) => {
  it('are read in both forms, whatever their names', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const older = Buffer.from(
      sgml(transaction('F1', '1222,21', 'LIQUIDA\xc7\xc3O PO-1') + transaction('F2', '-5.00', 'PIX Jo\xe3o')),
      'latin1',
    );
    const results = await read(store, [
      write(folder, 'extrato.ofx', older),
      write(folder, 'extrato.download', XML),
    ]);
    expect(results.map(counts)).toEqual(['2 = 2 + 0 + 0', '1 = 1 + 0 + 0']);
    expect(await bankRows(store)).toEqual([
      'bank 5678/F1 true BR 2026-11-20 BRL 122221 LIQUIDAÇÃO PO-1',
      'bank 5678/F2 true BR 2026-11-20 BRL -500 PIX *',
      'bank X1 true EG 2026-11-21 EGP 1250 Settlement * PO-7 <ref>',
    ]);
    expect((await read(store, [write(folder, 'again.qfx', `${sgml('')}\n`)])).map(counts)).toEqual([
      '0 = 0 + 0 + 0',
    ]);
  });

  it('have their last row also where ends are left out', async () => {
    const store = await engine.emptied();
    const text = sgml(transaction('F1', '1', 'A1') + transaction('F2', '2', 'A2'));
    const path = write(
      temporaryFolder(),
      'conta.ofx',
      text.replaceAll(/<\/(?:STMTTRN|BANKTRANLIST|STMTRS)>/g, ''),
    );
    expect((await read(store, [path])).map(counts)).toEqual(['2 = 2 + 0 + 0']);
  });

  it('keep rows apart that share an identifier, and take a currency from the settings', async () => {
    const store = await engine.emptied();
    const text = sgml(
      transaction('0', '1.00', 'A1') + transaction('0', '2.00', 'A2') + transaction('1', '3', 'A3', 'soon'),
      '',
    );
    const settings = parseSettings({ map: { itau: { kind: 'bank', values: { currency: 'BRL' } } } });
    const [result] = await read(store, [write(temporaryFolder(), 'itau-11.ofx', text)], { settings });
    expect(counts(result!)).toBe('3 = 2 + 0 + 1');
    expect(await bankRows(store)).toEqual([
      'itau 5678/0 false BR 2026-11-20 BRL 100 A1',
      'itau 5678/0 false BR 2026-11-20 BRL 200 A2',
    ]);
    expect(await rejects(store)).toMatchObject([{ line: '3', reason: 'no_statement_time' }]);
  });

  it('have amounts with a comma or a point, also without digits on one side of it', async () => {
    const store = await engine.emptied();
    const amounts = ['-.50', ',50', '+.5', '7.', '-7,', '+7', '.', '-', '+', ',', '1.2.3', '1.234,56'];
    const text = sgml(amounts.map((amount, index) => transaction(`F${index}`, amount, 'A1')).join(''));
    await read(store, [write(temporaryFolder(), 'extrato.ofx', text)]);
    const { rows } = await store.session(({ db }) =>
      sql<{ amount_minor: string | null }>`select amount_minor from bank_rows order by line`.execute(db),
    );
    expect(rows.map(({ amount_minor }) => amount_minor)).toEqual([
      ...['-50', '50', '50', '700', '-700', '700'],
      ...[null, null, null, null, null, null],
    ]);
  });

  it.each(['currency', 'Currency'])('take the value %s from the settings, in any letters', async (name) => {
    const store = await engine.emptied();
    const settings = parseSettings({ map: { itau: { kind: 'bank', values: { [name]: 'EGP' } } } });
    const path = write(temporaryFolder(), 'itau.ofx', sgml(transaction('F1', '1', 'A1'), ''));
    await read(store, [path], { settings });
    expect(await bankRows(store)).toEqual(['itau 5678/F1 true EG 2026-11-20 EGP 100 A1']);
  });

  it('are refused by a table of minor units, in which their amounts would be a hundredth', async () => {
    const store = await engine.emptied();
    const table = { kind: 'bank', unit: 'minor', values: { currency: 'BRL' } } as const;
    const settings = parseSettings({ map: { banco: table } });
    const path = write(temporaryFolder(), 'banco-2026-11.ofx', sgml(transaction('F1', '465.00', 'PO-1')));
    expect(await read(store, [path], { settings }).catch((error: Fault) => error)).toMatchObject({
      code: 'SOURCE_FORMAT',
      detail: { found: 'an OFX document of the table banco, which has amounts in minor units' },
    });
    const other = write(temporaryFolder(), 'conta.ofx', sgml(transaction('F1', '465.00', 'PO-1')));
    await read(store, [other], { settings });
    expect(await bankRows(store)).toEqual(['bank 5678/F1 true BR 2026-11-20 BRL 46500 PO-1']);
    // Rows of no table are read by that with the name of their kind.
    const named = parseSettings({ map: { bank: table } });
    const unnamed = write(temporaryFolder(), 'conta-2.ofx', sgml(transaction('F2', '465.00', 'PO-2')));
    expect(await read(store, [unnamed], { settings: named }).catch((error: Fault) => error)).toMatchObject({
      detail: { found: 'an OFX document of the table bank, which has amounts in minor units' },
    });
  });

  it('count equal rows by their occurrence where the identifier is not their own', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const equal = transaction('0', '1.00', 'A1');
    const other = transaction('0', '2.00', 'A2');
    const own = transaction('7', '3.00', 'A3');
    const files = [
      [equal, equal, other, own, own],
      // The same rows, and one more of each.
      [own, equal, other, other, equal, equal],
    ].map((rows, index) => write(folder, `${index}.ofx`, sgml(rows.join(''))));
    const again = write(folder, 'again.ofx', sgml([other, equal, own, equal].join('')));
    expect((await read(store, [...files, again])).map(counts)).toEqual([
      '5 = 4 + 1 + 0',
      '6 = 2 + 4 + 0',
      '4 = 0 + 4 + 0',
    ]);
    expect((await bankRows(store)).sort()).toEqual([
      ...Array(3).fill('bank 5678/0 false BR 2026-11-20 BRL 100 A1'),
      ...Array(2).fill('bank 5678/0 false BR 2026-11-20 BRL 200 A2'),
      'bank 5678/7 true BR 2026-11-20 BRL 300 A3',
    ]);
  });

  it('say how many transactions correct or delete another, which counts too', async () => {
    const store = await engine.emptied();
    const correcting = (id: string, action: string) =>
      transaction(id, '90.00', 'A1').replace('<MEMO>', `<CORRECTFITID>F1\n<CORRECTACTION>${action}\n<MEMO>`);
    const text = sgml(
      transaction('F1', '100.00', 'A1') + correcting('F2', 'REPLACE') + correcting('F3', 'DELETE'),
    );
    const folder = temporaryFolder();
    const results = await read(store, [write(folder, 'conta.ofx', text)]);
    expect(results.map(counts)).toEqual(['3 = 3 + 0 + 0']);
    expect(results[0]!.correctingRows).toEqual({ rows: 2, line: '2' });
    expect(ingestText(results)).toContain(
      'conta.ofx: 2 rows that correct or delete another row (CORRECTFITID) and count beside it, the first in line 2\n' +
        '    to do: take the row that is corrected out of its file, and a deletion too; withdraw what was read, and read the files again',
    );
    const [other] = await read(store, [write(folder, 'other.ofx', sgml(transaction('F4', '1', 'A1')))]);
    expect(other).not.toHaveProperty('correctingRows');
  });

  it.each([
    ['utf-16le', 'utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', 'utf-16be', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['utf-16le without a mark', 'utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  ])('in %s are refused with their encoding', async (_name, encoding, encoded) => {
    for (const text of [XML, sgml(transaction('F1', '1', 'A1'))]) {
      const store = await engine.emptied();
      const path = write(temporaryFolder(), 'extrato.ofx', encoded(text));
      expect(await read(store, [path]).catch((error: Fault) => error)).toMatchObject({
        code: 'SOURCE_FORMAT',
        detail: {
          where: path,
          found: `an OFX document in ${encoding}`,
          remedy:
            'Save the file as UTF-8; in its head, write encoding="UTF-8", or ENCODING:UTF-8 in the older form.',
        },
      });
    }
  });

  it.each([
    ['SOURCE_BROKEN', sgml(transaction('F1', '1', 'A1')).replace('</OFX>', '')],
    ['SOURCE_BROKEN', sgml(`<STMTTRN><MEMO>${'x'.repeat(2_000_000)}`)],
    ['SOURCE_BROKEN', sgml('<1 2 3><%>')],
    ['SOURCE_STATEMENT', `${SGML_HEAD}<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>`],
    ['SOURCE_FORMAT', 'Pedido;Valor\n1;2\n'],
  ])('refuse a document that cannot be read: %s', async (code, text) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'extrato.ofx', text);
    expect(await read(store, [path]).catch((error: Fault) => error)).toMatchObject({ code });
    expect(await bankRows(store)).toEqual([]);
  });
});
