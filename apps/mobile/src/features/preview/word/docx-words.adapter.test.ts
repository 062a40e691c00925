import { expect, it } from 'vitest';
import { zipOf } from '../tests/sample-zip.ts';
import { shareOf, wordsOfDocx } from './docx-words.adapter.ts';

it('reads what is written in a docx, with headers and notes, but not what was deleted', async () => {
  const bytes = await zipOf({
    'word/document.xml':
      '<w:p><w:r><w:t>采购 &amp; 合&#x540C;&#9999999;</w:t></w:r></w:p><w:p><w:del><w:delText>gone</w:delText></w:del><w:instrText xml:space="preserve"> PAGE </w:instrText><w:t>next</w:t></w:p>',
    'word/header1.xml': '<w:hdr><w:t>header</w:t></w:hdr>',
    'word/comments.xml': '<w:t>comment</w:t>',
  });
  const { words, simpler } = await wordsOfDocx(bytes);
  expect(words.split(/\s+/)).toEqual(['采购', '&', '合同', 'next', 'header']);
  expect(simpler).toBe(bytes);
});

it('says how much of the words is shown', () => {
  expect(shareOf('one two two three', 'two one two')).toBe(0.75);
  expect(shareOf('', 'anything')).toBe(1);
});
