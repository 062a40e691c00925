import type { Language } from './pick-language.rules.ts';

const locale = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en-GB');
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language}:${key}`;
  const known = formats.get(name);
  if (known) return known;
  // Making a formatter costs a hundred times what using it does, and lists use it for every row.
  const made = new Intl.DateTimeFormat(locale(language), options);
  formats.set(name, made);
  return made;
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const dayNumber = (time: number) => {
  const date = new Date(time);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
};

/** Hours and minutes today, `yesterday` the day before, month and day within the year, else the whole date. */
export function shortTime(
  time: number,
  { now, language, yesterday }: { now: number; language: Language; yesterday: string },
): string {
  const days = dayNumber(now) - dayNumber(time);
  if (days === 0) return format(language, 'clock', clock).format(time);
  if (days === 1) return yesterday;
  if (new Date(time).getFullYear() === new Date(now).getFullYear()) {
    return format(language, 'day', { month: 'short', day: 'numeric' }).format(time);
  }
  return format(language, 'date', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
}

/** As {@link shortTime}, and to the minute on other days too. */
export function momentTime(time: number, around: Parameters<typeof shortTime>[1]): string {
  const day = shortTime(time, around);
  const minute = format(around.language, 'clock', clock).format(time);
  return day === minute ? day : `${day} ${minute}`;
}

/** Date and time to the minute. */
export function fullTime(time: number, language: Language): string {
  return format(language, 'full', { year: 'numeric', month: '2-digit', day: '2-digit', ...clock }).format(
    time,
  );
}
