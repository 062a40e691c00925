import { beforeAll, describe, expect, test } from 'vitest';
import { contentsOf } from '../../../testing/pdf-contents.ts';
import { defaultRenderingLimits, renderDocument } from './render-document.adapter.ts';
import { findSandboxKind, SandboxedProcessError } from './sandboxed-process.adapter.ts';

/** A line with a comma that only fits into the margin. */
const line = '设备调试按计划进行着，';
const rtfText = (text: string) =>
  Array.from(text, (letter) => String.raw`\u${letter.charCodeAt(0)}?`).join('');
/** A page with a heading, a page that the lines fill if their commas hang into the margin, and signs in the Chinese of Taiwan. */
const rtf = Buffer.from(
  String.raw`{\rtf1\ansi\deflangfe2052{\fonttbl{\f0\fswiss Helvetica;}{\f1 SimSun;}{\f2 PMingLiU;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}
\paperw2400\paperh4400\margl0\margr0\margt0\margb0
\pard\s1\outlinelevel0\f0 Minutes {\field{\*\fldinst FILENAME}{\fldrslt old.rtf}}\par
\page\pard\plain\f1\langfe2052\fs24 ${rtfText(line.repeat(12))}\par
\page\pard\plain\f2\langfe1028\fs24 ${rtfText('附註“①→※”——•')}\par}`,
);
/** A text as the bookmarks of a PDF contain it. */
const bookmark = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
/**
 * A presentation with a text box of a height in points, which shrinks text of 20 points that does not fit. A line is 22.3 points high
 * if it is not spaced closer.
 */
