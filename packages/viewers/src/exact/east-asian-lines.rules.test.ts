import { describe, expect, test } from 'vitest';
import { eastAsianLineBreak, forbiddenCharactersOf } from './east-asian-lines.rules.ts';

/** The first line of a text, of which the characters before `|` fit. */
function firstLine(
  text: string,
  { language = 'zh', country = 'CN', appliesForbidden = true, allowsHanging = true } = {},
): string {
  const forbidden = forbiddenCharactersOf(language, country) ?? { atStart: '', atEnd: '' };
  const whole = text.replace('|', '');
  const options = { forbidden, appliesForbidden, allowsHanging };
  return whole.slice(0, eastAsianLineBreak(whole, text.indexOf('|'), options));
}

describe('a line of Chinese', () => {
  test('breaks before the first character that does not fit', () => {
    expect(firstLine('三号厂房|产线项目')).toBe('三号厂房');
  });

  test('keeps a full stop in its margin, at the end of the text too', () => {
    expect(firstLine('按计划进行|。完成')).toBe('按计划进行。');
    expect(firstLine('按计划进行|。')).toBe('按计划进行。');
  });

  test('without hanging punctuation takes the character before a full stop into the next line', () => {
    expect(firstLine('按计划进行|。完成', { allowsHanging: false })).toBe('按计划进');
  });

  test('keeps one mark in the margin, and no bracket', () => {
    expect(firstLine('（进行|。）完成')).toBe('（进');
    expect(firstLine('（进行|）完成')).toBe('（进');
  });

  test('does not end with an opening bracket', () => {
    expect(firstLine('期间（|主前）')).toBe('期间');
    expect(firstLine('期间「（|主前）')).toBe('期间');
  });

  test('does not divide a character of two units', () => {
    expect(firstLine('计𠮷|）划', { allowsHanging: false })).toBe('计');
  });

  test('ends anywhere where the paragraph forbids nothing', () => {
    expect(firstLine('期间（|主前）', { appliesForbidden: false })).toBe('期间（');
  });

  test('begins with a mark that only Traditional Chinese allows there', () => {
    expect(firstLine('很多|～人')).toBe('很');
    expect(firstLine('很多|～人', { country: 'TW' })).toBe('很多');
  });
});

describe('a line of other languages', () => {
  test('does not begin with a small kana', () => {
    expect(firstLine('データをに|ゃく', { language: 'ja' })).toBe('データを');
  });

  test('does not divide a Korean word, except one that is longer than the line', () => {
    expect(firstLine('회의 보고|서', { language: 'ko' })).toBe('회의 ');
    expect(firstLine('회의보고|서', { language: 'ko' })).toBe('회의보고');
  });

  test.each(['en', 'th', 'constructor', ''])('of the language "%s" has other rules', (language) => {
    expect(forbiddenCharactersOf(language, '')).toBeNull();
  });
});
