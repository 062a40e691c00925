import { expect, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `<w:p><w:r><w:t>${at}</w:t></w:r></w:p>`).join('');
const size =
  '<w:pgSz w:w="8000" w:h="8000"/><w:pgMar w:top="1000" w:bottom="1000" w:left="1000" w:right="1000"/>';
const section = (more: string) => `<w:sectPr>${more}${size}</w:sectPr>`;
const columns = '<w:cols w:num="2" w:space="500"/>';

/** The texts of the paragraphs in the second column. */
async function secondColumnOf(body: string): Promise<readonly string[]> {
  const { root } = await showHere(show, frameSource(await docx(body)), { kind: 'docx' });
  const [page] = root.querySelectorAll('section');
  const middle = page ? page.getBoundingClientRect().left + page.getBoundingClientRect().width / 2 : 0;
  return Array.from(page?.querySelectorAll('p') ?? [])
    .filter((paragraph) => paragraph.getBoundingClientRect().left > middle)
    .map(({ textContent }) => textContent.replaceAll('\u200b', ''));
}

test('fills the columns at the end of a document one after the other', async () => {
  expect(await secondColumnOf(paragraphs(10) + section(columns))).toEqual([]);
  const second = await secondColumnOf(paragraphs(40) + section(columns));
  expect(second.length).toBeGreaterThan(5);
  expect(second.length).toBeLessThan(20);
  expect(second.at(-1)).toBe('39');
});

test('divides the text of columns evenly where a section follows on the page', async () => {
  const body = `${paragraphs(9)}<w:p><w:pPr>${section(columns)}</w:pPr><w:r><w:t>9</w:t></w:r></w:p>${section('<w:type w:val="continuous"/>')}`;
  expect(await secondColumnOf(body)).toEqual(['5', '6', '7', '8', '9']);
});
