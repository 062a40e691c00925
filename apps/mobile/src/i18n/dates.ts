import type { Language } from './pick-language.rules.ts';

/**
 * The formats of `zh-CN` and `en-GB`. They are written here because the first `Intl.DateTimeFormat` of a page loads the
 * date data of the engine: up to 100 ms on a phone, within the first render of a list.
 */
type DateFormats = {
  /** Month and day. */
  readonly day: (date: Date) => string;
  readonly date: (date: Date) => string;
  /** Joins date and time. */
  readonly separator: string;
};

const twoDigits = (value: number) => String(value).padStart(2, '0');
const year = (date: Date) => String(date.getFullYear());
const monthOfYear = (date: Date) => twoDigits(date.getMonth() + 1);
const dayOfMonth = (date: Date) => twoDigits(date.getDate());

const englishMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

const formats: Readonly<Record<Language, DateFormats>> = {
  zh: {
    day: (date) => `${date.getMonth() + 1}月${date.getDate()}日`,
    date: (date) => `${year(date)}/${monthOfYear(date)}/${dayOfMonth(date)}`,
    separator: ' ',
  },
  en: {
    day: (date) => `${date.getDate()} ${englishMonths[date.getMonth()] ?? ''}`,
    date: (date) => `${dayOfMonth(date)}/${monthOfYear(date)}/${year(date)}`,
    separator: ', ',
  },
};

const clock = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;

const dayNumber = (date: Date) =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** Hours and minutes today, `yesterday` the day before, month and day within the year, else the whole date. */
export function shortTime(
  time: number,
  { now, language, yesterday }: { now: number; language: Language; yesterday: string },
): string {
  const [date, today] = [new Date(time), new Date(now)];
  const days = dayNumber(today) - dayNumber(date);
  if (days === 0) return clock(date);
  if (days === 1) return yesterday;
  const { day, date: wholeDate } = formats[language];
  return date.getFullYear() === today.getFullYear() ? day(date) : wholeDate(date);
}

/** As {@link shortTime}, and to the minute on other days too. */
export function momentTime(time: number, around: Parameters<typeof shortTime>[1]): string {
  const day = shortTime(time, around);
  const minute = clock(new Date(time));
  return day === minute ? day : `${day} ${minute}`;
}

/** Date and time to the minute. */
export function fullTime(time: number, language: Language): string {
  const date = new Date(time);
  const { date: wholeDate, separator } = formats[language];
  return `${wholeDate(date)}${separator}${clock(date)}`;
}
