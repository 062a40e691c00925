import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { fontList } from './docx-fonts.rules.ts';
import { show } from './word-frame.viewer.ts';

const run = (text: string, size: number) =>
  `<w:r><w:rPr><w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

async function open(body: string, more: Readonly<Record<string, string>> = {}) {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  const section = root.querySelector('section');
  const scale = (section?.getBoundingClientRect().width ?? 0) / (section?.offsetWidth ?? 1);
  const paragraphs = Array.from(root.querySelectorAll<HTMLElement>('article p'));
  return { root, scale, heights: paragraphs.map((each) => each.getBoundingClientRect().height / scale) };
}

it('gives lines whole rows of the grid of their section, except those of exact height and those outside the grid', async () => {
  const grid = '<w:sectPr><w:docGrid w:type="lines" w:linePitch="312"/></w:sectPr>';
  const spacing = (line: number, rule: string) => `<w:spacing w:line="${line}" w:lineRule="${rule}"/>`;
  const { heights } = await open(
    [
      paragraph(run('第一条', 21)),
      paragraph(run('第一条', 36)),
      paragraph(run('第一条', 21), spacing(360, 'auto')),
      paragraph(run('第一条', 36), spacing(450, 'exact')),
      paragraph(run('第一条', 36), '<w:snapToGrid w:val="0"/>'),
      paragraph(run('第一条', 36), `<w:spacing w:after="0"/>${grid}`),
      paragraph(run('第一条', 36)),
    ].join(''),
  );
  expect(heights.slice(0, 4).map(Math.round)).toEqual([21, 42, 31, 30]);
  expect(heights[4]).toBeLessThan(40);
  expect(Math.round(heights[5] ?? 0)).toBe(42);
  expect(heights[6]).toBeLessThan(40);
});

it('gives an empty paragraph with a bookmark the height of its mark', async () => {
  const properties = '<w:rPr><w:sz w:val="64"/></w:rPr>';
  const { heights } = await open(
    paragraph('', properties) +
      paragraph('<w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/>', properties),
  );
  expect(heights[0]).toBeGreaterThan(30);
  expect(heights[1]).toBe(heights[0]);
});

it('makes a line as high as its own texts', async () => {
  const { heights } = await open(
    [
      paragraph(`${run('high', 64)}<w:r><w:br/></w:r>${run('low', 16)}`),
      paragraph(run('high', 64)),
      paragraph(run('low', 16)),
    ].join(''),
  );
  const [both = 0, high = 0, low = 0] = heights;
  expect(low).toBeLessThan(high / 3);
  expect(Math.abs(both - high - low)).toBeLessThan(2);
});

it('gives numbers and empty paragraphs the format of their mark', async () => {
  const level =
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
  const { root, heights } = await open(
    paragraph(
      run('text', 16),
      '<w:pStyle w:val="big"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:sz w:val="16"/></w:rPr>',
    ) + paragraph('', '<w:pStyle w:val="big"/>'),
    {
      'word/styles.xml': `<w:styles ${w}><w:style w:type="paragraph" w:styleId="big"><w:name w:val="big"/><w:rPr><w:sz w:val="64"/></w:rPr></w:style></w:styles>`,
      'word/numbering.xml': `<w:numbering ${w}><w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
  );
  const number = root.querySelector('.number');
  expect(Number.parseFloat(number ? getComputedStyle(number).fontSize : '')).toBeCloseTo(10.67, 1);
  expect(heights[0]).toBeLessThan(20);
  expect(heights[1]).toBeGreaterThan(42);
});

it('names the substitutes of a font', () => {
  expect(fontList('Arial')).toBe("'Arial', 'Liberation Sans', 'DejaVu Sans', sans-serif");
  expect(fontList('Franklin Gothic Book')).toBe("'Franklin Gothic Book', 'DejaVu Sans', sans-serif");
  expect(fontList('Book Antiqua')).toBe("'Book Antiqua', 'DejaVu Sans', serif");
  expect(fontList('Georgia')).toBe("'Georgia', 'DejaVu Serif', serif");
});

it('does not add the gap between the lines of a Latin font to East Asian text', async () => {
  const inFont = (font: string) =>
    paragraph(
      `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/><w:sz w:val="96"/></w:rPr><w:t>第一条</w:t></w:r>`,
    );
  const { heights } = await open(inFont('Calibri') + inFont('Arial'));
  expect(heights[0]).toBeCloseTo(heights[1] ?? 0, 0);
});

it('adds the line spacing of a paragraph to its pictures', async () => {
  const names = 'http://schemas.openxmlformats.org/drawingml/2006';
  const size = 'cx="952500" cy="952500"';
  const picture = `<w:r><w:drawing><wp:inline xmlns:wp="${names}/wordprocessingDrawing"><wp:extent ${size}/><a:graphic xmlns:a="${names}/main"><a:graphicData><pic:pic xmlns:pic="${names}/picture"><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="m0"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const spacing = (line: number) => `<w:spacing w:after="0" w:line="${line}" w:lineRule="auto"/>`;
  const content = [240, 360].flatMap((line) => [
    paragraph(picture, spacing(line)),
    paragraph(run('text', 40), spacing(line)),
  ]);
  const { heights } = await open(content.join(''), {
    'word/image1.png': '',
    'word/styles.xml': `<w:styles ${w}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="40"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`,
  });
  const [single = 0, text = 0, spaced = 0, spacedText = 0] = heights;
  expect(single).toBeCloseTo(100, 0);
  expect(spaced - single).toBeCloseTo(spacedText - text, 0);
  expect(spaced).toBeGreaterThan(110);
});
