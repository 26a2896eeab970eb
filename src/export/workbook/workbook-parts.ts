import type { Profile } from '../profile.ts';

/** Indexes in the list of cell formats of {@link stylesXml}. Amounts have one format for each number of decimals. */
export const STYLE = { header: 1, text: 2, whole: 3, date: 4, instant: 5, amount: 6 } as const;

/** The most decimals that a currency has. */
const MOST_DECIMALS = 4;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Lower numbers are Excel's built-in formats. */
const FIRST_OWN_FORMAT = 164;

/** The beginning of a sheet, with a frozen header row. */
export function sheetHead(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
}

export const SHEET_END = '</sheetData></worksheet>';

/** Fonts and number formats; `STYLE` holds their indexes. */
function stylesXml({ dateFormat, instantFormat }: Profile): string {
  const amounts = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) =>
    decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`,
  );
  const own = [dateFormat, instantFormat, ...amounts];
  const formats = own.map(
    (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`,
  );
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"` +
    `${font === 0 ? '' : ' applyFont="1"'}/>`;
  const general = 0;
  const whole = 1;
  const asText = 49;
  const styles = [
    style(general),
    style(asText, 1),
    style(asText),
    style(whole),
    ...own.map((_, index) => style(FIRST_OWN_FORMAT + index)),
  ];
  const font = (weight: string) =>
    `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  return (
    `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** The parts that list the sheets and link all other parts. */
export function frameParts(sheets: readonly string[], profile: Profile): Array<[name: string, xml: string]> {
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const override = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="${TYPE}.${type}+xml"/>`;
  const numbers = sheets.map((_, index) => index + 1);
  return [
    ['xl/styles.xml', stylesXml(profile)],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView/></bookViews><sheets>` +
        `${sheets.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}` +
        '</sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
        `${numbers.map((number) => relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}` +
        `${relationship(`rId${sheets.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
        `${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}` +
        `${numbers.map((number) => override(`xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
    ],
  ];
}
