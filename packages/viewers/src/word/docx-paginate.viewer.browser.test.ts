import { afterEach, expect, it } from 'vitest';
import { paginate } from './docx-paginate.viewer.ts';
import { markKeptParagraphs, paragraphProperties } from './docx-paragraph-properties.rules.ts';
import { prepareSections } from './docx-sections.rules.ts';

afterEach(() => document.body.replaceChildren());

/** A page of 100 px with a header of 20 px, and blocks of lines of 20 px. */
function showPage(content: string): HTMLElement {
  document.body.innerHTML = `<section style="min-height:100px;width:400px;line-height:20px;font-size:10px">
    <header style="height:20px">head</header><article>${content}</article></section>`;
  return document.querySelector('section') as HTMLElement;
}

const partsOf = () => ({ notes: [], lossesOf: () => () => 0 });

const textsOf = (pages: readonly HTMLElement[]) =>
  pages.map((page) => page.querySelector('article')?.innerText.trim().split(/\s+/).join(' '));

const paragraph = (text: string, mark = '') =>
  `<p style="margin:0">${mark && `<span id="sealflow-${mark}"></span>`}${text}</p>`;

it('ends a page between paragraphs, with the header on each page, and keeps headings with the next one', () => {
  const page = showPage(['a', 'b', 'c', 'd', 'e'].map((text) => paragraph(text)).join(''));
  const pages = paginate([page], partsOf());
  expect(textsOf(pages)).toEqual(['a b c d', 'e']);
  expect(pages[1]?.querySelector('header')?.textContent).toBe('head');
  const marked = (kept: string) =>
    ['a', 'b', 'c', 'd', 'e']
      .map((text) => paragraph(text, kept.includes(text) ? 'kept-with-next' : ''))
      .join('');
  expect(textsOf(paginate([showPage(marked('d'))], partsOf()))).toEqual(['a b c', 'd e']);
  expect(textsOf(paginate([showPage(marked('bcd'))], partsOf()))).toEqual(['a', 'b c d e']);
  // A page that they fill alone ends where it is full.
  expect(textsOf(paginate([showPage(marked('abcd'))], partsOf()))).toEqual(['a b c d', 'e']);
});

it('keeps the lines of a paragraph together unless they are taller than a page', () => {
  const lines = (count: number, mark: string) =>
    paragraph(Array.from({ length: count }, (_, at) => `<span>${at}<br></span>`).join(''), mark);
  const show = (count: number, mark = 'kept-lines') =>
    textsOf(paginate([showPage(paragraph('a') + lines(count, mark))], partsOf()));
  expect(show(4, 'other')).toEqual(['a 0 1', '2 3']);
  expect(show(4)).toEqual(['a', '0 1 2 3']);
  expect(show(6)).toEqual(['a', '0 1 2 3', '4 5']);
});

it('splits a paragraph with at least two lines on each side, and a table between rows', () => {
  const lines = ['1', '2', '3', '4', '5'].map((text) => `<span>${text}<br></span>`).join('');
  expect(textsOf(paginate([showPage(paragraph(lines))], partsOf()))).toEqual(['1 2 3', '4 5']);
  const rows = ['1', '2', '3', '4', '5'].map(
    (text) => `<tr style="height:20px"><td style="padding:0">${text}</td></tr>`,
  );
  const table = `<table style="border-collapse:collapse">${rows.join('')}</table>`;
  expect(textsOf(paginate([showPage(table)], partsOf()))).toEqual(['1 2 3 4', '5']);
});

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const parse = (content: string) =>
  new DOMParser().parseFromString(
    `<w:document ${namespace}><w:body>${content}</w:body></w:document>`,
    'application/xml',
  );
const markupOf = (part: Document) => new XMLSerializer().serializeToString(part);

it('gives sections a size and a break, and removes the breaks of the last program', () => {
  const part = parse('<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:lastRenderedPageBreak/></w:r></w:p><w:p/>');
  prepareSections(part);
  const markup = markupOf(part);
  expect(markup).not.toContain('lastRenderedPageBreak');
  expect(markup.match(/w:w="12240"/g)).toHaveLength(2);
  expect(markup).toContain('<w:br w:type="page"/>');
});

it('ends a page before a section of another size or direction, or with a next column where there is one', () => {
  const breaksBefore = (...properties: readonly string[]) => {
    const part = parse(
      `<w:p><w:pPr><w:sectPr><w:pgSz w:w="9000" w:h="9000"/></w:sectPr></w:pPr></w:p><w:sectPr>${properties.join('')}</w:sectPr>`,
    );
    prepareSections(part);
    return markupOf(part).includes('<w:br w:type="page"/>');
  };
  const [continuous, column] = ['continuous', 'nextColumn'].map((type) => `<w:type w:val="${type}"/>`);
  const same = '<w:pgSz w:w="9000" w:h="9000"/>';
  expect(breaksBefore(`${continuous}${same}`)).toBe(false);
  expect(breaksBefore(`${continuous}<w:pgSz w:w="9000" w:h="8000"/>`)).toBe(true);
  expect(breaksBefore(`${continuous}${same}<w:textDirection w:val="tbRl"/>`)).toBe(true);
  expect(breaksBefore(`${column}${same}<w:cols w:num="2"/>`)).toBe(false);
  expect(breaksBefore(`${column}${same}<w:cols w:space="720"/>`)).toBe(true);
});

