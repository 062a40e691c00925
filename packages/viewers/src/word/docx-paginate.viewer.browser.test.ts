import { afterEach, expect, it } from 'vitest';
import { paginate } from './docx-paginate.viewer.ts';
import {
  closeAutomaticSpacing,
  closeContextualSpacing,
  prepareSections,
  spacingStylesOf,
} from './docx-sections.rules.ts';

afterEach(() => document.body.replaceChildren());

/** A page of 100 px with a header of 20 px, and blocks of lines of 20 px. */
function showPage(content: string): HTMLElement {
  document.body.innerHTML = `<section style="min-height:100px;width:400px;line-height:20px;font-size:10px">
    <header style="height:20px">head</header><article>${content}</article></section>`;
  return document.querySelector('section') as HTMLElement;
}

const partsOf = (kept: readonly string[] = []) => ({
  keptWithNext: new Set(kept),
  notes: [],
  lossesOf: () => () => 0,
});

const textsOf = (pages: readonly HTMLElement[]) =>
  pages.map((page) => page.querySelector('article')?.innerText.trim().split(/\s+/).join(' '));

const paragraph = (text: string, name = '') => `<p class="${name}" style="margin:0">${text}</p>`;

it('ends a page between paragraphs, with the header on each page, and keeps headings with the next one', () => {
  const page = showPage(['a', 'b', 'c', 'd', 'e'].map((text) => paragraph(text)).join(''));
  const pages = paginate([page], partsOf());
  expect(textsOf(pages)).toEqual(['a b c d', 'e']);
  expect(pages[1]?.querySelector('header')?.textContent).toBe('head');
  const heading = showPage(['a', 'b', 'c', 'd', 'e'].map((text) => paragraph(text, text)).join(''));
  expect(textsOf(paginate([heading], partsOf(['d'])))).toEqual(['a b c', 'd e']);
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
  const part = parse(
    '<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:lastRenderedPageBreak/></w:r></w:p><w:p><w:pPr><w:spacing w:line="360"/></w:pPr></w:p>',
  );
  prepareSections(part);
  const markup = markupOf(part);
  expect(markup).not.toContain('lastRenderedPageBreak');
  expect(markup.match(/w:w="12240"/g)).toHaveLength(2);
  expect(markup).toContain('<w:br w:type="page"/>');
  expect(markup).toContain('w:lineRule="auto"');
});

it('closes the space between neighbours of a style that asks for it', () => {
  const styles = new DOMParser().parseFromString(
    `<w:styles ${namespace}><w:style w:styleId="sub"><w:basedOn w:val="list"/></w:style><w:style w:styleId="list"><w:pPr><w:contextualSpacing/></w:pPr></w:style></w:styles>`,
    'application/xml',
  );
  const item = '<w:p><w:pPr><w:pStyle w:val="sub"/></w:pPr></w:p>';
  const part = parse(`${item}${item}<w:p/>`);
  closeContextualSpacing(part, spacingStylesOf(styles));
  const spacings = Array.from(part.getElementsByTagName('w:spacing'), (spacing) => spacing.outerHTML);
  expect(spacings.map((spacing) => /w:after="0"/.test(spacing))).toEqual([true, false]);
  expect(spacings.map((spacing) => /w:before="0"/.test(spacing))).toEqual([false, true]);
});

it('closes the automatic space at the edges of a cell and in a list', () => {
  const styles = new DOMParser().parseFromString(
    `<w:styles ${namespace}><w:style w:styleId="web"><w:pPr><w:spacing w:beforeAutospacing="1" w:afterAutospacing="1"/></w:pPr></w:style></w:styles>`,
    'application/xml',
  );
  const item = '<w:p><w:pPr><w:pStyle w:val="web"/></w:pPr></w:p>';
  const listed = '<w:p><w:pPr><w:pStyle w:val="web"/><w:numPr/></w:pPr></w:p>';
  const part = parse(
    `<w:tbl><w:tr><w:tc><w:tcPr/>${item}${item}</w:tc></w:tr></w:tbl>${item}${listed}${listed}`,
  );
  closeAutomaticSpacing(part, spacingStylesOf(styles));
  const paragraphs = Array.from(part.getElementsByTagName('w:p'), ({ outerHTML }) => outerHTML);
  expect(paragraphs.map((markup) => /w:before="0"/.test(markup))).toEqual([true, false, false, false, true]);
  expect(paragraphs.map((markup) => /w:after="0"/.test(markup))).toEqual([false, true, false, true, false]);
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
