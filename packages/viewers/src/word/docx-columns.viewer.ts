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
