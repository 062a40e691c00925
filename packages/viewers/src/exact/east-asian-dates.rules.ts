/** The names of one day or month, in the order in which LibreOffice stores them. */
export type CalendarName = {
  readonly id: string;
  readonly short: string;
  readonly long: string;
  readonly narrow: string;
};

/** A calendar of a language, as `LC_CALENDAR` of LibreOffice's locale data describes it. */
export type NamedCalendar = {
  readonly id: string;
  readonly days: readonly CalendarName[];
  readonly months: readonly CalendarName[];
  readonly eras: readonly Omit<CalendarName, 'narrow'>[];
};

export type DateLanguage = {
  /** The default calendar comes first. */
  readonly calendars: readonly NamedCalendar[];
  readonly dayPeriods: { readonly am: string; readonly pm: string };
  /** Codes of formats by their `com.sun.star.i18n.NumberFormatIndex`. */
  readonly formats: ReadonlyMap<number, string>;
};

const dayIds = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthIds = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A year that begins with a Sunday. */
const sampleYear = 2023;

/** A year of each era of Japan from the Meiji era to the present one. */
const japaneseEraYears = [1900, 1913, 1930, 2000, 2020];
/** A year before and one since the first year of the Republic of China. */
const republicYears = [1900, 2000];
const gregorianYears = [-1, 2000];

type Width = 'long' | 'short' | 'narrow';
type Format = Intl.DateTimeFormatOptions;

const dateOf = (year: number, month: number, day: number) => new Date(0).setUTCFullYear(year, month, day);

const partsOf = (tag: string, options: Format, date: number) =>
  new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(date);

const partOf = (tag: string, options: Format, date: number, type: Intl.DateTimeFormatPartTypes) =>
  partsOf(tag, options, date).find((part) => part.type === type)?.value ?? '';

const namesOf = (ids: readonly string[], nameOf: (index: number, width: Width) => string, short: Width) =>
  ids.map((id, index) => ({
    id,
    short: nameOf(index, short),
    long: nameOf(index, 'long'),
    narrow: nameOf(index, 'narrow'),
  }));

const erasOf = (tag: string, years: readonly number[]) =>
  years.map((year, index) => {
    const nameOf = (era: Width) => partOf(tag, { era, year: 'numeric' }, dateOf(year, 5, 15), 'era');
    return { id: `era${index}`, short: nameOf('narrow'), long: nameOf('short') };
  });

/** The calendar with eras that a region uses beside the Gregorian one. LibreOffice has an unused first era of Japan. */
function regionalEras(tag: EastAsianTag) {
  if (tag === 'ja-JP') {
    const eras = erasOf(`${tag}-u-ca-japanese`, japaneseEraYears);
    return { id: 'gengou', eras: [{ id: 'none', short: '', long: '' }, ...eras] };
  }
  return tag === 'zh-TW' ? { id: 'ROC', eras: erasOf(`${tag}-u-ca-roc`, republicYears) } : null;
}

/** The date of the samples from which format codes are made: each of its numbers has one digit. */
const sampleDate = dateOf(sampleYear, 0, 2);
const codes: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { year: 'Y', month: 'M', day: 'D' };

/** The format code of a date as the language writes it. */
function codeOf(tag: string, options: Format): string {
  return partsOf(tag, options, sampleDate)
    .map(({ type, value }) => {
      const letter = codes[type];
      // A month can contain its sign, such as in Japanese.
      const [digits = ''] = /^\d+/.exec(value) ?? [];
      if (letter === undefined || digits === '') return `"${value}"`;
      const sign = value.slice(digits.length);
      return letter.repeat(digits.length) + (sign === '' ? '' : `"${sign}"`);
    })
    .join('')
    .replaceAll('""', '');
}

/** The formats of dates and times that have another order in East Asia. */
function formatsOf(tag: string): ReadonlyMap<number, string> {
  const digits: Format = { year: 'numeric', month: 'numeric', day: 'numeric' };
  const short = codeOf(tag, digits);
  const padded = codeOf(tag, { ...digits, month: '2-digit', day: '2-digit' });
  const shortYear = codeOf(tag, { ...digits, year: '2-digit' });
  const long = codeOf(tag, { dateStyle: 'long' });
  const monthAndDay = codeOf(tag, { month: 'long', day: 'numeric' });
  const entries: readonly (readonly [string, readonly number[]])[] = [
    [short, [18]],
    [long, [19, 22, 23, 24, 25, 26]],
    [shortYear, [20]],
    [padded, [21]],
    [`${long} NNN`, [27, 28, 29, 30]],
    [monthAndDay, [35]],
    ['AM/PM HH:MM', [41]],
    ['AM/PM HH:MM:SS', [42]],
    [`${shortYear} HH:MM`, [46]],
    [`${padded} HH:MM:SS`, [47]],
    [`${padded} HH:MM`, [50]],
  ];
  return new Map(entries.flatMap(([code, indexes]) => indexes.map((index) => [index, code] as const)));
}

export type EastAsianTag = 'zh-CN' | 'zh-TW' | 'zh-HK' | 'ja-JP' | 'ko-KR';

/**
 * The known language that is nearest to a tag. Documents state tags freely, with parts that change calendars and numbers, which do not
 * count here.
 * @param tag a BCP 47 language tag, or any other text
 * @returns null for other languages, and for languages that the locale data lack.
 */
export function eastAsianTag(tag: string): EastAsianTag | null {
  const nearest = nearestTag(tag);
  return nearest !== null && Intl.DateTimeFormat.supportedLocalesOf(nearest).length > 0 ? nearest : null;
}

function nearestTag(tag: string): EastAsianTag | null {
  const locale = parseTag(tag)?.maximize();
  if (locale?.language === 'ja') return 'ja-JP';
  if (locale?.language === 'ko') return 'ko-KR';
  if (locale?.language !== 'zh') return null;
  if (locale.script !== 'Hant') return 'zh-CN';
  return locale.region === 'HK' || locale.region === 'MO' ? 'zh-HK' : 'zh-TW';
}

function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** How a language of East Asia names and writes dates, by the locale data of the browser or of Node (ECMA-402). */
export function eastAsianDates(tag: EastAsianTag): DateLanguage {
  const gregorian = `${tag}-u-ca-gregory-nu-latn`;
  const dayName = (index: number, weekday: Width) =>
    partOf(gregorian, { weekday }, dateOf(sampleYear, 0, 1 + index), 'weekday');
  const monthName = (index: number, month: Width) =>
    new Intl.DateTimeFormat(gregorian, { month, timeZone: 'UTC' }).format(dateOf(sampleYear, index, 15));
  const dayPeriod = (hour: number) =>
    partOf(gregorian, { hour: 'numeric', hour12: true }, Date.UTC(sampleYear, 0, 1, hour), 'dayPeriod');
  const base: NamedCalendar = {
    id: 'gregorian',
    // The programs of the region abbreviate days to one letter.
    days: namesOf(dayIds, dayName, 'narrow'),
    months: namesOf(monthIds, monthName, 'short'),
    eras: erasOf(gregorian, gregorianYears),
  };
  const regional = regionalEras(tag);
  return {
    calendars: regional === null ? [base] : [base, { ...base, ...regional }],
    dayPeriods: { am: dayPeriod(9), pm: dayPeriod(15) },
    formats: formatsOf(gregorian),
  };
}
