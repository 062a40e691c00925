import { expect, test } from 'vitest';
import { watermarkLines } from './watermark.ts';

const at = new Date(2026, 0, 9, 8, 5, 59);
const facts = { mobileNo: '+8613812345678', email: 'lin@example.cn', name: '林雨', at };

test.each([
  ['the phone comes first', facts, ['138****5678', '林雨', '2026-01-09 08:05']],
  [
    'without a phone the e-mail',
    { ...facts, mobileNo: null },
    ['lin@example.cn', '林雨', '2026-01-09 08:05'],
  ],
  ['an empty phone is none', { ...facts, mobileNo: '' }, ['lin@example.cn', '林雨', '2026-01-09 08:05']],
  ['with neither the name', { ...facts, mobileNo: null, email: null }, ['林雨', '2026-01-09 08:05']],
  ['never an empty line', { ...facts, name: ' ' }, ['138****5678', '2026-01-09 08:05']],
])('%s', (_, given, lines) => {
  expect(watermarkLines(given)).toEqual(lines);
});
