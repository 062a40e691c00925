import { writeFile } from 'node:fs/promises';
import { docx } from '../../e2e/support/docx.ts';
import { zipOf } from '../../e2e/support/zip.ts';

const paragraph =
  '甲方应在合同生效后十个工作日内向乙方支付合同总价的百分之三十作为预付款。乙方应按照附件一所列的技术规格和数量交付设备，并保证其为全新且未经使用。';
/** Paragraphs of two lines that fill a page of A4. */
const paragraphsOfPage = 23;

/** The first words of a document, by which its first page is recognised. */
export const firstWords = '设备采购合同第一条';

/** Writes a Word document of about this many pages. */
export const writeDocx = (path: string, pages: number): Promise<void> =>
  writeFile(
    path,
    docx(
      firstWords,
      ...Array.from({ length: pages * paragraphsOfPage }, (_, index) => `${index + 1}. ${paragraph}`),
    ),
  );

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles that every spreadsheet program writes, of cells without a style. Without this part the reader takes eight times as long. */
const styles = `<styleSheet xmlns="${namespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`;

/** Writes a workbook of one sheet with a text and three numbers in each row. */
export async function writeWorkbook(path: string, rows: number): Promise<void> {
  const cells = (row: number) =>
    `<c r="A${row}" t="inlineStr"><is><t>${row === 1 ? firstWords : `设备${row}`}</t></is></c><c r="B${row}"><v>${row}</v></c><c r="C${row}"><v>${row * 3}</v></c><c r="D${row}"><v>${row / 4}</v></c>`;
  const data = Array.from({ length: rows }, (_, index) => `<row r="${index + 1}">${cells(index + 1)}</row>`);
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${namespace}"><sheetData>${data.join('')}</sheetData></worksheet>`,
  };
  await writeFile(
    path,
    zipOf(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))),
  );
}
