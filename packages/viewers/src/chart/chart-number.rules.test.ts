import { expect, test } from 'vitest';
import { formatNumber } from './chart-number.rules.ts';

test.each([
  [1234.5, 'General', '1234.5'],
  [0.1 + 0.2, '', '0.3'],
  [1234.5, '#,##0', '1,235'],
  [1234.5, '0.00', '1234.50'],
  [-3, '0.0', '-3.0'],
  [-3, '0;(0)', '(3)'],
  [0.256, '0%', '26%'],
  [1_500_000, '0.0,,"M"', '1.5M'],
  [5, '[$€-407] #,##0.00', '€ 5.00'],
  [5, '"Q"0', 'Q5'],
  [44_197, 'yyyy-mm-dd', '2021-01-01'],
  [44_197, 'd-mmm', '1-Jan'],
  [3, '0;-0;;@', '3'],
  [0, '0;-0;;@', ''],
])('writes %d in the format %s as %s', (value, format, text) => {
  expect(formatNumber(value, format)).toBe(text);
});
