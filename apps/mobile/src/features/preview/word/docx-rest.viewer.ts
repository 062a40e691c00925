import type { ReadDocx } from './read-docx.adapter.ts';

export type WordWords = { readonly rest: string; readonly comments: string };

type Rest = Pick<ReadDocx, 'comments'> & { readonly missing: readonly string[] };

const made = (name: string, text = '') => Object.assign(document.createElement(name), { textContent: text });

/**
 * A last page with what no other page shows: comments, and text that the layout lost. Empty where there is
 * none.
 */
export function pageOfRest({ comments, missing }: Rest, words: WordWords): HTMLElement[] {
  if (comments.length + missing.length === 0) return [];
  const page = document.createElement('section');
  page.className = 'plain written rest';
  if (comments.length > 0) page.append(made('h2', words.comments));
  for (const { author, text } of comments) {
    const comment = made('p');
    if (author !== '') comment.append(made('b', author), '\n');
    comment.append(text);
    page.append(comment);
  }
  if (missing.length > 0) page.append(made('h2', words.rest));
  page.append(...missing.map((text) => made('p', text)));
  return [page];
}
