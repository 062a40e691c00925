import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

it('raises and lowers text whose character style does, also by inheritance', async () => {
  const style = (id: string, properties: string, base = '') =>
    `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${id}"/>${base && `<w:basedOn w:val="${base}"/>`}<w:rPr>${properties}</w:rPr></w:style>`;
  const styles = `<w:styles ${w}>${style('up', '<w:vertAlign w:val="superscript"/>')}${style('down', '<w:vertAlign w:val="subscript"/>')}${style('redUp', '<w:color w:val="FF0000"/>', 'up')}</w:styles>`;
  const run = (text: string, id: string, more = '') =>
    `<w:r><w:rPr><w:rStyle w:val="${id}"/>${more}</w:rPr><w:t>${text}</w:t></w:r>`;
  const flat = run('丁', 'up', '<w:vertAlign w:val="baseline"/>');
  const body = `<w:p>${run('甲', 'up')}${run('乙', 'down')}${run('丙', 'redUp')}${flat}</w:p>`;
  const { root } = await showHere(show, frameSource(await docx(body, { 'word/styles.xml': styles })), {
    kind: 'docx',
  });
  const textsOf = (name: string) =>
    Array.from(root.querySelectorAll(`article ${name}`), ({ textContent }) => textContent);
  expect(textsOf('sup')).toEqual(['甲', '丙']);
  expect(textsOf('sub')).toEqual(['乙']);
});
