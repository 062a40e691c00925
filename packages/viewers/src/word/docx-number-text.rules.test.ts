import { expect, test } from 'vitest';
import { numberText } from './docx-number-text.rules.ts';

test.each([
  [3, 'decimal', '3'],
  [3, 'unknown', '3'],
  [7, 'decimalZero', '07'],
  [28, 'lowerLetter', 'bb'],
  [3, 'upperLetter', 'C'],
  [1994, 'lowerRoman', 'mcmxciv'],
  [4, 'upperRoman', 'IV'],
  [1, 'ordinal', '1st'],
  [12, 'ordinal', '12th'],
  [11, 'chineseCounting', '十一'],
  [205, 'chineseCountingThousand', '二百〇五'],
  [20, 'japaneseCounting', '二十'],
  [21, 'chineseLegalSimplified', '贰拾壹'],
  [10, 'ideographDigital', '一〇'],
  [2, 'decimalEnclosedCircle', '②'],
  [12, 'decimalFullWidth', '１２'],
  [5, 'none', ''],
  [0, 'upperRoman', '0'],
  [99_999, 'upperRoman', '99999'],
])('writes %i in the format %s as %s', (number, format, text) => {
  expect(numberText(number, format)).toBe(text);
});
