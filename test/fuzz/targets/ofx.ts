import { OfxElements, OfxError } from '../../../src/ingest/ofx/ofx-elements.ts';
import { isOfx, mayBeOfx, ofxEncoding } from '../../../src/ingest/ofx/ofx-head.ts';
import { type OfxRow, OfxRows } from '../../../src/ingest/ofx/ofx-rows.ts';
import { normaliseBankRow } from '../../../src/normalise/normalise-bank-row.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const SETTINGS = parseSettings({});
const MOST_TEXT = 512;
const HEAD = 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n';
const ROW = '<STMTTRN><DTPOSTED>20261120100000[-3:BRT]<TRNAMT>-1,50<FITID>F1<MEMO>PO-1 &amp; x</STMTTRN>';
const BODY = `<OFX><STMTRS><CURDEF>BRL<BANKACCTFROM><ACCTID>1234</BANKACCTFROM><BANKTRANLIST>${ROW}${ROW}</BANKTRANLIST></STMTRS></OFX>`;

/** An account statement in OFX: nothing depends on how the bytes arrive, each transaction is a row or a rejection. */
const target: Target = {
  seeds: [
    `\x05${HEAD}${BODY}`,
    `\x11<?xml version="1.0" encoding="utf-8"?><?OFX OFXHEADER="200"?>${BODY.replaceAll('<MEMO>PO-1', '<MEMO><![CDATA[PO-1]]></MEMO><NAME>')}`,
    `\x21<!DOCTYPE OFX [<!ENTITY a "b">]>${BODY}<!-- > -->`,
  ],
  words: [
    '<',
    '>',
    '</',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&#x41;',
    '&#0;',
    '&amp;',
    '<STMTTRN>',
    '</OFX>',
    ROW,
  ],
  run: (input) => {
    const [size, bytes] = withNumber(input, 97);
    ofxEncoding(bytes);
    holds(!isOfx(bytes) || mayBeOfx(bytes), 'what is OFX may be OFX');
    holds(
      rowsOf([bytes]) === rowsOf(piecesOf(bytes, size)),
      'a document is the same however its bytes arrive',
    );
  },
};
export default target;

function rowsOf(pieces: Iterable<Uint8Array>): string {
  const found: string[] = [];
  const rows = new OfxRows((row: OfxRow) => {
    const normalised = normaliseBankRow(row, SETTINGS);
    found.push(normalised.kind === 'rejected' ? normalised.rejection.reason : normalised.record.digest);
  });
  const elements = new OfxElements(rows, MOST_TEXT);
  // One byte a letter, so that a cut within a letter is left to the decoder.
  for (const piece of pieces) {
    try {
      elements.write(Buffer.from(piece).toString('latin1'));
    } catch (error) {
      holds(error instanceof OfxError, 'a broken document is a fault of its own');
      return 'broken';
    }
  }
  return `${found} ${rows.hasBegun} ${rows.hasList} ${rows.hasEnded}`;
}
