import { describe, expect, test } from 'vitest';
import { type EastAsianTag, eastAsianDates, eastAsianTag } from './east-asian-dates.rules.ts';

const [shortDate, longDate, twoDigitYear, longWithDay, monthAndDay, time] = [18, 19, 20, 30, 35, 41];

describe('dates of East Asia', () => {
  test('have Chinese names, with days that are abbreviated to one letter', () => {
    const [gregorian, ...others] = eastAsianDates('zh-CN').calendars;
    expect(others).toEqual([]);
    expect(gregorian?.days.map(({ short }) => short).join('')).toBe('日一二三四五六');
    expect(gregorian?.days[2]).toEqual({ id: 'tue', short: '二', long: '星期二', narrow: '二' });
    expect(gregorian?.months[11]).toMatchObject({ id: 'dec', short: '12月', long: '十二月' });
    expect(eastAsianDates('zh-CN').dayPeriods).toEqual({ am: '上午', pm: '下午' });
  });

  test('have the calendar with eras of their region', () => {
    const erasOf = (tag: EastAsianTag) => eastAsianDates(tag).calendars[1]?.eras.map(({ long }) => long);
    expect(erasOf('zh-TW')).toEqual(['民國前', '民國']);
    // LibreOffice counts the eras of Japan from 1.
    expect(erasOf('ja-JP')).toEqual(['', '明治', '大正', '昭和', '平成', '令和']);
  });

  test('are written as the language writes them', () => {
    const formats = eastAsianDates('zh-CN').formats;
    expect(formats?.get(shortDate ?? 0)).toBe('YYYY"/"M"/"D');
    expect(formats?.get(longDate ?? 0)).toBe('YYYY"年"M"月"D"日"');
    expect(formats?.get(twoDigitYear ?? 0)).toBe('YY"/"M"/"D');
    expect(formats?.get(longWithDay ?? 0)).toBe('YYYY"年"M"月"D"日" NNN');
    expect(formats?.get(time ?? 0)).toBe('AM/PM HH:MM');
    expect(eastAsianDates('ja-JP')?.formats.get(monthAndDay ?? 0)).toBe('M"月"D"日"');
    expect(eastAsianDates('ko-KR')?.formats.get(longDate ?? 0)).toBe('YYYY"년 "M"월 "D"일"');
  });

  test.each<readonly [string, EastAsianTag | null]>([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-MO', 'zh-HK'],
    ['zh-CN-u-ca-chinese-nu-hanidec', 'zh-CN'],
    ['zh-CN-x-private', 'zh-CN'],
    ['ja', 'ja-JP'],
    ['ko-KP', 'ko-KR'],
    ['en-US', null],
    ['', null],
    ['zxx', null],
    ['zh_CN', null],
    ['zh-CN-u-ca-a-u-ca-b', null],
  ])('of %j are those of %s', (tag, nearest) => {
    expect(eastAsianTag(tag)).toBe(nearest);
  });
});
