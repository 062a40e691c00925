import { expect, test } from 'vitest';
import { simplerMarkup } from './docx-markup.rules.ts';

test.each([
  ['<w:p><w:fldSimple w:instr=" PAGE "><w:r/></w:fldSimple></w:p>', '<w:p><w:r/></w:p>'],
  [
    '<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent><w:tc>a</w:tc></w:sdtContent></w:sdt>',
    '<w:tc>a</w:tc>',
  ],
  ['<w:sdt><w:sdtPr/><w:sdtContent>b</w:sdtContent></w:sdt>', 'b'],
  ['<w:moveFrom w:id="1">old</w:moveFrom><w:moveTo w:id="1">new</w:moveTo>', 'new'],
  [
    '<w:r><w:ruby><w:rubyPr/><w:rt><w:r>x</w:r></w:rt><w:rubyBase><w:r>y</w:r></w:rubyBase></w:ruby></w:r>',
    '<w:r></w:r><w:r>y</w:r><w:r><w:t>(</w:t></w:r><w:r>x</w:r><w:r><w:t>)</w:t></w:r><w:r></w:r>',
  ],
  [
    '<w:p><w:moveFromRangeStart w:id="1"/><w:t>as it is</w:t></w:p>',
    '<w:p><w:moveFromRangeStart w:id="1"/><w:t>as it is</w:t></w:p>',
  ],
])('%s becomes %s', (xml, simpler) => {
  expect(simplerMarkup(xml)).toBe(simpler);
});
