import type { DocxContent } from './read-docx.util.ts';

export type WordTexts = { readonly rest: string; readonly comments: string };

type UnrenderedContent = Pick<DocxContent, 'comments'> & { readonly missing: readonly string[] };

const createElement = (name: string, text = '') =>
  Object.assign(document.createElement(name), { textContent: text });

/**
 * A last page with what no other page shows: comments, and text that the layout lost. Empty where there is
 * none.
 */
export function createRemainderPage(
  { comments, missing }: UnrenderedContent,
  words: WordTexts,
): HTMLElement[] {
  if (comments.length + missing.length === 0) return [];
  const page = document.createElement('section');
  page.className = 'plain written rest';
  if (comments.length > 0) page.append(createElement('h2', words.comments));
  for (const { author, text } of comments) {
    const comment = createElement('p');
    if (author !== '') comment.append(createElement('b', author), '\n');
    comment.append(text);
    page.append(comment);
  }
  if (missing.length > 0) page.append(createElement('h2', words.rest));
  page.append(...missing.map((text) => createElement('p', text)));
  return [page];
}
