/** Files of decisions: checked whole before any of it is applied, and read as spreadsheets leave them. */
import { describe, expect, it } from 'vitest';
import { decisionsOfRows } from '../../../src/books/findings/apply-decisions.ts';
import { decideFindings } from '../../../src/books/findings/decide.ts';
import { readDecisions } from '../../../src/books/findings/decisions-file.ts';
import type { Store } from '../../../src/database/store.ts';
import { instant, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { caseBooks, decide, expectUnbroken, lifeOf, MOMENTS, payment } from './case-books.ts';

const HEADER = 'code,merchant,order,action,note';

function apply(store: Store, text: string, dryRun = false) {
  const rows = readDecisions(Buffer.from(text), 'todo.csv');
  return decideFindings(
    store,
    { at: instant(MOMENTS.decided), who: 'ana', dryRun, settings: SETTINGS },
    (session) => decisionsOfRows(session, rows, 'todo.csv'),
  );
}

onEngines('a file of decisions', (engine) => {
  async function published() {
    const books = await caseBooks(engine);
    await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    return books;
  }

  it('is applied row after row, in one transaction, and leaves out rows without an action', async () => {
    const { store } = await published();
    const text = [
      HEADER,
      'AMOUNT_MISMATCH,M0001,ORDER00002,assign,bruno',
      'AMOUNT_MISMATCH,M0001,ORDER00002,note,asked the bank',
      'AMOUNT_MISMATCH,M0001,ORDER00002,resolve,refunded',
      'AMOUNT_MISMATCH,M0001,ORDER00002,resolve,refunded',
      'CONTRACT_VIOLATION,M0001,ORDER00002,,',
      'ORPHAN_CALLBACK,M0001,ORDER00004,write-off,"nobody knows it,\nnot even the bank"',
    ].join('\n');
    const before = await stateOf(store);
    const would = await apply(store, text, true);
    expect(await stateOf(store)).toEqual(before);
    const changes = await apply(store, text);
    expect(changes).toEqual(would);
    expect(changes.map(({ action, before: was, after }) => [action, was.state, after.state])).toEqual([
      ['assign', 'open', 'open'],
      ['note', 'open', 'open'],
      ['resolve', 'open', 'resolved'],
      ['write-off', 'open', 'written_off'],
    ]);
    expect(await lifeOf(store, 'AMOUNT_MISMATCH')).toMatchObject({
      state: 'resolved',
      assignee: 'bruno',
      note: 'asked the bank',
    });
    expect((await lifeOf(store, 'CONTRACT_VIOLATION')).state).toBe('open');
    await expectUnbroken(store);
  });

  it('with a row that is wrong is not applied at all, and every such row is told', async () => {
    const { store } = await published();
    await decide(store, 'LATE_CALLBACK', 'accept', 'known');
    const before = await stateOf(store);
    const text = [
      HEADER,
      'AMOUNT_MISMATCH,M0001,ORDER00002,resolve,refunded',
      'AMOUNT_MISMACH,M0001,ORDER00002,resolve,refunded',
      'CONTRACT_VIOLATION,M0001,ORDER00002,acept,fine',
      'CONTRACT_VIOLATION,M0001,ORDER00002,accept,',
      'CONTRACT_VIOLATION,M0001,,accept,fine',
      'CONTRACT_VIOLATION,M0009,ORDER00002,accept,fine',
      'LATE_CALLBACK,M0001,ORDER00002,resolve,again',
      'ORPHAN_CALLBACK,M0001,ORDER00004,reopen,',
      'AMOUNT_MISMATCH,M0001,ORDER00002,write-off,too little',
      'AMOUNT_MISMATCH,M0001,ORDER00002,assign,bruno',
      'CONTRACT_VIOLATION,M0001,ORDER00001,assign,',
      'CONTRACT_VIOLATION,M0001,ORDER00001,note,asked\0',
      'CONTRACT_VIOLATION,M0001,ORDER\0,accept,fine',
    ].join('\n');
    const fault = await apply(store, text).catch((error) => error);
    expect(fault).toMatchObject({ code: 'DECISIONS_INVALID', exitCode: 2, detail: { where: 'todo.csv' } });
    expect(fault.detail.found).toEqual([
      'line 3, column code: "AMOUNT_MISMACH"; expected: Did you mean AMOUNT_MISMATCH?',
      'line 4, column action: "acept"; expected: resolve, accept, write-off, approve, decline, assign, note, reopen, undo. Did you mean accept?',
      'line 5, column note: nothing; expected: why',
      'line 6, column order: nothing; expected: the order number as in the log',
      'line 7, column order: no finding CONTRACT_VIOLATION of order "ORDER00002" of merchant "M0009"; expected: a current finding (capitals and leading zeros count)',
      'line 8, column action: resolve of a finding that is accepted by ana at 2026-11-20T13:00:00Z: known; expected: an open finding, or reopen',
      'line 9, column action: reopen of a finding that is open; expected: a finding that a person has closed',
      'line 10, column action: write-off, which contradicts line 2 (resolve); expected: one decision for a finding',
      'line 11, column action: assign, after line 2 has closed the finding (resolve); expected: assign in a row before it',
      'line 12, column note: nothing; expected: to whom',
      'line 13, column note: "asked\\u0000"; expected: a text without NUL and without half a surrogate pair',
      'line 14, column order: "ORDER\\u0000"; expected: a text without NUL and without half a surrogate pair',
    ]);
    expect(await stateOf(store)).toEqual(before);
  });
});

describe('a file of decisions as a spreadsheet saved it', () => {
  const ROW = {
    line: 2,
    code: 'NO_RESPONSE',
    merchant: '0012',
    order: '=1+1',
    action: 'accept',
    note: 'já; pago',
  };

  it.each([
    ['with commas', `${HEADER}\nNO_RESPONSE,0012,'=1+1,accept,já; pago\n`],
    ['with semicolons', `${HEADER.replaceAll(',', ';')}\r\nNO_RESPONSE;0012;'=1+1;accept;"já; pago"\r\n`],
    [
      'with tabs and a byte order mark',
      `\ufeff${HEADER.replaceAll(',', '\t')}\r\nNO_RESPONSE\t0012\t'=1+1\tAccept \tjá; pago`,
    ],
    [
      'with text held by constants',
      'order_no;"merchant_id";action;code;note;severity\r\n="=1+1";"=""0012""";accept;NO_RESPONSE;"já; pago";medium\r\n',
    ],
    ['with a long constant in parts', `${HEADER}\n NO_RESPONSE,"=""00""&""12""",'=1+1,accept,já; pago\n`],
    ['with empty rows and cells behind', `${HEADER},,\nNO_RESPONSE,0012,'=1+1,accept,já; pago,,\n,,,,,,\n\n`],
    [
      'with further columns before',
      `age_days,reason,${HEADER}\n3,unit_scale,NO_RESPONSE,0012,'=1+1,accept,já; pago\n`,
    ],
  ])('%s', (_how, text) => {
    expect(readDecisions(Buffer.from(text), 'todo.csv')).toEqual([ROW]);
  });

  it('as Unicode text, which is UTF-16 with tabs', () => {
    const text = `\ufeff${HEADER.replaceAll(',', '\t')}\r\nNO_RESPONSE\t0012\t'=1+1\taccept\tjá; pago\r\n`;
    expect(readDecisions(Buffer.from(text, 'utf16le'), 'todo.csv')).toEqual([ROW]);
  });

  it('keeps an apostrophe that guards nothing, and spaces of an identifier', () => {
    const [row] = readDecisions(Buffer.from(`${HEADER}\nX,'M 1 , '90,note,'s fine\n`), 'todo.csv');
    expect(row).toMatchObject({ merchant: "'M 1 ", order: " '90", note: "'s fine" });
  });

  it('counts lines as an editor does, whatever cells hold', () => {
    const rows = readDecisions(
      Buffer.from(`${HEADER}\r\n\r\nA,1,2,note,"x\r\ny"\r\nB,1,2,note,z\r\n`),
      'todo.csv',
    );
    expect(rows.map(({ line }) => line)).toEqual([3, 5]);
  });

  it.each([
    ['without a column', 'code,order,action\n', 'no column merchant'],
    [
      'with a column twice',
      'code,merchant,merchant_id,order,action\n',
      'two columns merchant or merchant_id',
    ],
    ['with a quote that does not end', `${HEADER}\nA,1,2,note,"x\n`, 'a quote that does not end'],
    ['of nothing', '', 'no column code, merchant, order, action'],
  ])('is refused %s', (_what, text, found) => {
    expect(() => readDecisions(Buffer.from(text), 'todo.csv')).toThrow(
      expect.objectContaining({ code: 'DECISIONS_INVALID', detail: expect.objectContaining({ found }) }),
    );
  });

  it('in windows-1252 is read where the settings name it, and refused with the line to set where not', () => {
    const text = `${HEADER.replaceAll(',', ';')}\r\nA;1;2;note;Devolução não é só “já” – €\r\n`;
    const saved = Buffer.from(
      text.replace(/[“”–€]/g, (one) => ({ '“': '\x93', '”': '\x94', '–': '\x96', '€': '\x80' })[one]!),
      'latin1',
    );
    const note = 'Devolução não é só “já” – €';
    expect(readDecisions(saved, 'todo.csv', 'windows-1252')).toMatchObject([{ note }]);
    // What is UTF-8 is read as that whatever the setting.
    expect(readDecisions(Buffer.from(text), 'todo.csv', 'windows-1252')).toMatchObject([{ note }]);
    expect(() => readDecisions(saved, 'todo.csv')).toThrow(
      expect.objectContaining({
        code: 'DECISIONS_INVALID',
        detail: expect.objectContaining({
          found: 'bytes that are not UTF-8',
          remedy: expect.stringContaining('\ncsv: { encoding: windows-1252 }\n'),
        }),
      }),
    );
  });

  it('is no workbook, whatever encoding the settings name', () => {
    const workbook = Buffer.from('PK\x03\x04\x14\x00\x08\x00\x90', 'latin1');
    for (const encoding of ['utf-8', 'windows-1252'] as const) {
      expect(() => readDecisions(workbook, 'todo.xlsx', encoding)).toThrow(
        expect.objectContaining({
          code: 'DECISIONS_INVALID',
          detail: expect.objectContaining({ where: 'todo.xlsx', found: 'an Excel workbook' }),
        }),
      );
    }
  });
});
