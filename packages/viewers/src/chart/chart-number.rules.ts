/** A number without a format, as an axis shows it. */
export const generalText = (value: number): string =>
  Math.abs(value) >= 1e11 ? value.toExponential(2) : String(Number(value.toPrecision(10)));

const millisecondsPerDay = 86_400_000;
/** The day before day 1 of the dates of office programs, so that days after February 1900 are right. */
const firstDay = Date.UTC(1899, 11, 30);
const maxFormatLength = 200;
const maxDecimals = 15;

const isGeneral = (format: string) => format === '' || /^(general|@)$/i.test(format);

/** The letters of dates outside of texts. */
const datePattern = /y+|m+|d+/gi;
/** The texts and conditions of a format. */
const literalPattern = /"[^"]*"|\[[^\]]*\]|\\./g;
const isDate = (format: string) => /[ymd]/i.test(format.replace(literalPattern, ''));

function dateText(value: number, format: string): string {
  const date = new Date(firstDay + value * millisecondsPerDay);
  if (Number.isNaN(date.getTime())) return generalText(value);
  const month = date.getUTCMonth();
  const name = (style: 'short' | 'long', part: 'month' | 'weekday') =>
    new Intl.DateTimeFormat('en', { [part]: style, timeZone: 'UTC' }).format(date);
  return format.replace(datePattern, (token) => {
    const length = token.length;
    const letter = token.charAt(0).toLowerCase();
    if (letter === 'y') return String(date.getUTCFullYear()).slice(length > 2 ? 0 : -2);
    const number = letter === 'm' ? month + 1 : date.getUTCDate();
    if (length <= 2) return String(number).padStart(length, '0');
    return name(length === 3 ? 'short' : 'long', letter === 'm' ? 'month' : 'weekday');
  });
}

/** The texts of a number format without the marks of its syntax. */
const literalsOf = (format: string) =>
  format
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/_./g, ' ')
    .replace(/\*./g, '')
    .replace(/\\(.)/g, '$1')
    .replaceAll('"', '');

/** A number in a number format (ECMA-376 part 1, 18.8.31), as labels of charts use them. */
export function formatNumber(value: number, format: string): string {
  if (isGeneral(format) || format.length > maxFormatLength) return generalText(value);
  const sections = format.split(';');
  const own = value < 0 ? sections[1] : value === 0 ? sections[2] : undefined;
  // An empty section hides its numbers.
  if (own === '') return '';
  const section = own ?? sections[0] ?? '';
  if (isGeneral(section)) return generalText(value);
  if (isDate(section)) return dateText(value, literalsOf(section)).trim();
  const marks = section.replace(literalPattern, (literal) => ' '.repeat(literal.length));
  const digits = /[#0?][#0?,]*(?:\.([#0?]*))?(,*)/.exec(marks);
  if (!digits) return literalsOf(section).trim();
  const [pattern, decimals = '', trailing = ''] = digits;
  const thousands = trailing.length || (/,+$/.exec(pattern)?.[0].length ?? 0);
  const scaled = (value * (marks.includes('%') ? 100 : 1)) / 1000 ** thousands;
  const number = Math.abs(scaled).toLocaleString('en', {
    minimumFractionDigits: Math.min(maxDecimals, decimals.replace(/[^0]/g, '').length),
    maximumFractionDigits: Math.min(maxDecimals, decimals.length),
    useGrouping: /[#0?],[#0?]/.test(pattern),
  });
  // The format of negative numbers states its own sign.
  const sign = value < 0 && own === undefined && /[1-9]/.test(number) ? '-' : '';
  const before = literalsOf(section.slice(0, digits.index));
  const after = literalsOf(section.slice(digits.index + pattern.length));
  return `${sign}${before}${number}${after}`.trim();
}