it('marks paragraphs that are kept by their own properties, their style or a base of it', () => {
  const styles = parse(`<w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:keepNext/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Heading"><w:basedOn w:val="Base"/><w:pPr><w:keepLines/></w:pPr></w:style>`);
  const part = parse(
    ['<w:pStyle w:val="Heading"/>', '<w:pStyle w:val="Heading"/><w:keepNext w:val="0"/>', '<w:keepNext/>', '']
      .map((properties) => `<w:p><w:pPr>${properties}</w:pPr></w:p>`)
      .join(''),
  );
  markKeptParagraphs(part, paragraphProperties(styles));
  const paragraphs = Array.from(part.querySelectorAll('p')).map((each) => each.outerHTML);
  expect(paragraphs.map((each) => each.includes('kept-with-next'))).toEqual([true, false, true, false]);
  expect(paragraphs.map((each) => each.includes('kept-lines'))).toEqual([true, true, false, false]);
});

it('counts the space around the texts of a line when it ends a page', () => {
  const text = Array.from({ length: 10 }, () => 'word').join('<br>');
  const page = showPage(`<p style="margin:0;line-height:19px;font-size:8px">${text}</p>`);
  const pages = paginate([page], partsOf());
  expect(pages.map(({ offsetHeight }) => offsetHeight)).toEqual(pages.map(() => 100));
});

it('leaves single lines where a paragraph has no control of widows', () => {
  const text = (name: string) =>
    paragraph(
      `<span id="${name}"></span>${['1', '2', '3', '4', '5'].map((each) => `<span>${each}<br></span>`).join('')}`,
    );
  expect(textsOf(paginate([showPage(text('sealflow-single-lines'))], partsOf()))).toEqual(['1 2 3 4', '5']);
  expect(textsOf(paginate([showPage(text('other'))], partsOf()))).toEqual(['1 2 3', '4 5']);
});

it('puts no space below the text of the last line of a page', () => {
  const line = (rule: string) => `<p style="margin:0;line-height:24px;--line-rule:${rule}">a</p>`;
  const show = (rule: string) => paginate([showPage(line(rule).repeat(4))], partsOf()).length;
  // 80 px for four lines of 24 px: the fourth one misses 16 px.
  expect([show('auto 1'), show('auto 4')]).toEqual([2, 1]);
});

it('keeps room for the space at the foot of a cell that is divided', () => {
  const lines = Array.from({ length: 8 }, (_, at) => `<p style="margin:0;line-height:20px">${at}</p>`).join(
    '',
  );
  const show = (padding: number) =>
    textsOf(
      paginate(
        [
          showPage(
            `<table style="border-collapse:collapse"><tr><td style="padding:0 0 ${padding}px">${lines}</td></tr></table>`,
          ),
        ],
        partsOf(),
      ),
    )[0];
  expect([show(0), show(20)]).toEqual(['0 1 2 3', '0 1 2']);
});

it('moves a row whose least height has no room, and divides it where it starts a page', () => {
  const lines = ['1', '2', '3', '4', '5', '6']
    .map((text) => `<p style="margin:0;line-height:20px">${text}</p>`)
    .join('');
  const show = (height: number) =>
    textsOf(
      paginate(
        [
          showPage(
            `${paragraph('a')}${paragraph('b')}<table style="border-collapse:collapse"><tr style="height:${height}pt"><td style="padding:0">${lines}</td></tr></table>`,
          ),
        ],
        partsOf(),
      ),
    );
  expect(show(20)).toEqual(['a b 1 2', '3 4 5 6']);
  expect(show(40)).toEqual(['a b', '1 2 3 4', '5 6']);
});

it('leaves no part of a tab on the page before its line', () => {
  const tab = '<span><span style="display:inline-block;width:20px;white-space:pre">\t</span></span>';
  const lines = ['1', '2', '3', '4', '5', '6'].map((text) => `${tab}<span>${text}<br></span>`);
  const pages = paginate([showPage(paragraph(lines.join('')))], partsOf());
  expect(textsOf(pages)).toEqual(['1 2 3 4', '5 6']);
  expect(pages.map((page) => page.querySelectorAll('p > span').length)).toEqual([8, 4]);
  expect(pages.map(({ offsetHeight }) => offsetHeight)).toEqual([100, 100]);
});
