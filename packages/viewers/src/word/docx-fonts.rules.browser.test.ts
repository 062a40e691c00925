import { expect, it } from 'vitest';
import { wordNamespace as w } from '../../testing/sample-docx.ts';
import { completeFonts, latinFontsOf, themeFontsOf } from './docx-fonts.rules.ts';

const parse = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml');

const theme = (eastAsian: string) =>
  parse(
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/><a:ea typeface="${eastAsian}"/><a:font script="Jpan" typeface="游ゴシック"/><a:font script="Hans" typeface="等线 Light"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:font script="Hans" typeface="等线"/></a:minorFont></a:fontScheme></a:theme>`,
  );
const settings = (language: string) =>
  parse(`<w:settings ${w}><w:themeFontLang w:val="en-US" w:eastAsia="${language}"/></w:settings>`);

it('takes the East Asian fonts of a theme, or those that it lists for the language of the document', () => {
  expect(themeFontsOf(theme(''), settings('zh-CN'))).toEqual({ major: '等线 Light', minor: '等线' });
  expect(themeFontsOf(theme('黑体'), settings('ja-JP'))).toEqual({ major: '黑体', minor: null });
  expect(themeFontsOf(null, null)).toEqual({ major: null, minor: null });
});

it('draws East Asian text in the font of the theme, and Latin letters where a run asks for it', () => {
  const fonts = themeFontsOf(theme(''), settings('zh-CN'));
  const familyOf = (attributes: string) => {
    const part = parse(`<w:p ${w}><w:r><w:rPr><w:rFonts ${attributes}/></w:rPr></w:r></w:p>`);
    completeFonts(part, latinFontsOf(null, fonts), fonts);
    return part.querySelector('rFonts')?.getAttribute('w:ascii');
  };
  const hint = 'w:hint="eastAsia"';
  expect(familyOf(`w:asciiTheme="majorHAnsi" w:eastAsiaTheme="majorEastAsia" ${hint}`)).toBe(
    "var(--docx-majorHAnsi-font),'等线 Light'",
  );
  expect(familyOf('w:asciiTheme="minorEastAsia" w:eastAsiaTheme="minorEastAsia"')).toMatch(/^'等线', /);
  expect(familyOf('w:asciiTheme="minorEastAsia" w:eastAsia="宋体"')).toMatch(/^'等线', .*'宋体'/);
});
