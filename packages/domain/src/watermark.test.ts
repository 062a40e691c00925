import { expect, test } from 'vitest';
import { watermarkLines } from './watermark.ts';

const at = new Date(2026, 0, 9, 8, 5, 59);
const facts = { mobileNo: '+8613812345678', email: 'lin@example.cn', name: '林雨', at };

test.each([
  ['the phone comes first', facts, ['138****5678', '林雨', '2026-01-09 08:05']],
  [
    'the e-mail replaces a missing phone',
    { ...facts, mobileNo: null },
    ['lin@example.cn', '林雨', '2026-01-09 08:05'],
  ],
  [
    'an empty phone counts as missing',
    { ...facts, mobileNo: '' },
    ['lin@example.cn', '林雨', '2026-01-09 08:05'],
  ],
  [
    'the name alone without phone and e-mail',
    { ...facts, mobileNo: null, email: null },
    ['林雨', '2026-01-09 08:05'],
  ],
  ['an empty line is omitted', { ...facts, name: ' ' }, ['138****5678', '2026-01-09 08:05']],
])('%s', (_, given, lines) => {
  expect(watermarkLines(given)).toEqual(lines);
});
