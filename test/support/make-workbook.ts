import { zip } from '../../src/export/workbook/zip.ts';

/** A sheet of a workbook for tests: the XML of its rows, and what follows them. */
export interface MadeSheet {
  readonly name: string;
  readonly state?: string;
  readonly rows: string | AsyncIterable<string>;
  readonly after?: string;
}

export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[];
  readonly strings?: readonly string[];
  readonly date1904?: boolean;
  /** The format code of the cell style 1. */
  readonly format?: string;
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Text of a row from its cells: a text, a number, or the XML of a cell. */
export function row(number: number, ...cells: readonly (string | number)[]): string {
  const made = cells.map((cell, at) => {
    const place = `${String.fromCharCode(65 + at)}${number}`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (cell.startsWith('<c')) return cell.replace('<c', `<c r="${place}"`);
    return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${number}">${made.join('')}</row>`;
}

/** The bytes of a workbook as Excel writes it. */
export async function madeWorkbook({
  sheets,
  strings = [],
  date1904,
  format = '0',
}: MadeWorkbook): Promise<Buffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
  const book = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  async function* entries() {
    yield { name: '[Content_Types].xml', blocks: ['<Types/>'] };
    yield {
      name: '_rels/.rels',
      blocks: [`<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    };
    yield {
      name: 'xl/workbook.xml',
      blocks: [
        `<workbook xmlns:r="${TYPES}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${book.join('')}</sheets></workbook>`,
      ],
    };
    const relations = sheets.map((_sheet, at) =>
      relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`),
    );
    relations.push(
      relation('s', 'sharedStrings', 'sharedStrings.xml'),
      relation('f', 'styles', '/xl/styles.xml'),
    );
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      blocks: [`<Relationships>${relations.join('')}</Relationships>`],
    };
    yield {
      name: 'xl/styles.xml',
      blocks: [
        `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      ],
    };
    yield {
      name: 'xl/sharedStrings.xml',
      blocks: [`<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`],
    };
    for (const [at, { rows, after = '' }] of sheets.entries()) {
      async function* blocks() {
        yield '<worksheet><sheetData>';
        if (typeof rows === 'string') yield rows;
        else yield* rows;
        yield `</sheetData>${after}</worksheet>`;
      }
      yield { name: `xl/worksheets/sheet${at + 1}.xml`, blocks: blocks() };
    }
  }
  const parts: Buffer[] = [];
  for await (const part of zip(entries())) parts.push(part);
  return Buffer.concat(parts);
}
