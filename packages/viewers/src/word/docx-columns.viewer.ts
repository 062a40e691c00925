/** The number of columns of an article that is shown as one. */
export const columnsOf = (article: HTMLElement): number => Number(article.dataset['columns'] ?? 1);

/** Shows articles in columns as one narrow column, to measure them. Returns a function that restores them. */
export function narrowColumns(pages: readonly HTMLElement[]): () => void {
  const articles = pages.flatMap((page) =>
    Array.from(page.querySelectorAll<HTMLElement>(':scope > article')),
  );
  const narrowed = articles.flatMap((article) => {
    const count = Number(article.style.columnCount);
    if (!(count > 1)) return [];
    const gap = Number.parseFloat(getComputedStyle(article).columnGap) || 0;
    return { article, count, width: (article.clientWidth - gap * (count - 1)) / count };
  });
  for (const { article, count, width } of narrowed) {
    article.style.columnCount = '';
    article.style.width = `${width}px`;
    article.dataset['columns'] = String(count);
  }
  return () => {
    for (const { article, count } of narrowed) {
      article.style.columnCount = String(count);
      article.style.width = '';
      delete article.dataset['columns'];
    }
  };
}

const pixelsOf = (length: string): number => Number.parseFloat(length) || 0;

/** Where the text of a displayed page ends at the latest: above its footnotes and its footer. */
function textEndOf(page: HTMLElement, article: HTMLElement): number {
  const { minHeight, paddingBottom } = getComputedStyle(page);
  let end = page.getBoundingClientRect().top + pixelsOf(minHeight) - pixelsOf(paddingBottom);
  for (let next = article.nextElementSibling; next; next = next.nextElementSibling) {
    const { marginTop, marginBottom, position } = getComputedStyle(next);
    if (position === 'absolute') continue;
    end -= next.getBoundingClientRect().height + pixelsOf(marginTop) + pixelsOf(marginBottom);
  }
  return end;
}

/**
 * Fills the columns at the end of displayed pages one after the other, as office programs do. Only columns with another section below
 * them share their text.
 */
export function fillColumns(pages: readonly HTMLElement[]): void {
  for (const page of pages) {
    const article = Array.from(page.querySelectorAll<HTMLElement>(':scope > article')).at(-1);
    if (!article || !(Number(article.style.columnCount) > 1)) continue;
    const height = textEndOf(page, article) - article.getBoundingClientRect().top;
    if (height < article.getBoundingClientRect().height) continue;
    article.style.height = `${height}px`;
    article.style.columnFill = 'auto';
    // Text that would need a further column is divided evenly instead.
    if (article.scrollWidth <= article.clientWidth + 1) continue;
    article.style.height = '';
    article.style.columnFill = '';
  }
}