const presentation = (height: number, lines: readonly string[], lineHeight = '100%') => {
  const namespaces = [
    'office',
    'style',
    'text',
    'drawing as draw',
    'svg-compatible as svg',
    'xsl-fo-compatible as fo',
  ]
    .map((names) => names.split(' as '))
    .map(
      ([name = '', prefix = name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    );
  const paragraphs = lines.map((line) => `<text:p text:style-name="line">${line}</text:p>`);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces.join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles><style:style style:name="box" style:family="graphic"><style:graphic-properties draw:fit-to-size="shrink-to-fit" draw:auto-grow-height="false" /></style:style><style:style style:name="line" style:family="paragraph"><style:paragraph-properties fo:line-height="${lineHeight}"/><style:text-properties fo:font-family="Liberation Sans" fo:font-size="20pt"/></style:style></office:automatic-styles><office:body><office:presentation><draw:page draw:name="1"><draw:frame draw:style-name="box" svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="${height + 7.1}pt"><draw:text-box><text:list><text:list-header>${paragraphs.join('')}</text:list-header></text:list></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>`,
  );
};

const namespace = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
/** A workbook with a date whose format names the day of the week, or the era, in the language of a country. */
const datedWorkbook = (language: string, country: string, part: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="${namespace('office')}" xmlns:style="${namespace('style')}" xmlns:table="${namespace('table')}" xmlns:number="${namespace('datastyle')}" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><number:date-style style:name="date" number:language="${language}" number:country="${country}"><number:${part} number:style="long"/></number:date-style><style:style style:name="cell" style:family="table-cell" style:data-style-name="date"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="1"><table:table-row><table:table-cell table:style-name="cell" office:value-type="date" office:date-value="2026-12-01"/></table:table-row></table:table></office:spreadsheet></office:body></office:document>`,
  );

/** A list that begins with 21, by a kind of numbers of Word. */
const numberedList = (kind: number) =>
  Buffer.from(
    String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\listtable{\list\listtemplateid1{\listlevel\levelnfc${kind}\levelstartat21\levelfollow0{\leveltext\'01\'00;}{\levelnumbers\'01;}}\listid1}}{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}\pard\ls1\ilvl0\f0\lang1033 x\par}`,
  );

/** The characters of the fonts of a PDF, by their maps to Unicode. */
const charactersOf = (pdf: Buffer) =>
  contentsOf(pdf)
    .filter((content) => content.includes('beginbfchar'))
    .flatMap((content) =>
      Array.from(content.matchAll(/<[\dA-F]+> <([\dA-F]{4})>/g), ([, code = '']) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );

/** The size of the letters of the first lines of a box, and the distance of these lines, in points. Page numbers come first. */
function firstLinesOf(pdf: Buffer): { readonly size: number; readonly distance: number } {
  const texts = contentsOf(pdf).flatMap((content) =>
    Array.from(content.matchAll(/([\d.]+) Td \/F2 ([\d.]+) Tf/g), ([, y, size]) => ({
      y: Number(y),
      size: Number(size),
    })),
  );
  const [first = { y: 0, size: 0 }, second = first] = texts;
  return { size: first.size, distance: first.y - second.y };
}

/** A busy machine compiles the engine slowly. */
const patientLimits = { ...defaultRenderingLimits, timeMs: 300_000 };
const kind = await findSandboxKind();

describe('the engine in its process', () => {
  let pages: string;
  beforeAll(async () => {
    const rendered = await renderDocument({
      kind,
      document: rtf,
      name: '会议纪要 100%.rtf',
      limits: patientLimits,
    });
    pages = rendered.toString('latin1');
  }, 310_000);

  test('converts a document to PDF with its bookmarks, fonts and name', () => {
    expect(pages.slice(0, 5)).toBe('%PDF-');
    expect(pages).toMatch(/\/FontName\/[A-Z]+\+Liberation/);
    expect(pages).toContain(bookmark('Minutes 会议纪要 100%.rtf'));
    expect(pages).toContain('%%EOF');
  });

  // The build of the engine lacks the line breaks of Chinese. Without hanging commas the lines would fill two pages.
  test('lets Chinese punctuation hang into the margin', () => {
    expect(pages.match(/\/Type\/Page\//g)).toHaveLength(3);
  });

  test('draws the signs of Traditional Chinese as wide as its letters', () => {
    expect(pages).not.toMatch(/\/FontName\/[A-Z]+\+DejaVu/);
    const [, widths = ''] = /\+NotoSansHans-Regular\s[^[]*\/Widths\[([^\]]+)/.exec(pages) ?? [];
    const spaceWidth = 224;
    const signWidths = widths
      .split(/\s+/)
      .map(Number)
      .filter((width) => width !== spaceWidth);
    // Two dashes are one sign of two letters.
    expect(signWidths).toContain(2000);
    expect(signWidths.filter((width) => width % 1000 !== 0)).toEqual([]);
  });

  // LibreOffice 7.4 draws these boxes with the same sizes and distances.
  test.each([
    ['leaves text that fits besides empty lines at its end', 224, 10, 5, { size: 20, distance: 22.3 }],
    ['shrinks text that is a little too high by a little', 218, 10, 0, { size: 19.4, distance: 21.7 }],
    ['shrinks text by the whole percents that it needs', 224, 11, 0, { size: 18, distance: 20.15 }],
    ['shrinks text that is much too high', 224, 40, 0, { size: 4.8, distance: 5.3 }],
  ])('%s', { timeout: 310_000 }, async (_, height, lines, emptyLines, expected) => {
    const texts = [...Array<string>(lines).fill('line'), ...Array<string>(emptyLines).fill('')];
    const document = presentation(height, texts);
    const pdf = await renderDocument({ kind, document, name: 'box.fodp', limits: patientLimits });
    const { size, distance } = firstLinesOf(pdf);
    expect(size).toBeCloseTo(expected.size, 1);
    expect(distance).toBeCloseTo(expected.distance, 1);
  });

  test('keeps the line spacing of the author in text that it shrinks', { timeout: 310_000 }, async () => {
    const document = presentation(150, Array<string>(11).fill('line'), '70%');
    const pdf = await renderDocument({ kind, document, name: 'box.fodp', limits: patientLimits });
    const { size, distance } = firstLinesOf(pdf);
    expect(size).toBeLessThan(19);
    expect(distance / size).toBeCloseTo((22.3 / 20) * 0.7, 1);
  });

  // The build of the engine has the names of English alone.
  test.each([
    ['zh', 'CN', 'day-of-week', '星期二'],
    ['zh', 'TW', 'day-of-week', '星期二'],
    ['ja', 'JP', 'day-of-week', '火曜日'],
    ['en', 'US', 'day-of-week', 'Tuesday'],
    ['ja', 'JP', 'era', '令和'],
  ])('names the dates of %s-%s by their %s', { timeout: 310_000 }, async (language, country, part, name) => {
    const document = datedWorkbook(language, country, part);
    const pdf = await renderDocument({ kind, document, name: 'dates.fods', limits: patientLimits });
    expect(charactersOf(pdf)).toEqual(expect.arrayContaining(Array.from(name)));
  });

  // The package of the engine has no words of numbers.
  test.each([
    [5, '21stx'],
    [6, 'Twenty-onex'],
    [7, 'Twenty-firstx'],
  ])('numbers lists of kind %i in words', { timeout: 310_000 }, async (kindOfNumbers, text) => {
    const document = numberedList(kindOfNumbers);
    const pdf = await renderDocument({ kind, document, name: 'list.rtf', limits: patientLimits });
    const shown = charactersOf(pdf).filter((character) => character.trim() !== '');
    expect(new Set(shown)).toEqual(new Set(text));
  });

  // The build of the engine does not catch the errors of its PNG reader.
  test('converts a document with a damaged picture', { timeout: 310_000 }, async () => {
    const cutPng = '89504e470d0a1a0a0000000d4948445200000001000000010806000000';
    const document = Buffer.from(
      String.raw`{\rtf1\ansi Before {\pict\pngblip\picw1\pich1 ${cutPng.padEnd(400, '0')}} after\par}`,
    );
    const cut = await renderDocument({ kind, document, name: 'cut.rtf', limits: patientLimits });
    expect(cut.toString('latin1')).toContain('%%EOF');
  });

  // A conversion takes seconds, so that only the long run repeats it. The engine imports some garbage as text, and hangs on some.
  test.each(process.env['TEST_FULL'] === '1' ? ['docx', 'xls', 'pptx'] : [])(
    'ends for a damaged %s',
    { timeout: 60_000 },
    async (extension) => {
      const document = Buffer.alloc(1_000, 0xd0);
      const limits = { ...defaultRenderingLimits, timeMs: 30_000 };
      const end = await renderDocument({ kind, document, name: `damaged.${extension}`, limits }).then(
        (pages) => pages.subarray(0, 5).toString(),
        (error: unknown) => (error instanceof SandboxedProcessError ? error.end : error),
      );
      expect(['%PDF-', 'failed', 'tooSlow']).toContain(end);
    },
  );
});
