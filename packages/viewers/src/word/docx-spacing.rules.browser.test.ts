import { expect, it } from 'vitest';
import { docxSettingsOf } from './docx-settings.rules.ts';
import {
  closeAutomaticSpacing,
  closeContextualSpacing,
  completeSpacing,
  spacingStylesOf,
  writeLineSpaces,
} from './docx-spacing.rules.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const parse = (content: string) =>
  new DOMParser().parseFromString(
    `<w:document ${namespace}><w:body>${content}</w:body></w:document>`,
    'application/xml',
  );

it('completes line spacing and automatic space, whose size depends on the settings', () => {
  const spaceIn = (settings: string) => {
    const part = parse('<w:p><w:pPr><w:spacing w:line="360" w:beforeAutospacing="1"/></w:pPr></w:p>');
    completeSpacing(part, docxSettingsOf(parse(settings)));
    const [spacing] = part.getElementsByTagName('w:spacing');
    return [spacing?.getAttribute('w:lineRule'), spacing?.getAttribute('w:before')];
  };
  expect(spaceIn('')).toEqual(['auto', '280']);
  expect(spaceIn('<w:compat><w:doNotUseHTMLParagraphAutoSpacing/></w:compat>')).toEqual(['auto', '100']);
});

it('writes the space that is stated in lines alone, by the grid of the section', () => {
  const spacesWith = (pitchTwips: number) => {
    const part = parse(
      '<w:p><w:pPr><w:spacing w:beforeLines="50" w:afterLines="0"/></w:pPr></w:p><w:p><w:pPr><w:spacing w:before="90" w:beforeLines="50"/></w:pPr></w:p>',
    );
    writeLineSpaces(part, pitchTwips);
    return Array.from(part.getElementsByTagName('w:spacing'), (spacing) => [
      spacing.getAttribute('w:before'),
      spacing.getAttribute('w:after'),
    ]);
  };
  expect(spacesWith(312)[0]).toEqual(['156', null]);
  expect(spacesWith(0)).toEqual([
    ['120', null],
    ['90', null],
  ]);
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

it('closes the automatic space above the first paragraph, at the edges of a cell and in a list', () => {
  const styles = new DOMParser().parseFromString(
    `<w:styles ${namespace}><w:style w:styleId="web"><w:pPr><w:spacing w:beforeAutospacing="1" w:afterAutospacing="1"/></w:pPr></w:style></w:styles>`,
    'application/xml',
  );
  const item = '<w:p><w:pPr><w:pStyle w:val="web"/></w:pPr></w:p>';
  const listed = '<w:p><w:pPr><w:pStyle w:val="web"/><w:numPr/></w:pPr></w:p>';
  const part = parse(
    `${item}<w:tbl><w:tr><w:tc><w:tcPr/>${item}${item}</w:tc></w:tr></w:tbl>${item}${listed}${listed}`,
  );
  closeAutomaticSpacing(part, spacingStylesOf(styles));
  const paragraphs = Array.from(part.getElementsByTagName('w:p'), ({ outerHTML }) => outerHTML);
  expect(paragraphs.map((markup) => /w:before="0"/.test(markup))).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(paragraphs.map((markup) => /w:after="0"/.test(markup))).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ]);
});
