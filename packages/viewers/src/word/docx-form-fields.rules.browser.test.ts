import { expect, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const format = '<w:rPr><w:i/><w:sz w:val="20"/></w:rPr>';
const run = (content: string) => `<w:r>${format}${content}</w:r>`;
const character = (kind: string, data = '') => `<w:fldChar w:fldCharType="${kind}">${data}</w:fldChar>`;
const field = (data: string, instruction: string, result = '') =>
  [
    character('begin', `<w:ffData>${data}</w:ffData>`),
    `<w:instrText> ${instruction} </w:instrText>`,
    character('separate'),
    result,
    character('end'),
  ]
    .map(run)
    .join('');
const box = (state: string) => field(`<w:checkBox>${state}</w:checkBox>`, 'FORMCHECKBOX');
const list = (choice: string, result = '') =>
  field(
    `<w:ddList>${choice}<w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList>`,
    'FORMDROPDOWN',
    result,
  );

async function open(body: string) {
  const { root } = await showHere(show, frameSource(await docx(`<w:p>${body}</w:p>`)), { kind: 'docx' });
  return root.querySelector<HTMLElement>('article p');
}

test.each([
  ['a box without a state', box('<w:sizeAuto/>'), '☐'],
  ['a box that is checked at first', box('<w:sizeAuto/><w:default w:val="1"/>'), '☒'],
  ['a box that the reader cleared', box('<w:default w:val="1"/><w:checked w:val="0"/>'), '☐'],
  ['a box that the reader checked', box('<w:default w:val="0"/><w:checked/>'), '☒'],
  ['a list without a choice', list(''), 'red'],
  ['a list with a choice', list('<w:result w:val="1"/>'), 'blue'],
  ['a list with a choice that does not exist', list('<w:result w:val="7"/>'), ''],
  ['a list with its choice as text', list('<w:result w:val="1"/>', '<w:t>blue</w:t>'), 'blue'],
  ['a text', field('<w:textInput/>', 'FORMTEXT', '<w:t>typed</w:t>'), 'typed'],
  [
    'a field in one run',
    run(
      `${character('begin')}<w:instrText>FORMTEXT</w:instrText>${character('separate')}<w:t>typed</w:t>${character('end')}`,
    ),
    'typed',
  ],
  [
    'a content control with a box',
    '<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="w14"/></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt>',
    '☒',
  ],
])('shows %s', async (_, body, text) => {
  const paragraph = await open(`<w:r><w:t>[</w:t></w:r>${body}<w:r><w:t>]</w:t></w:r>`);
  expect(paragraph?.textContent).toBe(`[${text}]`);
});

test('draws a box upright in its own size', async () => {
  const paragraph = await open(box('<w:size w:val="40"/>'));
  const drawn = Array.from(paragraph?.querySelectorAll('span') ?? []).find(
    ({ textContent, children }) => textContent === '☐' && children.length === 0,
  );
  const style = drawn && getComputedStyle(drawn);
  expect([style?.fontStyle, drawn?.style.fontSize]).toEqual(['normal', '20pt']);
});
