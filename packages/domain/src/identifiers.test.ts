import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalPhone, displayPhone, maskEmail, maskPhone, parseEmail, parsePhone } from './identifiers.ts';

describe('phone numbers', () => {
  test.each([
    ['+8613812345678', '13812345678'],
    ['13812345678', '13812345678'],
    ['+85251234567', '+85251234567'],
    ['li@example.com', 'li@example.com'],
  ])('%s is displayed as %s', (text, familiar) => {
    expect(displayPhone(text)).toBe(familiar);
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
    '9913812345678',
    '+1',
    '+1234567890123456',
    '+44 20 7946 095x',
    '+x44 20 7946 0958',
    '+44 1234',
  ])('%j is rejected', (text) => {
    expect(parsePhone(text)).toBeNull();
  });

  test.each(
    '1 7 20 27 30 33 34 36 39 40 41 43 49 51 55 58 60 66 81 82 84 90 95 98 212 299 351 370 420 501 590 670 852 880 960 971 998'.split(
      ' ',
    ),
  )('the country code %s is separated from the number', (countryCode) => {
    expect(parsePhone(`+${countryCode}2345678`)).toEqual({ countryCode, national: '2345678' });
    expect(parsePhone(`+${countryCode}90000`)).toEqual({ countryCode, national: '90000' });
  });

  test('a foreign number has at least 5 digits, and at most 15 with its country code', () => {
    expect(parsePhone('+441234')).toBeNull();
    expect(parsePhone('+4412345')).not.toBeNull();
    expect(parsePhone(`+44${'1'.repeat(13)}`)).not.toBeNull();
    expect(parsePhone(`+44${'1'.repeat(14)}`)).toBeNull();
  });

  test('the canonical form parses to the same number', () => {
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

describe('e-mail addresses', () => {
  test.each([
    ['a@b.cn', 'a@b.cn'],
    [' Lin.Yu+work@Example.COM ', 'Lin.Yu+work@example.com'],
    ['张三@例子.公司', '张三@例子.公司'],
    ['a@mail.b-c.example.com', 'a@mail.b-c.example.com'],
    [`${'a'.repeat(64)}@b.cn`, `${'a'.repeat(64)}@b.cn`],
    [`a@${'b'.repeat(63)}.cn`, `a@${'b'.repeat(63)}.cn`],
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
    'a.@b.cn',
    'a@b-.cn',
    'a@b.c',
    'a@b.c1',
    'x a@b.cn',
    'a@b.cn x',
    `a@${'b'.repeat(64)}.cn`,
    ...Array.from('"(),:;<>[\\]', (sign) => `a${sign}b@c.cn`),
    `${'a'.repeat(65)}@b.cn`,
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}.cn`,
  ])('%j is rejected', (text) => {
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
  test('hides only the 4th to the 7th digit of every number', () => {
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
