import { bytesSource } from '@sealflow/tdf/reader';
import { expect, test } from 'vitest';
import { sampleOle } from '../../testing/sample-ole.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { detectFormat } from './detect-format.util.ts';

const types = '[Content_Types].xml';

test.each([
  [[types, 'word/document.xml'], { viewer: 'word', kind: 'docx', name: 'Word (docx)' }],
  [['_rels/.rels', 'word\\document2.xml', types], { viewer: 'word', kind: 'docx' }],
  [[types, 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'], { viewer: 'sheet', kind: 'xlsx' }],
  [[types, 'xl/styles.xml', 'xl/workbook.bin'], { viewer: 'sheet', kind: 'xlsb' }],
  [[types, 'ppt/presentation.xml', 'ppt/embeddings/a.xlsx'], { viewer: 'slides', kind: 'pptx' }],
  [[types, 'word/document.xml', 'word/embeddings/xl/workbook.xml'], { viewer: 'word' }],
  [['Doc_0/Document.xml', 'OFD.xml'], { viewer: 'ofd', kind: 'ofd' }],
  [['word/document.xml'], { viewer: 'archive', kind: 'zip' }],
  [['a.txt'], { viewer: 'archive', kind: 'zip', name: 'ZIP' }],
  [[], { viewer: 'archive', kind: 'zip' }],
])('a zip of %j is %j', async (names, format) => {
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, ''])));
  expect(await detectFormat(bytesSource(zip))).toMatchObject(format);
});

test.each([
  ['application/vnd.oasis.opendocument.spreadsheet', { viewer: 'sheet', kind: 'ods' }],
  ['application/vnd.oasis.opendocument.text', { viewer: null, name: 'OpenDocument (odt)', exactKind: 'odt' }],
  ['application/epub+zip', { viewer: 'epub', kind: 'epub' }],
])('a zip with the mimetype entry %s is %j', async (type, format) => {
  const zip = await zipOf({ mimetype: type, 'content.xml': '' }, { level: 0 });
  expect(await detectFormat(bytesSource(zip))).toMatchObject(format);
});

test.each([
  ['WordDocument', { viewer: 'word', kind: 'doc' }],
  ['Workbook', { viewer: 'sheet', kind: 'xls' }],
  ['Book', { viewer: 'sheet', kind: 'xls' }],
  ['PowerPoint Document', { viewer: 'slides', kind: 'ppt' }],
  ['__properties_version1.0', { viewer: 'mail', kind: 'msg' }],
  ['EncryptedPackage', { viewer: 'locked', name: 'Office' }],
  ['Something', { viewer: null, name: 'OLE2' }],
])('an OLE2 file with %s is %j', async (name, format) => {
  const file = sampleOle({ names: ['\u0005SummaryInformation', name] });
  expect(await detectFormat(bytesSource(file))).toMatchObject(format);
});

test('a truncated zip is detected as an archive, so that its viewer can report the damage', async () => {
  const zip = await zipOf({ 'a.txt': 'text' });
  expect(await detectFormat(bytesSource(zip.slice(0, 20)))).toMatchObject({ viewer: 'archive' });
});
