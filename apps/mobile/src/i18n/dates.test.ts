import { expect, it, vi } from 'vitest';
import { fullTime, momentTime, shortTime } from './dates.ts';

const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();
const now = at(2026, 10, 20, 9, 30);
const zh = { now, language: 'zh', yesterday: '昨天' } as const;

it.each([
  [at(2026, 10, 20, 0, 5), '00:05'],
  [at(2026, 10, 19, 23, 59), '昨天'],
  [at(2026, 10, 18, 12), '11月18日'],
  [at(2025, 10, 20, 12), '2025/11/20'],
])('formats %s briefly as %s', (time, text) => {
  expect(shortTime(time, zh)).toBe(text);
});

it.each([
  [at(2026, 10, 20, 0, 5), '00:05'],
  [at(2026, 10, 19, 23, 59), '昨天 23:59'],
  [at(2026, 10, 18, 12), '11月18日 12:00'],
  [at(2025, 10, 20, 12), '2025/11/20 12:00'],
])('formats %s to the minute as %s', (time, text) => {
  expect(momentTime(time, zh)).toBe(text);
});

it('formats date and time to the minute in both languages', () => {
  expect(fullTime(now, 'zh')).toBe('2026/11/20 09:30');
  expect(fullTime(now, 'en')).toBe('20/11/2026, 09:30');
});

it('formats each month as the locale data of the engine does', () => {
  const options = { day: 'numeric', month: 'short' } as const;
  for (const month of Array.from({ length: 12 }, (_, index) => index)) {
    const time = at(2026, month, 3, 12);
    const around = { now: at(2026, (month + 6) % 12, 20), yesterday: '' };
    expect(shortTime(time, { ...around, language: 'zh' })).toBe(
      new Intl.DateTimeFormat('zh-CN', options).format(time),
    );
    expect(shortTime(time, { ...around, language: 'en' })).toBe(
      new Intl.DateTimeFormat('en-GB', options).format(time),
    );
  }
});

it('loads no locale data', () => {
  const loading = vi.spyOn(Intl, 'DateTimeFormat');
  for (const language of ['zh', 'en'] as const) {
    for (const time of [now, at(2026, 9, 1), at(2025, 9, 1)]) {
      momentTime(time, { now, language, yesterday: '' });
      fullTime(time, language);
    }
  }
  expect(loading).not.toHaveBeenCalled();
});
