import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalPhone,
  familiarPhone,
  maskEmail,
  maskPhone,
  parseEmail,
  parsePhone,
} from './identifiers.ts';

describe('phones', () => {
  test.each([
    ['+8613812345678', '13812345678'],
    ['13812345678', '13812345678'],
    ['+85251234567', '+85251234567'],
    ['li@example.com', 'li@example.com'],
  ])('%s is known as %s', (text, familiar) => {
    expect(familiarPhone(text)).toBe(familiar);
  });

  test.each([
    ['13812345678', '+8613812345678'],
    [' 138 1234-5678 ', '+8613812345678'],
    ['+8613812345678', '+8613812345678'],
    ['008613812345678', '+8613812345678'],
    ['8613812345678', '+8613812345678'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+852 5123 4567', '+85251234567'],
    ['+7 912 345-67-89', '+79123456789'],
  ])('%s is %s', (text, canonical) => {
    const phone = parsePhone(text);
    expect(phone && canonicalPhone(phone)).toBe(canonical);
  });

  test.each([
    '',
    '12812345678',
    '1381234567',
    '138123456789',
    '+8612345678901',
    '138a2345678',
    '+1',
    '+1234567890123456',
  ])('%j is none', (text) => {
    expect(parsePhone(text)).toBeNull();
  });

  test('the canonical form reads as the same phone', () => {
    const number = fc.stringMatching(/^1[3-9][0-9]{9}$/u);
    fc.assert(
      fc.property(number, (national) => {
        expect(parsePhone(canonicalPhone({ countryCode: '86', national }))).toEqual({
          countryCode: '86',
          national,
        });
      }),
    );
  });
});

describe('e-mails', () => {
  test.each([
    ['a@b.cn', 'a@b.cn'],
    [' Lin.Yu+work@Example.COM ', 'Lin.Yu+work@example.com'],
    ['张三@例子.公司', '张三@例子.公司'],
  ])('%j is %s', (text, email) => {
    expect(parseEmail(text)).toBe(email);
  });
  test.each([
    '',
    'a',
    'a@b',
    '@b.cn',
    'a@.cn',
    'a@b..cn',
    'a@-b.cn',
    'a b@c.cn',
    '.a@b.cn',
    'a..b@c.cn',
    'a@b@c.cn',
    `${'a'.repeat(65)}@b.cn`,
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}.cn`,
  ])('%j is none', (text) => {
    expect(parseEmail(text)).toBeNull();
  });
});

describe('the mask', () => {
  test.each([
    ['13812345678', '138****5678'],
    ['+8613812345678', '138****5678'],
    ['+14155552671', '415****671'],
    ['1234567', '123****'],
    ['12', '12'],
    ['', ''],
  ])('%s is %s', (text, masked) => {
    expect(maskPhone(text)).toBe(masked);
  });
  test('hides the 4th to the 7th digit of every number and nothing else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^1[3-9][0-9]{9}$/u), (national) => {
        expect(maskPhone(national)).toBe(`${national.slice(0, 3)}****${national.slice(7)}`);
      }),
    );
  });
});

test.each([
  ['lina@huachen.example', 'l***@huachen.example'],
  ['é@x.example', 'é***@x.example'],
  ['@x.example', '***'],
  ['nobody', '***'],
])('%s is shown to administrators as %s', (text, masked) => {
  expect(maskEmail(text)).toBe(masked);
});
