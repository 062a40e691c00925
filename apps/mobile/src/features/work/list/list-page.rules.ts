/** Rows of the first page: a screen and some more, so that the list is shown soon. */
const firstPageSize = 20;
/** Rows of each further page. A user who scrolls that far scrolls on, and each response interrupts the scrolling. */
const furtherPageSize = 80;

/** Most rows around the rendered ones whose pages are fetched. */
const maxPrefetchRows = 40;

/** The page that has a row. Pages and rows count from 0. */
export const pageOfRow = (row: number): number =>
  row < firstPageSize ? 0 : 1 + Math.floor((row - firstPageSize) / furtherPageSize);

/** First row of a page. */
export const firstRowOf = (page: number): number =>
  page === 0 ? 0 : firstPageSize + (page - 1) * furtherPageSize;

/** Most rows of a page. */
export const sizeOfPage = (page: number): number => (page === 0 ? firstPageSize : furtherPageSize);

/** The pages that have the rows `from` to `to`. */
export const pagesOfRows = (from: number, to: number): readonly number[] =>
  Array.from({ length: pageOfRow(to) - pageOfRow(from) + 1 }, (_, page) => pageOfRow(from) + page);

/**
 * The rows around the rendered ones `first` to `last` of `count` rows whose pages are fetched, so that most rows are loaded before
 * they are rendered. Fewer near the start of the list: its first screen fetches one page.
 */
export function rowsToFetch(
  first: number,
  last: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const prefetchRows = Math.min(maxPrefetchRows, Math.floor(last * 0.45));
  return { from: Math.max(0, first - prefetchRows), to: Math.min(count - 1, last + prefetchRows) };
}
