import { describe, expect, test } from 'vitest';
import { contentsOf } from '../../../testing/pdf-contents.ts';
import { defaultRenderingLimits, renderDocument } from './render-document.adapter.ts';
import { findSandboxKind } from './sandboxed-process.adapter.ts';

const kind = await findSandboxKind();
/** A busy machine compiles the engine slowly. */
const limits = { ...defaultRenderingLimits, timeMs: 300_000 };
const timeout = 310_000;

const render = async (document: string, name: string) =>
  contentsOf(await renderDocument({ kind, document: Buffer.from(document), name, limits })).join('\n');

/** The place of the last text of a page, in points from the left. Page numbers come first. */
const lastTextOf = (content: string) =>
  Number(Array.from(content.matchAll(/^(-?[\d.]+) -?[\d.]+ Td /gm)).at(-1)?.[1]);

/** The lengths of the lines below texts, in points. */
const underlinesOf = (content: string) =>
  Array.from(content.matchAll(/^0 -[\d.]+ m (\d[\d.]*) -[\d.]+ l S$/gm), ([, length]) => Number(length));

const namespaces = [
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"',
  'xmlns:ooo="http://openoffice.org/2004/office"',
].join(' ');
const settingsOf = (values: Readonly<Record<string, boolean | string>>) => {
  const items = Object.entries(values).map(
    ([name, value]) =>
      `<config:config-item config:name="${name}" config:type="${typeof value}">${value}</config:config-item>`,
  );
  return `<office:settings><config:config-item-set config:name="ooo:configuration-settings">${items.join('')}</config:config-item-set></office:settings>`;
};
/** A flat OpenDocument with a style for paragraphs in letters of a size, and one for underlined text. */
const openDocument = (type: string, size: number, align: string, settings: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${type}">${settings}<office:automatic-styles><style:style style:name="line" style:family="paragraph"><style:paragraph-properties fo:text-align="${align}"/><style:text-properties fo:font-family="Liberation Sans" fo:font-size="${size}pt"/></style:style><style:style style:name="form" style:family="text"><style:text-properties style:text-underline-style="solid"/></style:style></office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document>`;
const paragraph = (text: string) => `<text:p text:style-name="line">${text}</text:p>`;

/** A hundred narrow letters on the right. Where they begin, tells their width. */
const letters = paragraph('l'.repeat(100));
const lettersOf = (layout: string) =>
  openDocument('text', 12, 'end', settingsOf({ PrinterIndependentLayout: layout }), letters);

/** A paragraph that follows the rules of Word for spaces at the end of a line, as Chinese Word writes documents. */
const wordSettings = settingsOf({ MsWordCompTrailingBlanks: true, DoNotJustifyLinesWithManualBreak: true });
const form = (align: string, text: string) => openDocument('text', 12, align, wordSettings, paragraph(text));
const blank = 3.336;
const blanks = (count: number) => `<text:span text:style-name="form"><text:s text:c="${count}"/></text:span>`;

describe('lines as in LibreOffice 7.4', () => {
  // 22.2 % of 12 points are 11.1 dots of a printer with 300 dots per inch, which are 11.
  test.each([
    ['at a high resolution', 'high-resolution', 272.1],
    ['in dots of a printer, if the document asks for one', 'disabled', 274.8],
  ])('measure text %s', { timeout }, async (_, layout, start) => {
    expect(lastTextOf(await render(lettersOf(layout), 'text.fodt'))).toBeCloseTo(start, 0);
  });

  test('have the narrow letters of Arial Narrow', { timeout }, async () => {
    const document = `{\\rtf1{\\fonttbl{\\f0 Arial Narrow;}}\\paperw11906\\paperh16838\\margl0\\margr1440\\pard\\qr\\f0\\fs24 ${'l'.repeat(100)}\\par}`;
    expect(lastTextOf(await render(document, 'narrow.rtf'))).toBeCloseTo(
      595.3 - 72 - 100 * 12 * (373 / 2048),
      0,
    );
  });

  // 22.2 % of 15 points are 27.8 dots of a device with 600 dots per inch, which are 28.
  test('measure each letter of slides in dots', { timeout }, async () => {
    const box = `<draw:page draw:name="1"><draw:frame svg:x="0cm" svg:y="2cm" svg:width="20cm" svg:height="5cm"><draw:text-box>${letters}</draw:text-box></draw:frame></draw:page>`;
    const content = await render(openDocument('presentation', 15, 'end', '', box), 'slide.fodp');
    const right = (20 / 2.54) * 72 - 7.1;
    expect(right - lastTextOf(content)).toBeCloseTo((100 * 28 * 72) / 600, 0);
  });

  // In Word these are the lines for signatures. The build of the engine leaves them out.
  test.each([
    ['at the end of a paragraph', 'start', `Name: ${blanks(100)}`, [100]],
    ['at the end of a line', 'start', `Name: ${blanks(20)}<text:line-break/>Date: ${blanks(10)}`, [20, 10]],
    ['at the end of a justified line', 'justify', `Name: ${blanks(20)}<text:line-break/>Date`, [20]],
    ['at the end of a centred line', 'center', `Name: ${blanks(20)}`, [20]],
    ['up to the margin', 'start', blanks(400), [144]],
    ['before other text', 'start', `Name: ${blanks(20)}x`, [20]],
  ])('underline spaces %s', { timeout }, async (_, align, text, counts) => {
    const shown = underlinesOf(await render(form(align, text), 'form.fodt'));
    expect(shown).toHaveLength(counts.length);
    // The lines are drawn in whole points.
    for (const [index, count] of counts.entries()) {
      expect(Math.abs((shown[index] ?? 0) / blank - count)).toBeLessThan(1);
    }
  });
});

describe('pages as in LibreOffice 7.4', () => {
  const papersOf = async (width: number, height: number) => {
    const document = Buffer.from(`{\\rtf1\\paperw${width}\\paperh${height} Text}`);
    const pdf = await renderDocument({ kind, document, name: 'page.rtf', limits });
    return /\/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number);
  };

  // Sizes in twips. 3207 are 0.43 millimetres less than an envelope C8, and 11900 are 0.1 millimetres less than A4.
  test.each([
    ['keep a width that is near that of a paper', [3207, 9000], [160.35, 450]],
    ['have the size of a paper that is as good as equal', [11900, 16838], [595.3, 841.89]],
  ] as const)('%s', { timeout }, async (_, [width, height], shown) => {
    const paper = await papersOf(width, height);
    expect(paper?.[0]).toBeCloseTo(shown[0], 1);
    expect(paper?.[1]).toBeCloseTo(shown[1], 1);
  });
});
