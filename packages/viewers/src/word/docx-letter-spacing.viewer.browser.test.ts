import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

it('puts space between the letters of runs and styles, with a smaller one where they say so', async () => {
  const styles = `<w:styles ${w}><w:style w:type="paragraph" w:styleId="wide"><w:rPr><w:spacing w:val="60"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="based"><w:basedOn w:val="wide"/></w:style></w:styles>`;
  const paragraph = (style: string, spacing: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:rPr>${spacing}</w:rPr><w:t>letters</w:t></w:r></w:p>`;
  const body = [
    paragraph('based', ''),
    paragraph('based', '<w:spacing w:val="0"/>'),
    paragraph('other', '<w:spacing w:val="-20"/>'),
    paragraph('other', '<w:spacing w:val="wrong"/>'),
  ];
  const { root } = await showHere(
    show,
    frameSource(await docx(body.join(''), { 'word/styles.xml': styles })),
    {
      kind: 'docx',
    },
  );
  const spacings = Array.from(root.querySelectorAll('article p'), ({ children }) => {
    const run = Array.from(children).find(({ textContent }) => textContent === 'letters');
    return run && getComputedStyle(run).letterSpacing.replace('normal', '0px');
  });
  expect(spacings).toEqual(['4px', '0px', '-1.33333px', '0px']);
});
